import { followUp } from '@desk/contract/follow-up';
import { ownRenewals } from '@desk/contract/own-renewals';
import { renewals } from '@desk/contract/renewals';
import { asc, eq, ne } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { accountsTable } from '../../platform/db/tables/accounts.ts';
import { domainsTable } from '../../platform/db/tables/customers.ts';
import { outboxTable } from '../../platform/db/tables/outbox.ts';
import { renewalDecisionsTable } from '../../platform/db/tables/renewal-decisions.ts';
import { renewalCommentsTable, renewalsTable } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import { makeRenewal, type RenewalOptions } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';
import { mailsTo } from '../../testing/mails.ts';

/** 20:00 UTC on 31 March: in India, where the desk does business, it is 1 April already. */
const NOW = new Date('2027-03-31T20:00:00Z');

/** A desk with Ravi, a customer; Asha, whose renewals these are; and a way to give him a domain with its renewal. */
async function open() {
  const desk = await testServer({ now: () => NOW });
  const asha = await desk.as();
  const ravi = await desk.as({ email: 'ravi@acme.example', kind: 'customer' });
  const own = async (request: RenewalOptions = {}, ownerId: number | null = ravi.id) => {
    const made = await makeRenewal(desk.db, { ...request, renewal: { assignedToId: asha.id, ...request.renewal } });
    const domain = eq(domainsTable.name, request.domain ?? 'acme.example');
    await desk.db.update(domainsTable).set({ ownerId }).where(domain);
    return made;
  };
  const { db } = desk;
  return {
    ...{ desk, asha, ravi, own },
    row: async (id: number) => (await db.select().from(renewalsTable).where(eq(renewalsTable.id, id)))[0],
    decisions: () => db.select().from(renewalDecisionsTable).orderBy(asc(renewalDecisionsTable.id)),
    written: () =>
      Promise.all(
        [renewalDecisionsTable, renewalCommentsTable, outboxTable, auditLogTable].map((table) => db.$count(table)),
      ),
  };
}
type Ravi = Awaited<ReturnType<typeof open>>['ravi'];
/** An answer without what is of the request alone. */
const bare = ({ status, reply }: { status: number; reply: object }) => ({
  status,
  reply: { ...reply, request_id: '' },
});
const listed = async (person: Ravi) =>
  (await person.calls(ownRenewals.list, {})).reply.renewals.map((row) => row.domain_name);

test('a customer sees what renews, when, for how much, and nothing of what staff say among themselves', async () => {
  const { ravi, own } = await open();
  const { id } = await own({
    ...{ renewsOn: '2027-04-21', seats: 25, sku: 'Google Vault' },
    renewal: { followupComment: 'canary', highlightCase: 'Red', confirmationStatus: 'Lost', margin: '12.00' },
    subscription: {
      ...{ licensedSeats: 22, price: '1440.00', currency: 'USD', renewalType: 'AUTO_RENEW_YEARLY_PAY' },
    },
  });

  const { reply } = await ravi.calls(ownRenewals.list, {});

  expect(reply).toEqual({
    renewals: [
      {
        ...{ renewal_id: id, domain_name: 'acme.example', sku_name: 'Google Vault', plan_name: 'ANNUAL' },
        ...{ status: 'ACTIVE', renewal_date: '2027-04-21', days_left: 20, bought_seats: 25, used_seats: 22 },
        ...{ price: '1440.00', currency: 'USD', renewal_type: 'AUTO_RENEW_YEARLY_PAY', decision: null },
        ...{ standing: 'decided', if_nobody_acts: 'unknown', seats_if_nobody_acts: null },
        ...{ last_safe_day: null, may_decide: true, wish: null, arranged: null, next_term: null },
      },
    ],
    total: 1,
  });
});

