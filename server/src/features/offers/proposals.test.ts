import { myDay } from '@desk/contract/renewal-work/my-day';
import { offers } from '@desk/contract/renewal-work/offers';
import { expect, test } from 'vitest';
import { inboundMessagesTable } from '../../platform/db/tables/inbound.ts';
import { offersTable } from '../../platform/db/tables/offers.ts';
import { outboxTable } from '../../platform/db/tables/outbox.ts';
import { renewalDecisionsTable } from '../../platform/db/tables/renewal-decisions.ts';
import { renewalCommentsTable, renewalsTable } from '../../platform/db/tables/renewals.ts';
import { makeContact, makeRenewal } from '../../testing/fixtures.ts';
import type { testServer } from '../../testing/server.ts';
import { deskWithPricedRenewal, NOW, RAVI } from './testing/priced-renewal.ts';

test('other seats, another plan and another price are offered; until somebody proposes otherwise they stay', async () => {
  const { desk, asha, id, send } = await deskWithPricedRenewal();
  const proposals = [{ renewal_id: id, seats: 35, plan_name: 'ANNUAL_YEARLY_PAY' as const, unit_price: '1800' }];

  const { reply } = await asha.calls(offers.preview, { renewal_ids: [id], proposals });

  expect(reply.offer?.lines).toMatchObject([
    {
      ...{ seats: 35, plan_name: 'ANNUAL_YEARLY_PAY', unit_price: '1800.00', amount: '63000.00' },
      proposed: { seats: 35, plan_name: 'ANNUAL_YEARLY_PAY', unit_price: '1800.00', present: { seats: 25 } },
    },
  ]);
  expect(reply.text).toContain('35');
  expect((await send({ proposals })).status).toBe(200);
  expect((await asha.calls(offers.preview, { renewal_ids: [id] })).reply.offer).toMatchObject({
    ...{ version: 1, total: '63000.00' },
  });
  const asItIs = [{ renewal_id: id, seats: null, plan_name: null, unit_price: null }];
  expect((await asha.calls(offers.preview, { renewal_ids: [id], proposals: asItIs })).reply).toMatchObject({
    offer: { version: 2, total: '50000.00', lines: [{ proposed: null }] },
    notes: [expect.stringMatching(/^Version 1 of 10-03-2027 went to Ravi Iyer: this one takes its place/) as string],
  });
  expect(await desk.db.$count(offersTable)).toBe(1);
});

test('what cannot be had is not offered', async () => {
  const { desk, asha, id, send } = await deskWithPricedRenewal();
  await desk.db.update(renewalsTable).set({ licensedSeats: 20 });
  const seats = (count: number) => [{ renewal_id: id, seats: count, plan_name: null, unit_price: null }];
  const problemsWith = async (count: number) =>
    (await asha.calls(offers.preview, { renewal_ids: [id], proposals: seats(count) })).reply.problems;

  expect(await problemsWith(19)).toEqual([
    'Google Workspace Business Starter of acme.example has 20 seats in use: offer 20 or more.',
  ]);
  expect(await problemsWith(301)).toEqual([expect.stringContaining('ends at 300 users') as string]);
  expect(await problemsWith(20)).toEqual([]);
  expect((await send({ proposals: seats(19) })).status).toBe(422);
  await desk.db.update(renewalsTable).set({ planName: 'FLEXIBLE' });
  expect(await problemsWith(30)).toEqual([expect.stringContaining('choose a plan for a year') as string]);
  expect(await desk.db.$count(offersTable)).toBe(0);
});

/** Ravi has written about nothing of ours, and asks for somebody. */
const raviWrote = (desk: Awaited<ReturnType<typeof testServer>>, customerId: number) =>
  desk.db.insert(inboundMessagesTable).values({
    ...{ messageId: '<1@acme.example>', kind: 'reply', from: RAVI, to: 'renew@desk.example', subject: 'Seats' },
    ...{
      text: 'Please call me.\n\n> Your licences are about to renew.\n',
      receivedAt: NOW(),
      createdAt: NOW(),
      customerId,
    },
  });

