import { axima, type AximaDomain, type AximaSubscription, type ExistingAximaDomain } from '@desk/contract/axima';
import type { Role } from '@desk/contract/call';
import { storeSession } from '../../../api/session.ts';
import { answering, showAt } from '../../../testing/show.tsx';
import { AllAximaDomainScreen } from '../all-axima-domain.screen.tsx';
import { AximaDomainsScreen } from '../axima-domains.screen.tsx';

export const subscription: AximaSubscription = {
  axima_subscription_id: 5,
  domain_name: 'acme.example',
  ticket_number: 'AX-101',
  name: 'Ravi Iyer',
  email: 'ravi@acme.example',
  companyName: 'Acme Textiles',
  phoneNumber: '',
  tenant_name: 'acme',
  user_count: 25,
  axima_product_name: 'Axima Mail Business',
  order_id: 'SO-77',
  start_date: '2026-11-01',
  renewal_date: '2027-11-01',
  requested_by: 'Devika',
  field_distributor: '',
  billing_frequency: 'Annual',
  comments: '',
  status: null,
  selling_price: null,
  buying_price: null,
  margin_percent: null,
  version: 3,
};
export const existing: ExistingAximaDomain = {
  domain_id: 4,
  customer_domain_name: 'acme.example',
  customer_name: 'Acme Textiles',
  plan_name: 'Axima Mail Business',
  no_of_lics: 25,
  service_start_date: '2026-11-01',
  service_end_date: '2027-11-01',
  axima_subscription_id: 5,
  subscription: null,
};
export const registered: AximaDomain = {
  domain_id: 4,
  domain_name: 'acme.example',
  companyName: 'Acme Textiles',
  timestamp: '2026-11-20T06:30:00Z',
  axima_subscription_id: 5,
};
const REGISTER = { menu_id: 61, menu_name: 'All Axima Domain', to_route: 'add_axima_domain' };
const products = answering(axima.products, {
  products: [
    { ap_id: 1, axima_product_name: 'Axima Mail Business' },
    { ap_id: 2, axima_product_name: 'Axima Archive' },
  ],
});

export type Answers = Parameters<typeof showAt>[2][];
/** Puts one of the two screens up for somebody of that role. */
export function openAs(role: Role, address: 'axima_domains' | 'add_axima_domain', ...answers: Answers) {
  const token = { login_token: 'x', exp: 4e9 };
  storeSession({ user: 'asha@desk.example', token, menu: [REGISTER], role });
  const screen = address === 'axima_domains' ? <AximaDomainsScreen /> : <AllAximaDomainScreen />;
  const shown = showAt(`/home/${address}`, screen, ...answers, products);
  return { ...shown };
}

/** The subscription of a domain, opened from the list by somebody of that role. */
export async function openSubscription(role: Role, ...answers: Answers) {
  const shown = openAs(
    role,
    'axima_domains',
    ...answers,
    answering(axima.existing, { domains: [existing] }),
    answering(axima.domainDetails, { domains: [subscription] }),
    answering(axima.subscriptionDetails, { domains: [subscription] }),
  );
  await shown.user.click(await shown.screen.findByRole('button', { name: 'acme.example' }));
  await shown.screen.findByRole('dialog', { name: 'Axima Domain: acme.example' });
  await shown.screen.findByText('ravi@acme.example');
  return shown;
}
