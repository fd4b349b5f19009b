import { axima } from '@desk/contract/axima';
import type { InputOf } from '@desk/contract/call';
import { testServer } from '../../../testing/server.ts';

export type NewDomain = InputOf<typeof axima.addDomain>;

export const newDomain: NewDomain = {
  ticket_number: 'AX-101',
  customer_name: 'Ravi Iyer',
  customer_email: 'ravi@acme.example',
  phone_number: '+91 60000 00001',
  company_name: 'Acme Textiles Pvt Ltd',
  domain_name: 'acme.example',
  tenant_name: 'acme',
  user_count: 25,
  product: 'Axima Mail Business',
  comments: 'Migrates on a Sunday',
  order_id: 'SO-77',
  billing_frequency: 'Annual',
  selling_price: '1500',
  buying_price: '1200.5',
  margin_percent: '19.97',
  requested_by: 'Devika',
  field_distributor: 'North Distribution',
};

/** A desk at noon of 21-11-2026 in India with one Axima domain, and a person of each role. */
export async function deskWithAxima() {
  const desk = await testServer({ now: () => new Date('2026-11-21T06:30:00Z') });
  const devika = await desk.as({ email: 'devika@desk.example', role: 'SALESC' });
  const joseph = await desk.as({ email: 'joseph@desk.example', role: 'ADEPLOY' });
  const sameer = await desk.as({ email: 'sameer@desk.example', role: 'AXSUP' });
  const ananya = await desk.as({ email: 'ananya@desk.example', role: 'ADMIN' });
  const ritika = await desk.as({ email: 'ritika@desk.example', role: 'RMEMBER' });
  await devika.calls(axima.addDomain, newDomain);
  const { reply } = await devika.calls(axima.subscriptionDetails, { subscription_id: 1 });
  const [subscription] = reply.domains;
  if (!subscription) throw new Error('The domain was not added.');
  const now = async () => {
    const seen = await devika.calls(axima.subscriptionDetails, { subscription_id: subscription.axima_subscription_id });
    return seen.reply.domains[0];
  };
  return { desk, devika, joseph, sameer, ananya, ritika, subscription, now };
}
