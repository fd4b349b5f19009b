import { mailLog } from '@desk/contract/mail-log';
import { offers } from '@desk/contract/renewal-work/offers';
import { Link } from '@tanstack/react-router';
import { cleanup, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answering, refusing, showPages, slowly } from '../../testing/show.tsx';
import { offeredLine, offerPreview } from '../testing/offers.ts';
import { renewalRow } from '../testing/renewal.ts';
import { openOffer, previewing, sending } from '../testing/send-offer.tsx';
import { SendOffer } from './send-offer.tsx';

test('it shows what is offered, to whom in which order, until when, and the mail', async () => {
  const { screen, dialog } = openOffer(previewing);
  await screen.findByText('Version 2 for Acme Private Limited, valid until 26-11-2026');

  for (const text of [
    'Google Workspace Business Starter, Annual, paid monthly',
    '01-12-2026 to 30-11-2027',
    '120 seats, 98 used',
  ])
    expect(dialog().getByText(text)).toBeTruthy();
  expect(dialog().getByText('₹2,820 a seat')).toBeTruthy();
  expect(dialog().getAllByText('₹3,38,400')).toHaveLength(2);
  const people = dialog().getAllByRole('checkbox');
  expect(people.map((one) => [one.closest('label')?.textContent, (one as HTMLInputElement).checked])).toEqual([
    ['Ravi Iyer · ravi@acme.example (buys)', true],
    ['Meera Shah · meera@acme.example (pays)', false],
  ]);
  expect(dialog().getByText(/^Hello Ravi Iyer,/)).toBeTruthy();
});

test('the offer goes to those who are ticked, with the message', async () => {
  const { screen, user, bodies, dialog, onClose } = openOffer(previewing, sending);
  await screen.findByText(/^Version 2/);
  await user.click(dialog().getByLabelText(/^Meera Shah/));
  await user.type(dialog().getByLabelText(/^Your message/), 'As we discussed.');
  await waitFor(() => expect(bodies(offers.preview).at(-1)).toEqual({ renewal_ids: [7], message: 'As we discussed.' }));

  await user.click(dialog().getByRole('button', { name: 'Send Offer' }));

  await screen.findByText('Offer version 2 queued for 1 recipient');
  expect(bodies(offers.send)).toEqual([
    {
      ...{ renewal_ids: [7], recipients: ['ravi@acme.example', 'meera@acme.example'], message: 'As we discussed.' },
      is_answer: false,
    },
  ]);
  expect(onClose).toHaveBeenCalledOnce();
});

test('nobody who is not ticked gets it, and without anybody it cannot be sent', async () => {
  const { screen, user, dialog } = openOffer(previewing, sending);
  await screen.findByText(/^Version 2/);
  await user.click(dialog().getByLabelText(/^Ravi Iyer/));
  expect(dialog().getByRole('button', { name: 'Send Offer' })).toHaveProperty('disabled', true);
});

test('what ends on the same day is offered together, and what ends later where somebody ticks it', async () => {
  const other = { domain_name: 'acme.example', sku_name: 'Google Vault' };
  const others = [
    { ...other, renewal_id: 8, renewal_date: '2026-12-01' },
    { ...other, renewal_id: 9, renewal_date: '2026-12-20' },
  ];
  const { screen, user, bodies, dialog } = openOffer(answering(offers.preview, offerPreview({ others })));
  await screen.findByText('Also in this offer');
  await waitFor(() => expect(bodies(offers.preview).at(-1)).toEqual({ renewal_ids: [7, 8] }));

  await user.click(dialog().getByLabelText('Google Vault of acme.example, 20-12-2026'));

  await waitFor(() => expect(bodies(offers.preview).at(-1)).toEqual({ renewal_ids: [7, 8, 9] }));
});

test('what cannot be sent says why, and has no button', async () => {
  const problems = ['Nobody of this customer can be reached. Enter the e-mail address of a contact first.'];
  const { screen, dialog } = openOffer(
    answering(offers.preview, offerPreview({ problems, recipients: [], subject: null, text: null })),
  );
  await screen.findByText(problems[0] ?? '');
  expect(dialog().queryByRole('button', { name: 'Send Offer' })).toBeNull();
  expect(dialog().getByRole('button', { name: 'Close' })).toBeTruthy();
});

test('a line without a price says so, and so does the total', async () => {
  const lines = [offeredLine({ unit_price: null, amount: null })];
  const preview = offerPreview();
  const { screen } = openOffer(
    answering(offers.preview, { ...preview, offer: preview.offer && { ...preview.offer, lines, total: null } }),
  );
  await screen.findByText('price on request');
  expect(screen.getByText('on request')).toBeTruthy();
});

