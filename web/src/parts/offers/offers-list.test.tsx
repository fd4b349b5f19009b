import { offers } from '@desk/contract/renewal-work/offers';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storeSession } from '../../api/session.ts';
import { answering, show } from '../../testing/show.tsx';
import { offerLink, sentOffer } from '../testing/offers.ts';
import { OffersList } from './offers-list.tsx';

const open = (...answers: Parameters<typeof show>[1][]) => show(<OffersList renewalId={7} />, ...answers);
const list = (...all: Parameters<typeof sentOffer>) =>
  answering(offers.list, { offers: all.map((one) => sentOffer(one)) });

test.each([
  [{}, 'Sent'],
  [{ delivery: 'queued' as const }, 'Queued'],
  [{ delivery: 'failed' as const }, 'Not delivered'],
  [{ delivery: 'bounced' as const }, 'Bounced'],
  [{ opened_at: '2026-11-21T08:30:00.000Z', openings: 2 }, 'Opened'],
  [{ state: 'used' as const, used_at: '2026-11-21T08:30:00.000Z' }, 'Decided'],
  [{ state: 'expired' as const }, 'Expired'],
  [{ state: 'revoked' as const }, 'Revoked'],
])('a link with %j reads %s', async (own, words) => {
  const { screen } = open(list({ links: [offerLink(own)] }));
  expect((await screen.findByText('Ravi Iyer')).nextElementSibling?.textContent).toContain(words);
});

test('it tells how often a link was opened, why a mail failed, and who passed it on', async () => {
  const { screen } = open(
    list({
      links: [
        offerLink({ opened_at: '2026-11-21T08:30:00.000Z', openings: 2 }),
        offerLink({
          link_id: 6,
          name: 'Meera Shah',
          recipient: 'meera@acme.example',
          forwarded_from: 'ravi@acme.example',
        }),
        offerLink({ link_id: 7, name: 'Tara Rao', delivery: 'failed', delivery_reason: '550 No such user' }),
        offerLink({ link_id: 8, name: 'Rina Shah', delivery: 'bounced', delivery_reason: '550 Mailbox full' }),
      ],
    }),
  );
  await screen.findByText(/^Opened 2 times, first 21/);
  expect(screen.getByText(/^Forwarded by ravi@acme\.example/)).toBeTruthy();
  expect(screen.getByText('550 No such user')).toBeTruthy();
  expect(screen.getByText('550 Mailbox full')).toBeTruthy();
});

test('a link is revoked after a question; one that opens nothing has no button', async () => {
  const { screen, user, bodies } = open(
    list({ links: [offerLink(), offerLink({ link_id: 6, recipient: 'old@acme.example', state: 'revoked' })] }),
    answering(offers.revokeLink, {}),
  );
  await user.click(await screen.findByRole('button', { name: 'Revoke the link of ravi@acme.example' }));
  expect(screen.queryByRole('button', { name: 'Revoke the link of old@acme.example' })).toBeNull();
  const question = within(screen.getByRole('alertdialog', { name: 'Revoke this link?' }));
  expect(bodies(offers.revokeLink)).toEqual([]);

  await user.click(question.getByRole('button', { name: 'Revoke' }));

  await screen.findByText('The link of ravi@acme.example is revoked');
  expect(bodies(offers.revokeLink)).toEqual([{ link_id: 5 }]);
});

test('earlier versions are kept below the one that counts', async () => {
  const { screen } = open(
    answering(offers.list, {
      offers: [sentOffer(), sentOffer({ offer_id: 2, version: 1, replaced_at: '2026-11-20T09:00:00.000Z' })],
    }),
  );
  await screen.findByText('Version 2 · ₹3,38,400');
  expect(screen.getByText('Current')).toBeTruthy();
  expect(screen.getByText('1 earlier version')).toBeTruthy();
});

test('without an offer it says so, and news of a mail of the renewal fetches it anew', async () => {
  storeSession({ user: 'asha@desk.example', token: { login_token: 't', exp: 4e9 }, menu: [], role: 'ADMIN' });
  let asked = 0;
  const { screen, emit } = open(answering(offers.list, () => ({ offers: (asked += 1) === 1 ? [] : [sentOffer()] })));
  await screen.findByText('No offer was sent yet.');
  emit('notification', { renewal_id: 8 });
  emit('notification', { renewal_id: 7 });
  await waitFor(() => expect(screen.getByText('Version 2 · ₹3,38,400')).toBeTruthy());
});
