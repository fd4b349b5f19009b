import { offers } from '@desk/contract/renewal-work/offers';
import { afterEach, test, vi } from 'vitest';
import { offerPreview } from '../../parts/testing/offers.ts';
import { answering, showAt } from '../../testing/show.tsx';
import { MonthlyRenewalsScreen } from './monthly-renewals.screen.tsx';
import { acme, members, MONTH, month, openMonth, SHORT } from './testing/month.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});
const preview = answering(offers.preview, offerPreview());

test('an offer is sent from the row sheet of any view, and by its letter', async () => {
  const { screen, user } = await openMonth(SHORT, month(acme), preview);
  screen.getByRole('rowheader').focus();
  await user.keyboard('.');
  await user.click(await screen.findByRole('button', { name: 'Send Offer' }));
  await screen.findByRole('dialog', { name: 'Send Offer: acme.example' });
  await user.click(screen.getByRole('button', { name: 'Close' }));

  screen.getByRole('rowheader').focus();
  await user.keyboard('o');
  await screen.findByRole('dialog', { name: 'Send Offer: acme.example' });
});

test('an offer is sent from a card on a phone', async () => {
  const media = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', (query: string) => ({ ...media, matches: query.includes('max-width') }));
  const { screen, user } = showAt(`/home?month=${MONTH}`, <MonthlyRenewalsScreen />, month(acme), members, preview);
  await user.click(await screen.findByRole('button', { name: 'Offer: acme.example' }));
  await screen.findByRole('dialog', { name: 'Send Offer: acme.example' });
});
