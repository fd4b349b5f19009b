import { reminders } from '@desk/contract/renewal-work/reminders';
import { expect, test } from 'vitest';
import { makeOffer } from '../../domain/offers/make-offer.ts';
import type { Proposal } from '../../platform/db/tables/offers.ts';
import { noon, RAVI, remindersDesk, step, type RemindersDesk } from './testing/reminders-desk.ts';

const PRICED = step(30, { text: '{seats} licences, {amount}.\n\n{link}\n\nRegards.' });

/** As staff offer it: other terms for one renewal. */
async function propose({ db, services, acme }: RemindersDesk, proposal: Partial<Proposal>) {
  const proposals = new Map([[acme.id, { seats: null, plan: null, unitPrice: null, ...proposal }]]);
  const wanted = { customerId: acme.customerId, renewalIds: [acme.id], createdById: null };
  await db.transaction((tx) => makeOffer(tx, services, { ...wanted, proposals }));
}

const agreed = { renewal: { price: '40000.00', pricePerUser: '1000.00', numberOfSeats: 40, planName: 'ANNUAL' } };
const OFFERED =
  'Our offer for Google Workspace Business Starter of acme.example: 50 seats in place of 40, Annual, paid monthly, INR 45,000.00 for the term.';

test('a reminder has the price of the page that it leads to, and what is offered before its button', async () => {
  const desk = await remindersDesk({ steps: [PRICED], acme: agreed });
  desk.at(noon('10-27'));
  await propose(desk, { seats: 50, unitPrice: '900' });
  await desk.plan();
  const root = await desk.as();

  const { subject, text, channel, to } = PRICED;
  const written = { key: null, days_before: 30, channel, to, subject, text }; // prettier-ignore
  const { reply } = await root.calls(reminders.previewPolicy, { steps: [written] });
  const [mail] = await desk.send(noon('10-28'));

  for (const text of [reply.mails[0]?.text, mail?.body]) {
    expect(text).toContain('40 licences, INR 45,000.00.');
    expect(text).toContain(OFFERED);
    expect(text?.indexOf(OFFERED)).toBeLessThan(text?.indexOf('Decide now') ?? 0);
  }
});

test('the price of a seat counts before that of the term, as in the quote', async () => {
  const desk = await remindersDesk({
    steps: [PRICED],
    acme: { renewal: { ...agreed.renewal, price: '39000.00' } },
  });
  await desk.plan(noon('10-27'));

  const [mail] = await desk.send(noon('10-28'));

  expect(mail?.body).toContain('40 licences, INR 40,000.00.');
  expect(mail?.body).not.toContain('Our offer');
});

test('of several, what is offered stands below their table', async () => {
  const desk = await remindersDesk({ acme: agreed });
  await desk.renewal({ domain: 'beta.example', customer: { email: RAVI } });
  desk.at(noon('10-27'));
  await propose(desk, { seats: 50, unitPrice: '900' });
  await desk.plan();

  const [mail] = await desk.send(noon('10-28'));

  expect(mail?.body).toContain('2 renewals');
  expect(mail?.body).toContain(OFFERED);
});
