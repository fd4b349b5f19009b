import { offers } from '@desk/contract/renewal-work/offers';
import { cleanup } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Reopened } from '../../testing/reopened.tsx';
import { answering, show } from '../../testing/show.tsx';
import { offerPreview } from '../testing/offers.ts';
import { renewalRow } from '../testing/renewal.ts';
import { openOffer, sending } from '../testing/send-offer.tsx';
import { SendOffer } from './send-offer.tsx';

test('who was added since it was last open can be chosen', async () => {
  const { recipients } = offerPreview();
  let preview = offerPreview({ recipients: [] });
  const { screen, user } = show(
    <Reopened>
      {(onClose) => <SendOffer row={renewalRow({ renewal_date: '2026-12-01' })} onClose={onClose} />}
    </Reopened>,
    answering(offers.preview, () => preview),
  );
  await screen.findByText(/^Version 2/);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  preview = offerPreview({ recipients });
  await user.click(screen.getByRole('button', { name: 'Open again' }));

  expect(await screen.findByLabelText<HTMLInputElement>(/^Ravi Iyer/)).toHaveProperty('checked', true);
});

test('who gets it, and what else is in it, are there again with the words', async () => {
  const other = { domain_name: 'acme.example', sku_name: 'Google Vault', renewal_id: 8, renewal_date: '2026-12-01' };
  const withVault = answering(offers.preview, offerPreview({ others: [other] }));
  const first = openOffer(withVault);
  await first.screen.findByText('Also in this offer');
  await first.user.click(first.dialog().getByLabelText(/^Google Vault/));
  await first.user.click(first.dialog().getByLabelText(/^Ravi Iyer/));
  await first.user.click(first.dialog().getByLabelText(/^Meera Shah/));
  await first.user.type(first.dialog().getByLabelText(/^Your message/), 'Dear Meera');
  cleanup();

  const { screen, user, dialog, bodies } = openOffer(withVault, sending);
  await screen.findByText('Also in this offer');
  await user.click(dialog().getByRole('button', { name: 'Send Offer' }));
  await screen.findByText(/^Offer version 2 queued/);
  expect(bodies(offers.send)).toMatchObject([
    { renewal_ids: [7], recipients: ['meera@acme.example'], message: 'Dear Meera' },
  ]);
});

test('what was typed for what is not offered here is left alone', async () => {
  sessionStorage.setItem('desk:draft:offer terms 8', JSON.stringify({ seats: '130' }));
  const other = { domain_name: 'acme.example', sku_name: 'Google Vault', renewal_id: 8, renewal_date: '2026-12-20' };
  const { screen, user, dialog, onClose } = openOffer(answering(offers.preview, offerPreview({ others: [other] })));
  await screen.findByText('Also in this offer');
  await user.click(dialog().getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(sessionStorage.getItem('desk:draft:offer terms 8')).not.toBeNull();
});
