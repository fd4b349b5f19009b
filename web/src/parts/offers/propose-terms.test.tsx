import { offers } from '@desk/contract/renewal-work/offers';
import { cleanup, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering } from '../../testing/show.tsx';
import { offeredLine, offerPreview } from '../testing/offers.ts';
import { openOffer, previewing, sending } from '../testing/send-offer.tsx';

const openTerms = async () => {
  const shown = openOffer(previewing, sending);
  await shown.screen.findByText(/^Version 2/);
  await shown.user.click(shown.dialog().getByRole('button', { name: /^Offer other seats, plan or price for Google/ }));
  const type = async (label: RegExp, text: string) => {
    await shown.user.clear(shown.dialog().getByLabelText(label));
    await shown.user.type(shown.dialog().getByLabelText(label), text);
  };
  return { ...shown, type };
};

test('ten more seats, another plan and another price are offered, and previewed as they are typed', async () => {
  const { user, bodies, dialog, type } = await openTerms();
  expect(dialog().getByText('120 now')).toBeTruthy();
  // Who works by keys goes on in the field that the button gave way to.
  expect(document.activeElement).toBe(dialog().getByLabelText(/^Seats/));
  await type(/^Seats/, '1,130');
  await user.selectOptions(dialog().getByLabelText(/^Plan and payment/), 'Annual, paid yearly');
  await type(/^Price a seat/, '₹ 2,500');

  const proposals = [{ renewal_id: 7, seats: 1_130, plan_name: 'ANNUAL_YEARLY_PAY', unit_price: '2500' }];
  await waitFor(() => expect(bodies(offers.preview).at(-1)).toEqual({ renewal_ids: [7], proposals }));
  await user.click(dialog().getByRole('button', { name: 'Send Offer' }));
  await waitFor(() => expect(bodies(offers.send)).toMatchObject([{ proposals }]));
});

test('fields that were only opened are no loss; what was typed into them is asked about', async () => {
  const { screen, user, dialog, onClose, type } = await openTerms();
  await user.click(dialog().getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
  await type(/^Seats/, '130');
  await user.click(dialog().getByRole('button', { name: 'Close' }));
  await screen.findByRole('alertdialog', { name: 'Close without saving?' });
  expect(onClose).toHaveBeenCalledOnce();
});

test('what was proposed is there again, as the message is, until it is discarded or sent', async () => {
  const first = await openTerms();
  await first.type(/^Seats/, '130');
  cleanup();

  const second = openOffer(previewing, sending);
  await second.screen.findByText(/^Version 2/);
  expect(second.dialog().getByLabelText(/^Seats/)).toHaveProperty('value', '130');
  const proposals = [{ renewal_id: 7, seats: 130, plan_name: null, unit_price: null }];
  await waitFor(() => expect(second.bodies(offers.preview).at(-1)).toMatchObject({ proposals }));
  await second.user.click(second.dialog().getByRole('button', { name: 'Close' }));
  await second.user.click(await second.screen.findByRole('button', { name: 'Keep editing' }));
  await second.user.click(second.dialog().getByRole('button', { name: 'Send Offer' }));
  await second.screen.findByText('Offer version 2 queued for 1 recipient');
  expect(second.bodies(offers.send)).toMatchObject([{ proposals }]);
  cleanup();

  const third = await openTerms();
  expect(third.dialog().getByLabelText(/^Seats/)).toHaveProperty('value', '120');
  await third.type(/^Seats/, '140');
  await third.user.click(third.dialog().getByRole('button', { name: 'Close' }));
  await third.user.click(await third.screen.findByRole('button', { name: 'Discard' }));
  cleanup();

  await openTerms();
});

test('what is no number of seats and no price says so, is not sent, and stays', async () => {
  const { user, bodies, dialog, type } = await openTerms();
  await type(/^Seats/, 'many');
  await type(/^Price a seat/, '-3');
  await user.click(dialog().getByRole('button', { name: 'Send Offer' }));

  for (const words of ['Enter a whole number of seats', 'Enter an amount'])
    expect(dialog().getByText(words)).toBeTruthy();
  await dialog().findByText('Correct the seats and the price of the offer first.');
  expect(bodies(offers.send)).toEqual([]);
  expect(dialog().getByLabelText(/^Seats/)).toHaveProperty('value', 'many');
});

test('what was proposed before stands in the fields; what cannot be had says so, and what was typed stays', async () => {
  const present = { seats: 120, plan_name: 'ANNUAL', unit_price: '2820.00' };
  const proposed = { seats: 130, plan_name: null, unit_price: '2500.00', present };
  const preview = offerPreview();
  const asked = {
    ...preview,
    offer: preview.offer && { ...preview.offer, lines: [offeredLine({ seats: 130, unit_price: '2500.00', proposed })] },
  };
  const why = 'Google Workspace Business Starter of acme.example has 98 seats in use: offer 98 or more.';
  const { screen, user, dialog } = openOffer(
    answering(offers.preview, ({ proposals }) =>
      proposals?.[0]?.seats === 90 ? { ...asked, problems: [why] } : asked,
    ),
  );
  await screen.findByText('130 seats in place of 120, 98 used');
  expect(dialog().getByLabelText(/^Seats/)).toHaveProperty('value', '130');
  expect(dialog().getByLabelText(/^Price a seat/)).toHaveProperty('value', '2500.00');

  await user.type(dialog().getByLabelText(/^Your message/), 'Hello');
  await user.clear(dialog().getByLabelText(/^Seats/));
  await user.type(dialog().getByLabelText(/^Seats/), '90');

  await dialog().findByText(why);
  expect(dialog().getByLabelText(/^Your message/)).toHaveProperty('value', 'Hello');
  expect(dialog().getByRole('button', { name: 'Send Offer' })).toHaveProperty('disabled', true);
});
