import { resellers, type RenewalReseller, type ResellerRenewal } from '@desk/contract/resellers';
import { within } from '@testing-library/react';
import { answering, showAt } from '../../../testing/show.tsx';
import { RenewalResellerScreen } from '../renewal-reseller.screen.tsx';

export const sunrise: RenewalReseller = {
  company_name: 'Sunrise Cloud',
  email: 'sales@sunrise.example',
  assigned_to: 'asha@desk.example, ravi@desk.example',
  count: 2,
};
export const month = answering(resellers.ofMonth, { domain: [sunrise], total: 1 });
export const renewal = (change: Partial<ResellerRenewal> = {}): ResellerRenewal => ({
  renewal_id: 7,
  customerDomain: 'acme.example',
  company_name: 'Acme Private Limited',
  plan: 'ANNUAL',
  status: 'ACTIVE',
  maxSeats: 120,
  usedSeats: 98,
  skuName: 'Google Workspace Business Starter',
  provider_renewal_date: '2026-11-24',
  Google_renewal_date: '2026-11-25',
  renewal_date: '2026-11-23',
  price: '150000.00',
  currency: 'INR',
  subscriptionId: 'S-1',
  state: 'open',
  confirmation_status: null,
  ...{ instruction: null, wanted: null },
  email: 'vikram@acme.example',
  phone: null,
  assigned_to: null,
  version: 1,
  ...change,
});
const tara = renewal({
  renewal_id: 8,
  customerDomain: 'tara.example',
  subscriptionId: 'S-2',
  maxSeats: null,
  Google_renewal_date: null,
});
const customers = answering(resellers.customers, { domain: [renewal(), tara] });
export const DIALOG = 'Renewals of Sunrise Cloud, Nov 2026';

const nobodyNotified = answering(resellers.results, { notifications: [] });
type Answers = Parameters<typeof showAt>[2][];
export function open(search: string, ...answers: Answers) {
  const shown = showAt(`/home?month=2026-11${search}`, <RenewalResellerScreen />, ...answers, nobodyNotified);
  return { ...shown };
}

export async function openCustomers(...answers: Answers) {
  const shown = open('', month, ...answers, customers);
  await shown.user.click(await shown.screen.findByRole('button', { name: 'Sunrise Cloud' }));
  const dialog = within(await shown.screen.findByRole('dialog', { name: DIALOG }));
  await dialog.findByText('tara.example');
  return { ...shown, dialog };
}