test('the next one comes first, ten on a page, and a search finds domain or SKU', async () => {
  const { ravi, own } = await open();
  for (let i = 12; i >= 1; i--) {
    const sku = i === 7 ? 'Google Vault' : 'Google Workspace Business Plus';
    await own({ domain: `d${i}.example`, renewsOn: `2027-05-${String(i).padStart(2, '0')}`, sku });
  }

  const second = (await ravi.calls(ownRenewals.list, { page: 2 })).reply;

  expect((await listed(ravi)).slice(0, 3)).toEqual(['d1.example', 'd2.example', 'd3.example']);
  expect(second.renewals.map((row) => row.domain_name)).toEqual(['d11.example', 'd12.example']);
  expect(second.total).toBe(12);
  const found = async (search: string) => (await ravi.calls(ownRenewals.list, { search })).reply.total;
  expect([await found('D1'), await found('vault'), await found('%')]).toEqual([4, 1, 0]);
});

test('what is closed, ended, of a domain that is not active, or of somebody else, is not listed', async () => {
  const { desk, ravi, own } = await open();
  const mira = await desk.as({ email: 'mira@other.example', kind: 'customer' });
  await own({ domain: 'closed.example', renewal: { state: 'closed', closedBecause: 'passed' } });
  await own({ domain: 'ended.example', subscription: { endedAt: NOW } });
  await own({ domain: 'suspended.example' });
  await desk.db.update(domainsTable).set({ status: 'SUSPENDED' }).where(eq(domainsTable.name, 'suspended.example'));
  await own({ domain: 'miras.example' }, mira.id);
  await own({ domain: 'nobodys.example' }, null);
  await own({ domain: 'acme.example' });

  expect(await listed(ravi)).toEqual(['acme.example']);
  expect(await listed(mira)).toEqual(['miras.example']);
});

test("a decision stands in the customer's list, in the staff's history, on the row of the assignee and in the audit log", async () => {
  const { desk, asha, ravi, own, row } = await open();
  const { id } = await own({ renewsOn: '2027-04-21' });
  const sentence = 'Customer: change at renewal to 40 seats on the flexible plan. "We are growing."';

  const options = { renewal_id: id, decision: 'change', seats: 40, plan_name: 'FLEXIBLE' } as const;
  const answer = await ravi.calls(ownRenewals.decide, { ...options, comment: ' We are growing. ' });

  expect(answer).toMatchObject({ status: 200, reply: {} });
  const { reply } = await ravi.calls(ownRenewals.list, {});
  expect(reply.renewals[0]?.decision).toEqual({
    ...{ decision: 'change', seats: 40, plan_name: 'FLEXIBLE', reason: null, by: null, comment: 'We are growing.' },
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as string,
  });
  expect((await asha.calls(followUp.comments, { renewal_id: id })).reply.followup_comment).toMatchObject([
    { followup_comment: sentence, updated_by: 'ravi@acme.example' },
  ]);
  expect((await asha.calls(renewals.mine, {})).reply.domains).toMatchObject([
    { renewal_id: id, followup_comments: sentence, confirmation_status: 'In Discussion', highlight_case: null },
  ]);
  expect((await row(id))?.version).toBe(2);
  const all = await desk.db.select().from(auditLogTable).orderBy(auditLogTable.id);
  const entries = all.filter(({ subject }) => subject === 'renewal');
  const about = { actor: 'ravi@acme.example', subject: 'renewal', subjectId: id };
  expect(entries).toMatchObject(['customer_decided', 'instruction_proposed'].map((action) => ({ action, ...about })));
  expect(entries[0]?.changes).toEqual(
    expect.arrayContaining([
      { field: 'followup_comment', old: null, new: sentence },
      { field: 'confirmation_status', old: null, new: 'In Discussion' },
    ]),
  );
  expect(desk.announced).toEqual([{ kind: 'month', month: '2027-04' }]);
});

