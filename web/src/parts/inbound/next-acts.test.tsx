import { inbound, type InboundMessage } from '@desk/contract/renewal-work/inbound';
import { instructions } from '@desk/contract/renewal-work/instructions';
import { offers } from '@desk/contract/renewal-work/offers';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storeSession } from '../../api/session.ts';
import { answering, show } from '../../testing/show.tsx';
import { brand } from '../testing/brand.ts';
import { mail } from '../testing/inbound.ts';
import { offerPreview } from '../testing/offers.ts';
import { InboundDialog } from './inbound-dialog.tsx';

const open = async (own: Partial<InboundMessage> = {}) => {
  const menu = [{ menu_id: 1, menu_name: 'Renewals', to_route: 'get_monthly_renewal' }];
  storeSession({ user: 'asha@desk.example', token: { login_token: 't', exp: 4e9 }, menu, role: 'RMEMBER' });
  const shown = show(
    <InboundDialog inboundId={1} onClose={() => undefined} />,
    answering(inbound.message, { message: mail(own), to: 'renew@desk.example', text: 'Call me', answers: null }),
    answering(offers.preview, offerPreview()),
    answering(instructions.list, { instructions: [], total: 0 }),
    brand,
  );
  await shown.screen.findByRole('dialog', { name: 'Reply from ravi@acme.example' });
  return shown;
};

test('from a mail an offer is sent, and what was said is written, about the renewal that it is about', async () => {
  const { screen, user, bodies } = await open();
  await user.click(await screen.findByRole('button', { name: 'Send Offer' }));
  const offer = within(await screen.findByRole('dialog', { name: 'Send Offer: acme.example' }));
  expect(bodies(offers.preview)[0]).toEqual({ renewal_ids: [7] });
  await user.click((await offer.findAllByRole('button', { name: 'Close' }))[0] ?? document.body);

  await user.click(await screen.findByRole('button', { name: 'Add Comments' }));
  expect(await screen.findByRole('dialog', { name: 'Add Comments: acme.example' })).toBeTruthy();
});

test('of a mail about several renewals each is named', async () => {
  const one = { domain_name: 'acme.example', renewal_date: '2026-12-10' };
  const { screen } = await open({ renewals: [{ ...one, renewal_id: 7 }, { ...one, renewal_id: 8, renewal_date: '2027-01-05' }] }); // prettier-ignore
  const names = within(await screen.findByRole('list', { name: 'What is next' })).getAllByRole('button');
  expect(names.map(({ textContent }) => textContent)).toEqual([
    'Send Offer: acme.example, 10-12-2026',
    'Add Comments: acme.example, 10-12-2026',
    'Send Offer: acme.example, 05-01-2027',
    'Add Comments: acme.example, 05-01-2027',
  ]);
});

test('about a mail of which no renewal is known nothing is offered', async () => {
  const { screen } = await open({ renewals: [] });
  expect(screen.queryByRole('list', { name: 'What is next' })).toBeNull();
});
