import { expect, test } from 'vitest';
import { instructionsTable } from '../../platform/db/tables/instructions.ts';
import { offersTable, type Proposal } from '../../platform/db/tables/offers.ts';
import { outboxRenewalsTable } from '../../platform/db/tables/outbox.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import { makeOffer } from '../../domain/offers/make-offer.ts';
import { offered } from './testing/offered.ts';

const SAME: Proposal = { seats: null, plan: null, unitPrice: null };

/** A desk whose customer is offered something else than they have, and the link to that. */
async function proposed(proposal: Partial<Proposal>) {
  const desk = await offered({ renewal: { renewal: { planName: 'ANNUAL_YEARLY_PAY' } } });
  const { db, services, customerId, renewal, linkFor } = desk;
  const proposals = new Map([[renewal.id, { ...SAME, ...proposal }]]);
  const wanted = { customerId, renewalIds: [renewal.id], createdById: desk.asha.id };
  const offer = await db.transaction((tx) => makeOffer(tx, services, { ...wanted, proposals }));
  const link = await linkFor('ravi@acme.example', 'Ravi Iyer', offer?.id);
  const remind = () => db.transaction((tx) => makeOffer(tx, services, { ...wanted, createdById: null }));
  return { ...desk, link, made: offer, remind };
}

test('what is offered stands first, at its price; what they have stays beside it at theirs', async () => {
  const { get, link } = await proposed({ seats: 800, plan: 'ANNUAL', unitPrice: '2500' });

  const { body } = await get(`/d/${link}`);

  for (const words of [
    'Take our offer: 800 seats',
    '₹20,00,000 for the year · Annual, paid monthly',
    'Renew all 747 seats',
    '₹20,51,262 for the year',
  ])
    expect(body).toContain(words);
  expect(body.indexOf('Take our offer')).toBeLessThan(body.indexOf('Renew all 747'));
});

test('who takes it decides for its seats and its plan, and the mail says what that comes to', async () => {
  const { decide, link, decisions, db, mails, renewal } = await proposed({
    seats: 800,
    plan: 'ANNUAL',
    unitPrice: '2500',
  });

  expect((await decide(link, { choice: 'offered' })).statusCode).toBe(303);

  expect(await decisions()).toMatchObject([{ decision: 'change', seats: 800, planName: 'ANNUAL' }]);
  expect(await db.select().from(instructionsTable)).toMatchObject([{ outcome: 'renew', seats: 800, pay: 'monthly' }]);
  const [mail] = await mails('ravi@acme.example');
  expect(mail?.text).toContain(
    'Change at renewal to 800 seats on the annual plan, paid monthly, INR 20,00,000.00 for the term plus tax',
  );
  // What comes back of it, or is answered to it, is the renewal's; and it is no notification of it.
  expect(await db.select().from(outboxRenewalsTable)).toMatchObject([{ renewalId: renewal.id, batch: 0 }]);
});

test('another price for the same is all that renews as it is', async () => {
  const { get, decide, link, decisions } = await proposed({ unitPrice: '2000' });

  const { body } = await get(`/d/${link}`);
  expect(body).toContain('Take our offer: 747 seats');
  expect(body).not.toContain('Renew all 747 seats');
  await decide(link, { choice: 'offered' });

  expect(await decisions()).toMatchObject([{ decision: 'renew', seats: null, planName: null }]);
});

test('who takes what they were shown gets that, whatever they have bought since', async () => {
  const { decide, link, decisions, db, mails, renewal } = await proposed({ unitPrice: '2000' });
  await db.update(subscriptionsTable).set({ numberOfSeats: 760 });
  await db.update(renewalsTable).set({ numberOfSeats: 760 });

  await decide(link, { choice: 'offered' });

  expect(await decisions()).toMatchObject([{ decision: 'change', seats: 747, renewalId: renewal.id }]);
  const [mail] = await mails('ravi@acme.example');
  expect(mail?.text).toContain('Change at renewal to 747 seats, INR 14,94,000.00 for the term plus tax');
});

test('another plan is wished with the number of seats that was shown', async () => {
  const { decide, link, decisions } = await proposed({ plan: 'ANNUAL', unitPrice: '2000' });
  await decide(link, { choice: 'offered' });
  expect(await decisions()).toMatchObject([{ decision: 'change', seats: 747, planName: 'ANNUAL' }]);
});

test('another number at a price that is offered for each seat comes at that price', async () => {
  const { decide, link, mails } = await proposed({ unitPrice: '3000' });
  await decide(link, { choice: 'change', seats: '750' });
  const [mail] = await mails('ravi@acme.example');
  expect(mail?.text).toContain('Change at renewal to 750 seats, INR 22,50,000.00 for the term plus tax');
});

test('a reminder does not offer what cannot be had by now', async () => {
  const { remind, db } = await proposed({ seats: 600 });
  await db.update(renewalsTable).set({ licensedSeats: 650 });
  expect((await remind())?.lines).toMatchObject([{ seats: 747 }]);
});

test('an offer of fewer seats than are in use by now is refused with the number', async () => {
  const { decide, link, db, decisions } = await proposed({ seats: 530 });
  await db.update(subscriptionsTable).set({ licensedSeats: 540 });
  const answer = await decide(link, { choice: 'offered' });
  expect(answer.statusCode).toBe(422);
  expect(answer.body).toContain('540 people use a seat. Choose 540 or more');
  expect(await decisions()).toEqual([]);
  expect(await db.$count(instructionsTable)).toBe(0);
});

test('a reminder offers what staff have proposed, and makes no other version of it', async () => {
  const { made, remind, db } = await proposed({ seats: 800 });
  expect((await remind())?.id).toBe(made?.id);
  await db.update(renewalsTable).set({ price: '747000.00' });
  expect((await remind())?.lines).toMatchObject([{ seats: 800, unitPrice: '1000.00', amount: '800000.00' }]);
  expect(await db.$count(offersTable)).toBe(3);
});

test('one press takes all that is offered', async () => {
  const { add, db, services, customerId, renewal, asha, linkFor, get, post, decisions } = await offered();
  const other = await add({ domain: 'b.example' });
  await db.update(renewalsTable).set({ customerId });
  const offer = await db.transaction((tx) =>
    makeOffer(tx, services, {
      ...{ customerId, renewalIds: [renewal.id, other.id], createdById: asha.id },
      proposals: new Map([[other.id, { ...SAME, seats: 800 }]]),
    }),
  );
  const link = await linkFor('ravi@acme.example', 'Ravi', offer?.id);
  const { body } = await get(`/d/${link}`);
  expect(body).toContain('Renew all 2 as they are offered for ₹42,48,062');
  const key = /name="key" value="([^"]+)"/.exec(body)?.[1] ?? '';
  await post(`/d/${link}`, { version: String(offer?.version), key, line: 'all', choice: 'offered', name: 'Ravi' });
  expect((await decisions()).map(({ renewalId, decision, seats }) => [renewalId, decision, seats])).toEqual([
    [renewal.id, 'renew', null],
    [other.id, 'change', 800],
  ]);
});
