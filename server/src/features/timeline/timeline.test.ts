import { followUp } from '@desk/contract/follow-up';
import { renewals } from '@desk/contract/renewals';
import { timeline, TIMELINE_PAGE, type TimelineCursor } from '@desk/contract/timeline';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { seatOrdersTable } from '../../platform/db/tables/licences.ts';
import { outboxRenewalsTable, outboxTable } from '../../platform/db/tables/outbox.ts';
import { renewalDecisionsTable } from '../../platform/db/tables/renewal-decisions.ts';
import { renewalCommentsTable } from '../../platform/db/tables/renewals.ts';
import { calendarOf } from '../../domain/calendar/calendar.ts';
import { reconcileDeadlines } from '../../domain/deadlines/reconcile.ts';
import { makeContact, makeRenewal } from '../../testing/fixtures.ts';
import { domainPageDesk } from '../domain-page/testing/domain-page-desk.ts';

let desk: Awaited<ReturnType<typeof domainPageDesk>>;
beforeEach(async () => {
  desk = await domainPageDesk();
});
const domain_name = 'acme.example';
const on = (day: number) => new Date(`2026-11-${String(day).padStart(2, '0')}T10:00:00Z`);
const entries = async (more: { kind?: 'comment' | 'sync' | 'edit'; before?: TimelineCursor } = {}) =>
  (await desk.asha.calls(timeline.entries, { domain_name, ...more })).reply;

/** Something of each kind, a day apart, and as much of another domain. */
async function fill(domain: string) {
  const { db } = desk;
  const made = await makeRenewal(db, { domain, externalId: `sub-${domain}` });
  const { id: renewalId, subscriptionId, customerId } = made;
  const accountId = (await desk.account({ email: `owner@${domain}`, kind: 'customer' })).id;
  await db.insert(renewalCommentsTable).values({
    ...{ renewalId, comment: 'They want fewer seats', updatedBy: 'asha@desk.example', updatedOn: on(1) },
    form: { highlight: 'Orange', status: 'In Discussion' },
  });
  const message = { channel: 'Email', purpose: 'renewal', recipient: `it@${domain}`, subject: 'Your renewal' } as const;
  const [sent] = await db
    .insert(outboxTable)
    .values({ ...message, state: 'failed', reason: 'Mailbox full', createdBy: 'asha@desk.example', createdAt: on(2) })
    .returning();
  await db.insert(outboxRenewalsTable).values({ messageId: sent?.id ?? 0, renewalId });
  await db.insert(renewalDecisionsTable).values({ renewalId, accountId, decision: 'change', seats: 560, comment: 'Merger', createdAt: on(3) }); // prettier-ignore
  // The same words, which the decision wrote into the follow-up.
  await db.insert(renewalCommentsTable).values({ renewalId, comment: 'The customer wants 560', updatedBy: `owner@${domain}`, updatedOn: on(3) }); // prettier-ignore
  await db.insert(seatOrdersTable).values({
    ...{ subscriptionId, accountId, addedSeats: 5, seatsBefore: 25, seatsAfter: 30, state: 'done' },
    ...{ createdBy: `owner@${domain}`, createdAt: on(4) },
  });
  await desk.makeTicket(domain, { number: '48219', openedAt: on(5), closedAt: on(6), status: 'Closed' });
  await desk.makeInvoice(customerId, { number: `INV-${domain}`, date: '2026-11-06', total: '900.00', balance: '0.00' });
  const change = (field: string, old: string, now: string) => [{ field, old, new: now }];
  await db.insert(auditLogTable).values([
    { ...{ at: on(7), actor: 'system', action: 'subscription_changed', subject: 'subscription', subjectId: subscriptionId }, changes: change('number_of_seats', '20', '25') }, // prettier-ignore
    // The renewal follows its subscription.
    { ...{ at: on(7), actor: 'system', action: 'provider_changed', subject: 'renewal', subjectId: renewalId }, changes: change('number_of_seats', '20', '25') }, // prettier-ignore
    { ...{ at: on(8), actorId: 1, actor: 'asha@desk.example', action: 'zone_changed', subject: 'renewal', subjectId: renewalId }, changes: change('zone', 'West', 'South') }, // prettier-ignore
    { ...{ at: on(9), actorId: 1, actor: 'asha@desk.example', action: 'comment_added', subject: 'renewal', subjectId: renewalId }, changes: [] }, // prettier-ignore
    { ...{ at: on(9), actorId: 1, actor: 'asha@desk.example', action: 'seats_added', subject: 'subscription', subjectId: subscriptionId }, changes: [] }, // prettier-ignore
    { ...{ at: on(9), actorId: 1, actor: 'asha@desk.example', action: 'subscription_changed', subject: 'subscription', subjectId: subscriptionId }, changes: change('number_of_seats', '25', '30') }, // prettier-ignore
    { ...{ at: on(9), actorId: 1, actor: 'asha@desk.example', action: 'login', subject: 'account', subjectId: renewalId }, changes: [] }, // prettier-ignore
  ]);
  return made;
}