test('of the staff the member who has the renewal gets a mail, nobody else does', async () => {
  const { desk, asha, ravi, own } = await open();
  const { id } = await own({ renewsOn: '2027-04-21', sku: 'Google Vault' });
  await desk.as({ email: 'vikram@desk.example', role: 'ADMIN' });

  await ravi.calls(ownRenewals.decide, { renewal_id: id, decision: 'talk' });

  expect(await mailsTo(desk, asha.email)).toEqual([
    {
      subject: 'Test Desk: acme.example decided about its renewal',
      text: expect.stringMatching(
        /^Customer: wants to talk before the renewal\.\n\nGoogle Vault of acme\.example/,
      ) as string,
    },
  ]);
  const others = await desk.db.select().from(outboxTable).where(ne(outboxTable.recipient, ravi.email));
  expect(others).toMatchObject([{ purpose: 'notice' }]);
});

test('a member who was suspended gets none', async () => {
  const { desk, asha, ravi, own } = await open();
  const { id } = await own();
  await desk.db.update(accountsTable).set({ status: 'SUSPENDED' }).where(eq(accountsTable.id, asha.id));

  expect((await ravi.calls(ownRenewals.decide, { renewal_id: id, decision: 'talk' })).status).toBe(200);
  expect(await mailsTo(desk, asha.email)).toEqual([]);
});

test('who renews is confirmed; who leaves is flagged red and under discussion, and not yet lost', async () => {
  const { ravi, own, row } = await open();
  const { id } = await own({ renewal: { highlightCase: 'Green' } });

  await ravi.calls(ownRenewals.decide, { renewal_id: id, decision: 'renew' });
  expect(await row(id)).toMatchObject({ confirmationStatus: 'Confirmation Received', highlightCase: 'Green' });

  await ravi.calls(ownRenewals.decide, { renewal_id: id, decision: 'do_not_renew', reason: 'Price Issue' });
  expect(await row(id)).toMatchObject({
    ...{ confirmationStatus: 'In Discussion', highlightCase: 'Red', reason: null, version: 3 },
    followupComment: 'Customer: do not renew, Price Issue.',
  });
});

test('the same decision again is answered and writes nothing, at the same time too', async () => {
  const { desk, ravi, own, row, written } = await open();
  const { id } = await own();
  const leave = () =>
    ravi.calls(ownRenewals.decide, { renewal_id: id, decision: 'do_not_renew', reason: 'Others', comment: 'Bye' });

  const answers = await Promise.all(Array.from({ length: 8 }, leave));
  desk.announced.length = 0;
  answers.push(await leave());

  expect(answers.map(({ status }) => status)).toEqual(Array<number>(9).fill(200));
  expect(await written()).toEqual([1, 1, 2, 3]);
  expect((await row(id))?.version).toBe(2);
  expect(desk.announced).toEqual([]);
});

test('after another decision, or after staff went on, the same words are a decision anew', async () => {
  const { asha, ravi, own, decisions, row } = await open();
  const { id } = await own();
  const print = (decision: 'renew' | 'talk') => ravi.calls(ownRenewals.decide, { renewal_id: id, decision });

  await print('renew');
  await print('talk');
  await print('renew');
  await asha.calls(followUp.saveStatus, { renewal_id: id, formData: { highlight: 'Orange', status: 'In Discussion' } });
  await print('renew');

  expect((await decisions()).map(({ decision }) => decision)).toEqual(['renew', 'talk', 'renew', 'renew']);
  expect(await row(id)).toMatchObject({ confirmationStatus: 'Confirmation Received', version: 6 });
});

