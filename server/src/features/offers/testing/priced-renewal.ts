import { offers } from '@desk/contract/renewal-work/offers';
import { makeContact, makeRenewal } from '../../../testing/fixtures.ts';
import { testServer } from '../../../testing/server.ts';

export const RAVI = 'ravi@acme.example';
export const MEERA = 'meera@acme.example';
export const NOW = () => new Date('2027-03-10T06:00:00Z');

/** A desk with a renewal of 25 seats at ₹2,000 each, whose customer has a buyer and a viewer. */
export async function deskWithPricedRenewal(env: Record<string, string> = {}) {
  const desk = await testServer({ env, now: NOW });
  const asha = await desk.as();
  const { id, customerId } = await makeRenewal(desk.db, { renewal: { pricePerUser: '2000.00' } });
  await makeContact(desk.db, customerId, { name: 'Meera Shah', email: MEERA, roles: ['viewer'] });
  await makeContact(desk.db, customerId, { name: 'Ravi Iyer', email: RAVI, roles: ['buyer'] });
  const send = (other: object = {}) => asha.calls(offers.send, { renewal_ids: [id], recipients: [RAVI], ...other });
  return { desk, asha, id, customerId, send };
}