test('all that happened to a domain, each thing once, the newest first, and nothing of another domain', async () => {
  await fill('other.example');
  await fill(domain_name);

  const { entries: listed, more, counts } = await entries();

  const byOwner = { by: `owner@${domain_name}` };
  const renewal = { renewal_date: '2027-04-01', sku_name: 'Google Workspace Business Starter' };
  expect(listed).toMatchObject([
    { kind: 'edit', at: '2026-11-08T10:00:00.000000Z', by: 'asha@desk.example', what: 'Zone changed', changes: [{ field: 'Zone', old: 'West', new: 'South' }], renewal, product: null }, // prettier-ignore
    { kind: 'sync', by: 'system', what: 'Subscription changed', changes: [{ field: 'Licence', old: '20', new: '25' }], renewal: null, product: 'Google Workspace Business Starter' }, // prettier-ignore
    {
      kind: 'invoice',
      at: '2026-11-05T18:30:00.000000Z',
      number: 'INV-acme.example',
      total: '900.00',
      balance: '0.00',
    },
    { kind: 'ticket', by: null, number: '48219', status: 'Closed', closed_at: '2026-11-06T10:00:00.000Z' },
    { kind: 'order', ...byOwner, added_seats: 5, state: 'done', seats_before: 25, seats_after: 30, reason: null },
    { kind: 'decision', ...byOwner, decision: 'change', seats: 560, text: 'Merger', renewal },
    { kind: 'message', recipient: 'it@acme.example', subject: 'Your renewal', state: 'failed', reason: 'Mailbox full' },
    { kind: 'comment', text: 'They want fewer seats', flag: 'Orange', status: 'In Discussion', renewal },
  ]);
  expect(listed).toHaveLength(8);
  expect(more).toBe(false);
  expect(counts).toEqual({
    comment: 1,
    message: 1,
    reminder: 0,
    opening: 0,
    inbound: 0,
    decision: 1,
    order: 1,
    ticket: 1,
    invoice: 1,
    sync: 1,
    edit: 1,
  });
});

test('of one kind only its entries are told, and the counts stay those of all', async () => {
  await fill(domain_name);
  const { entries: listed, counts } = await entries({ kind: 'sync' });
  expect(listed.map(({ kind }) => kind)).toEqual(['sync']);
  expect(counts.comment).toBe(1);
});

test('pages follow each other without a gap and without a repetition, many entries of one instant included', async () => {
  const { id } = await makeRenewal(desk.db);
  await desk.pool.query(
    `insert into renewal_comments (renewal_id, comment, updated_by, updated_on)
     select ${id}, 'Said ' || n, 'asha@desk.example', '2026-11-01T10:00:00.123456Z' from generate_series(1, 70) n`,
  );
  await desk.pool.query(
    `insert into audit_log (at, actor, action, subject, subject_id, changes)
     select '2026-11-01T10:00:00.123456Z', 'asha@desk.example', 'zone_changed', 'renewal', ${id}, '[]' from generate_series(1, 40)`,
  );
  const seen: string[] = [];
  let before: TimelineCursor | undefined;
  let more = true;
  while (more) {
    const page: Awaited<ReturnType<typeof entries>> = await entries(before && { before });
    seen.push(...page.entries.map(({ key }) => key));
    const last = page.entries.at(-1);
    before = last && { at: last.at, key: last.key };
    more = page.more;
    expect(page.entries.length).toBe(Math.min(TIMELINE_PAGE, 110 - seen.length + page.entries.length));
  }
  expect([seen.length, new Set(seen).size]).toEqual([110, 110]);
});

test('what staff do on the screens stands there: a comment, a status, a changed detail', async () => {
  const { id } = await makeRenewal(desk.db);
  await desk.asha.calls(followUp.addComment, { renewal_id: id, comment: 'Called' });
  const formData = { highlight: 'Green', status: 'In Discussion' } as const;
  await desk.asha.calls(followUp.saveStatus, { renewal_id: id, formData });
  await desk.asha.calls(renewals.setZone, { renewal_id: id, zone: 'South' });

  const { entries: listed, counts } = await entries();

  expect(listed).toMatchObject([
    { kind: 'edit', by: 'asha@desk.example', changes: [{ field: 'Zone', old: null, new: 'South' }] },
    { kind: 'comment', flag: 'Green', status: 'In Discussion' },
    { kind: 'comment', text: 'Called', flag: null, status: null },
  ]);
  expect([counts.comment, counts.edit]).toEqual([2, 1]);
});