test.each([
  [false, 'stays in somebody’s day: an offer that goes out is no answer by itself'],
  [true, 'is answered by the offer, where whoever sends it says so'],
] as const)('with is_answer %s who wrote %s', async (...[is_answer]) => {
  const { desk, asha, id, customerId, send } = await deskWithPricedRenewal();
  await raviWrote(desk, customerId);
  await desk.db.update(renewalsTable).set({ assignedToId: asha.id });
  expect((await asha.calls(offers.preview, { renewal_ids: [id] })).reply.waiting).toEqual([
    { from: RAVI, text: 'Please call me.', received_at: NOW().toISOString(), recipient: RAVI },
  ]);

  expect((await send({ is_answer })).status).toBe(200);

  const [mail] = await desk.db.select().from(inboundMessagesTable);
  expect(mail?.settledAt !== null).toBe(is_answer);
  const { groups } = (await asha.calls(myDay.list, {})).reply;
  expect(JSON.stringify(groups).includes('Please call me')).toBe(!is_answer);
});

test('who has decided is not asked again unseen', async () => {
  const { desk, asha, id } = await deskWithPricedRenewal();
  await desk.db.insert(renewalDecisionsTable).values({ renewalId: id, accountId: asha.id, decision: 'renew' });
  expect((await asha.calls(offers.preview, { renewal_ids: [id] })).reply.notes).toEqual([
    expect.stringMatching(/^The customer has decided about acme\.example on .*: “Renew as it is”\./) as string,
  ]);
});

test.each([false, true])(
  'with is_answer %s who decided to talk first is answered, or stays in somebody’s day',
  async (is_answer) => {
    const { desk, asha, id, send } = await deskWithPricedRenewal();
    await desk.db.update(renewalsTable).set({ assignedToId: asha.id, confirmationStatus: 'In Discussion' });
    const before = { createdAt: new Date(NOW().getTime() - 60_000), comment: 'What about ten more?' };
    const talk = { ...before, renewalId: id, accountId: asha.id, decision: 'talk' } as const;
    await desk.db.insert(renewalDecisionsTable).values(talk);
    expect((await asha.calls(offers.preview, { renewal_ids: [id] })).reply.waiting).toMatchObject([
      { from: 'asha@desk.example', text: 'What about ten more?', recipient: null },
    ]);
    const isAsked = async () => /wants to talk/.test(JSON.stringify((await asha.calls(myDay.list, {})).reply.groups));
    expect(await isAsked()).toBe(true);

    expect((await send({ is_answer })).status).toBe(200);

    expect(await isAsked()).toBe(!is_answer);
  },
);

test('where nobody waits an offer is what was spoken last', async () => {
  const { desk, asha, send } = await deskWithPricedRenewal();
  await desk.db.update(renewalsTable).set({ assignedToId: asha.id });
  await send();
  expect(JSON.stringify((await asha.calls(myDay.list, {})).reply.groups)).toContain('last spoken on 10 Mar');
});

test('a mail about two renewals that came back is seen to when each has been offered anew', async () => {
  const { desk, asha, id, customerId, send } = await deskWithPricedRenewal();
  const other = await makeRenewal(desk.db, { domain: 'beta.example', renewal: { pricePerUser: '2000.00' } });
  await desk.db.update(renewalsTable).set({ customerId });
  const both = [id, other.id];
  await asha.calls(offers.send, { renewal_ids: both, recipients: [RAVI] });
  const [sent] = await desk.db.select().from(outboxTable);
  await desk.db.insert(inboundMessagesTable).values({
    ...{ messageId: '<2@mta.example>', kind: 'bounce', from: 'mailer-daemon@mta.example', to: 'renew@desk.example' },
    ...{ subject: 'Undelivered', text: 'No such user', bouncedAddress: RAVI, outboxId: sent?.id ?? 0, customerId },
    ...{ receivedAt: NOW(), createdAt: NOW() },
  });
  await desk.db.update(outboxTable).set({ createdAt: new Date('2027-03-09T06:00:00Z') });
  await desk.db.update(renewalCommentsTable).set({ updatedOn: new Date('2027-03-09T06:00:00Z') });
  await raviWrote(desk, customerId);
  const settled = async () =>
    (await desk.db.select().from(inboundMessagesTable)).flatMap(({ kind, settledAt }) => (settledAt ? [kind] : []));

  await makeContact(desk.db, customerId, { name: 'Payal Rao', email: 'payal@acme.example', roles: ['payer'] });
  expect((await send({ recipients: ['payal@acme.example'], is_answer: false })).status).toBe(200);
  expect(await settled()).toEqual([]);
  await makeContact(desk.db, customerId, { name: 'Anu Rao', email: 'anu@acme.example', roles: ['payer'] });
  const again = { renewal_ids: [other.id], recipients: ['anu@acme.example'], is_answer: false };
  expect((await asha.calls(offers.send, again)).status).toBe(200);
  expect(await settled()).toEqual(['bounce']);
});