test('what staff closed stays closed: decisions on it are refused, those on the lost one leave it lost', async () => {
  const { asha, ravi, own, row, decisions } = await open();
  const closed = await own({ domain: 'closed.example', renewal: { state: 'closed', closedBecause: 'renewed' } });
  const ended = await own({ domain: 'ended.example', subscription: { endedAt: NOW } });
  const lost = await own();
  const why = { reason: 'Move to other vendor', sub_reason: 'Price Issue' } as const;
  const formData = { highlight: 'Red', status: 'Lost', ...why } as const;
  await asha.calls(followUp.saveStatus, { renewal_id: lost.id, formData });

  for (const { id } of [closed, ended])
    expect(await ravi.calls(ownRenewals.decide, { renewal_id: id, decision: 'renew' })).toMatchObject({
      status: 409,
      reply: { message: 'This renewal is closed. Look at the list again.' },
    });
  expect(await decisions()).toEqual([]);
  await ravi.calls(ownRenewals.decide, { renewal_id: lost.id, decision: 'do_not_renew', reason: 'Price Issue' });
  expect(await row(lost.id)).toMatchObject({ confirmationStatus: 'Lost', reason: 'Move to other vendor' });
});

test('a renewal out of reach is as if it were not there, open or closed', async () => {
  const { desk, ravi, own, written } = await open();
  const mira = await desk.as({ email: 'mira@other.example', kind: 'customer' });
  const miras = await own({ domain: 'miras.example' }, mira.id);
  const closed = await own(
    { domain: 'closed.example', renewal: { state: 'closed', closedBecause: 'passed' } },
    mira.id,
  );
  const nobodys = await own({ domain: 'nobodys.example' }, null);
  const suspended = await own({ domain: 'suspended.example' });
  await desk.db.update(domainsTable).set({ status: 'SUSPENDED' }).where(eq(domainsTable.name, 'suspended.example'));
  const report = (renewal_id: number) => ravi.calls(ownRenewals.decide, { renewal_id, decision: 'renew' });

  const unknown = bare(await report(4711));
  expect(unknown).toMatchObject({ status: 404, reply: { message: 'No Data Present' } });
  for (const { id } of [miras, closed, nobodys, suspended]) expect(bare(await report(id))).toEqual(unknown);
  expect(await written()).toEqual([0, 0, 0, 0]);
});

test('what an earlier owner of the domain decided is not told to the next', async () => {
  const { desk, ravi, own, decisions } = await open();
  const { id } = await own();
  await ravi.calls(ownRenewals.decide, { renewal_id: id, decision: 'talk', comment: 'canary' });
  const mira = await desk.as({ email: 'mira@other.example', kind: 'customer' });
  await desk.db.update(domainsTable).set({ ownerId: mira.id });

  expect((await mira.calls(ownRenewals.list, {})).reply.renewals).toMatchObject([{ renewal_id: id, decision: null }]);
  await mira.calls(ownRenewals.decide, { renewal_id: id, decision: 'talk', comment: 'canary' });
  expect((await decisions()).map((one) => one.accountId)).toEqual([ravi.id, mira.id]);
});

test.each([
  [{ decision: 'change' }, 'Enter the seats or choose the plan that you want'],
  [{ decision: 'change', seats: 0 }, undefined],
  [{ decision: 'change', seats: 2.5 }, 'Enter a whole number of seats'],
  [{ decision: 'change', seats: 1_000_000 }, undefined],
  [{ decision: 'do_not_renew' }, 'Choose a reason'],
  [{ decision: 'talk', comment: 'x'.repeat(1_001) }, 'At most 1000 characters'],
] as const)('%j is refused and nothing is written', async (asked, message) => {
  const { ravi, own, written } = await open();
  const { id } = await own();

  const answer = await ravi.calls(ownRenewals.decide, { renewal_id: id, ...asked });

  expect(answer.status).toBe(400);
  if (message !== undefined) expect(answer.reply.message).toBe(message);
  expect(await written()).toEqual([0, 0, 0, 0]);
});

test('the renewal of a subscription that moved on shows its facts of today', async () => {
  const { desk, ravi, own } = await open();
  const { subscriptionId } = await own();
  await desk.db.update(subscriptionsTable).set({ numberOfSeats: 31 }).where(eq(subscriptionsTable.id, subscriptionId));

  expect((await ravi.calls(ownRenewals.list, {})).reply.renewals).toMatchObject([{ bought_seats: 31 }]);
});