test('who has no screen of renewals sees tickets and invoices, as in the sections, and nothing else', async () => {
  await fill(domain_name);
  const ravi = await desk.as({ email: 'ravi@desk.example', menus: ['renewal_dashboard'] });

  const { reply } = await ravi.calls(timeline.entries, { domain_name });
  const { reply: none } = await ravi.calls(timeline.entries, { domain_name, kind: 'comment' });
  const { reply: summary } = await ravi.calls(timeline.summary, { domain_name });

  expect(reply.entries.map(({ kind }) => kind)).toEqual(['invoice', 'ticket']);
  expect(reply.counts).toMatchObject({ comment: 0, message: 0, inbound: 0, edit: 0, ticket: 1 });
  expect(none.entries).toEqual([]);
  expect(summary).toMatchObject({ last_contact: null, renewals: [], status: 'ACTIVE', counts: { invoices: 1 } });
});

test('a host of everybody’s mail has no tickets, and an unknown name no page', async () => {
  await makeRenewal(desk.db, { domain: 'gmail.com' });
  await desk.makeTicket('gmail.com');
  const { reply } = await desk.asha.calls(timeline.entries, { domain_name: 'Gmail.com' });
  expect(reply.counts.ticket).toBe(0);
  expect((await desk.asha.calls(timeline.entries, { domain_name: 'nobody.example' })).status).toBe(404);
  expect((await desk.asha.calls(timeline.summary, { domain_name: 'nobody.example' })).status).toBe(404);
});

test.each([
  { at: '2026-02-31T10:00:00.000000Z', key: 'comment:1' },
  { at: 'yesterday', key: 'comment:1' },
  { at: '2026-02-03T10:00:00.000000Z', key: 'comment:one' },
  { at: '2026-02-03T10:00:00.000000Z', key: 'comment:99999999999999999999' },
])('a place in the list that no entry has is refused: %o', async (before) => {
  await makeRenewal(desk.db);
  expect((await desk.asha.calls(timeline.entries, { domain_name, before })).status).toBe(400);
});

test('the summary tells how the domain stands, and how much each section holds', async () => {
  const { customerId, id } = await fill(domain_name);
  await makeContact(desk.db, customerId);
  await desk.makeInvoice(customerId, { balance: '1500.50' });
  await desk.makeTicket(domain_name, { department: 'deployment' });
  await desk.db.execute(sql`update subscriptions set licensed_seats = 21`);

  const { reply } = await desk.asha.calls(timeline.summary, { domain_name: 'ACME.example' });

  expect(reply).toMatchObject({
    ...{ domain_name, company_name: 'Acme Pvt Ltd', status: 'ACTIVE', plans: ['ANNUAL'], renews_on: '2027-04-01' },
    ...{ seats_used: 21, seats_bought: 25, owes: '1500.50' },
    last_contact: { at: '2026-11-03T10:00:00.000Z', by: 'owner@acme.example', kind: 'comment' },
    counts: {
      ...{ plans: 1, invoices: 2, outstanding: 1, contacts: 1, renewals: 1 },
      ...{ deployment_tickets: 1, support_tickets: 1 },
    },
    renewals: [{ renewal_id: id, domain_name, renewal_date: '2027-04-01', price: null, version: 1 }],
  });
});

test('the summary has the terms that run, those that nobody has decided, and the one that was asked for', async () => {
  const open = await makeRenewal(desk.db, { renewsOn: '2027-04-01' });
  const closed = async (renewsOn: string, because: 'renewed' | 'passed') => {
    const { rows } = await desk.db.execute<{ id: number }>(sql`
      insert into renewals (subscription_id, customer_id, term_end, external_id, domain_name, reseller_type, plan_name, status, sku_name, state, closed_because, created_at)
      select subscription_id, customer_id, ${renewsOn}, external_id, domain_name, reseller_type, plan_name, status, sku_name, 'closed', ${because}, created_at
      from renewals where id = ${open.id} returning id`);
    return rows[0]?.id ?? 0;
  };
  const late = await closed('2026-04-01', 'passed');
  const done = await closed('2025-04-01', 'renewed');
  const other = await makeRenewal(desk.db, { domain: 'other.example' });
  const ids = async (renewal_id?: number) =>
    (await desk.asha.calls(timeline.summary, { domain_name, ...(renewal_id !== undefined && { renewal_id }) })).reply.renewals.map((one) => one.renewal_id); // prettier-ignore

  expect(await ids()).toEqual([late, open.id]);
  expect(await ids(done)).toEqual([done, late, open.id]);
  expect(await ids(other.id)).toEqual([late, open.id]);
});

test('of a term that runs the summary tells what comes by itself, and the last safe day', async () => {
  const termEndAt = new Date('2027-04-01T00:00:00Z');
  await makeRenewal(desk.db, {
    subscription: { termEndAt, ifNobodyActs: 'shrinks', seatsIfNobodyActs: 21 },
    renewal: { numberOfSeats: 25 },
  });
  const { config, now } = desk.services;
  await desk.db.transaction(async (tx) =>
    reconcileDeadlines(tx, { now: now(), calendar: await calendarOf(tx, config) }),
  );

  const { reply } = await desk.asha.calls(timeline.summary, { domain_name });

  expect(reply.renewals[0]?.by_itself).toEqual({ outcome: 'shrinks', seats: 21, last_safe_day: '2027-03-30' });
});