test('a refusal stands in the dialog, and what was typed stays', async () => {
  const { screen, user, dialog, onClose } = openOffer(
    previewing,
    answering(offers.send, () => refusing(409)),
    answering(mailLog.state, () => refusing(403)),
  );
  await screen.findByText(/^Version 2/);
  await user.type(dialog().getByLabelText(/^Your message/), 'Again');
  await user.click(dialog().getByRole('button', { name: 'Send Offer' }));
  await dialog().findByText('This offer was already sent to these recipients today.');
  expect(dialog().getByLabelText(/^Your message/)).toHaveProperty('value', 'Again');
  expect(onClose).not.toHaveBeenCalled();
});

test('while it is being sent it stays, and closes once', async () => {
  const { answer, arrives } = slowly({ offer_id: 3, version: 2, queued: 1 });
  const { screen, user, dialog, onClose } = openOffer(previewing, answering(offers.send, answer));
  await screen.findByText(/^Version 2/);
  await user.click(dialog().getByRole('button', { name: 'Send Offer' }));

  for (const button of dialog().getAllByRole('button', { name: /^Close/ }))
    expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  arrives();

  await screen.findByText('Offer version 2 queued for 1 recipient');
  expect(onClose).toHaveBeenCalledOnce();
});

test('an offer that is queued after the page was left does not come back as a draft', async () => {
  const { answer, arrives } = slowly({ offer_id: 3, version: 2, queued: 1 });
  const { screen, user, back } = showPages(
    '/list',
    { '/list': <Link to={'/row' as '/'}>The row</Link>, '/row': <SendOffer row={renewalRow()} onClose={vi.fn()} /> },
    previewing,
    answering(offers.send, answer),
  );
  const opens = async () => user.click(await screen.findByText('The row'));
  await opens();
  await user.type(await screen.findByLabelText(/^Your message/), 'As we discussed.');
  await user.click(screen.getByRole('button', { name: 'Send Offer' }));
  back();
  await screen.findByText('The row');
  arrives();
  await screen.findByText('Offer version 2 queued for 1 recipient');
  await opens();
  expect(await screen.findByLabelText(/^Your message/)).toHaveProperty('value', '');
});

test('where nothing was typed it closes at once; a message is kept as a draft and not lost without a question', async () => {
  const first = openOffer(previewing);
  await first.screen.findByText(/^Version 2/);
  await first.user.click(first.dialog().getByRole('button', { name: 'Close' }));
  expect(first.onClose).toHaveBeenCalledOnce();
  await first.user.type(first.dialog().getByLabelText(/^Your message/), 'As we discussed.');
  cleanup();

  const { screen, user, dialog, onClose } = openOffer(previewing);
  await screen.findByText(/^Version 2/);
  expect(dialog().getByLabelText(/^Your message/)).toHaveProperty('value', 'As we discussed.');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(onClose).not.toHaveBeenCalled();
  await user.click(dialog().getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalledOnce();
});

const wrote = (from: string, recipient: string | null = from) => ({
  ...{ from, recipient, text: 'Please call me.', received_at: '2026-11-20T08:30:00.000Z' },
});

test('who wrote is ticked beside who is asked first, and that they get nothing is said once they are not', async () => {
  const waiting = [wrote('+919800000002', 'meera@acme.example')];
  const { screen, user, bodies, dialog } = openOffer(answering(offers.preview, offerPreview({ waiting })), sending);
  await screen.findByText(/^Version 2/);
  const remark = '+919800000002 wrote, and gets nothing: tick who is to get the answer.';
  expect(dialog().getByLabelText(/^Meera Shah/)).toHaveProperty('checked', true);
  expect(screen.queryByText(remark)).toBeNull();
  await user.click(dialog().getByLabelText(/^Meera Shah/));
  await screen.findByText(remark);
  await user.click(dialog().getByLabelText(/^Meera Shah/));
  await user.click(dialog().getByRole('button', { name: 'Send Offer' }));
  await waitFor(() =>
    expect(bodies(offers.send)).toMatchObject([{ recipients: ['ravi@acme.example', 'meera@acme.example'] }]),
  );
});

test('that who wrote cannot be asked is said, whoever gets the offer', async () => {
  const waiting = [wrote('new@acme.example', null)];
  const { screen, dialog } = openOffer(answering(offers.preview, offerPreview({ waiting })));
  await screen.findByText('new@acme.example wrote, and gets nothing: they are none of those who can be asked.');
  const ticked = dialog()
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter(({ checked }) => checked);
  expect(ticked).toHaveLength(1);
});

test('who wrote and waits is shown, and the offer is their answer only where somebody says so', async () => {
  const waiting = [wrote('ravi@acme.example')];
  const { screen, user, bodies, dialog } = openOffer(answering(offers.preview, offerPreview({ waiting })), sending);
  await screen.findByText(/“Please call me.” Without the tick it stays in My day/);
  await user.click(dialog().getByLabelText('This offer is the answer'));
  await user.click(dialog().getByRole('button', { name: 'Send Offer' }));
  await waitFor(() => expect(bodies(offers.send)).toMatchObject([{ is_answer: true }]));
});
