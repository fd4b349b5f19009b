import { deadlines } from '@desk/contract/renewal-work/deadlines';
import { asc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { calendarOf } from '../../domain/calendar/calendar.ts';
import { reconcileDeadlines } from '../../domain/deadlines/reconcile.ts';
import { deadlineAlertsTable as t, deadlinesTable, holidaysTable } from '../../platform/db/tables/deadlines.ts';
import { instructionsTable } from '../../platform/db/tables/instructions.ts';
import { outboxTable as o } from '../../platform/db/tables/outbox.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { memberTagsTable } from '../../platform/db/tables/team.ts';
import { leavesTable } from '../../platform/db/tables/work.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';
import { tellOfDeadlines } from './jobs.ts';

const end = new Date('2026-12-01T00:00:00Z');
/** 08:30 in India, so many days before the last safe day, Friday 27 November. */
const morning = (day: string) => new Date(`2026-${day}T03:00:00Z`);

/** Tarun and Ritika report to Vikram; the renewal is Tarun's, and nobody has decided it. */
async function openDesk(env: Record<string, string> = {}) {
  let time = morning('10-28');
  const desk = await testServer({ now: () => time, env });
  const { db, services } = desk;
  const person = async (name: string, role: 'RMEMBER' | 'ADMIN' = 'RMEMBER') =>
    (await desk.account({ email: `${name.toLowerCase()}@desk.example`, name, role })).id;
  const [tarun, ritika, vikram, root] = [
    await person('Tarun'),
    await person('Ritika'),
    await person('Vikram'),
    await person('Root', 'ADMIN'),
  ];
  await db.insert(memberTagsTable).values([tarun, ritika].map((accountId) => ({ accountId, managerId: vikram })));
  const facts = { termEndAt: end, ifNobodyActs: 'shrinks', seatsIfNobodyActs: 118, licensedSeats: 118 } as const;
  const renewal = await makeRenewal(db, {
    domain: 'acme.example',
    renewsOn: '2026-12-01',
    seats: 140,
    subscription: facts,
    renewal: { assignedToId: tarun, price: '394800.00' },
  });
  const reconciled = async () => reconcileDeadlines(db, { now: time, calendar: await calendarOf(db, services.config) });
  await reconciled();
  return {
    ...desk,
    ...{ tarun, ritika, vikram, root, renewal, reconciled },
    /** Works on what falls due at an instant; tells who was mailed what since. */
    at: async (now: Date) => {
      time = now;
      const before = await db.$count(o);
      await tellOfDeadlines(services);
      const mails = await db.select().from(o).orderBy(asc(o.id)).offset(before);
      return mails.filter(({ channel }) => channel === 'Email');
    },
  };
}
type Mail = Pick<typeof o.$inferSelect, 'recipient'>;
const names = (mails: readonly Mail[]) => mails.map(({ recipient }) => recipient.replace('@desk.example', '')).sort();

test('the owner is told 30, 10 and 3 days ahead, the manager with the third, and everybody on the day', async () => {
  const desk = await openDesk();
  const alerted: Record<string, string[]> = {};
  for (const day of ['10-28', '10-29', '11-17', '11-18', '11-24', '11-25', '11-26', '11-27'])
    alerted[day] = names(await desk.at(morning(day)));
  expect(alerted).toEqual({
    ...{ '10-28': ['tarun'], '10-29': [], '11-17': ['tarun'], '11-18': [], '11-24': ['tarun', 'vikram'] },
    ...{ '11-25': [], '11-26': [], '11-27': ['ritika', 'tarun', 'vikram'] },
  });
});

test.each([
  ['the provider goes on', { status: 'ACTIVE' }, ['tarun', 'vikram']],
  ['the provider has suspended it too', { status: 'SUSPENDED', suspendedSince: end }, []],
] as const)('of what is suspended with us and %s the right people are told', async (_, subscription, recipients) => {
  const desk = await openDesk();
  await desk.db.update(r).set({ confirmationStatus: 'Suspended' });
  await desk.db.update(s).set(subscription);
  await desk.reconciled();
  expect(names(await desk.at(morning('11-24')))).toEqual(recipients);
});

test.each([
  ['2026-11-27', ['reduce']],
  ['2026-11-28', []],
])('on %s, who renews and uses fewer seats than are bought is asked about: %j', async (day, steps) => {
  const desk = await openDesk();
  await desk.db.update(r).set({ confirmationStatus: 'Confirmation Received' });
  await desk.db.update(s).set({ ifNobodyActs: 'renews', seatsIfNobodyActs: 140, numberOfSeats: 140 });
  await desk.at(new Date(`${day}T06:00:00Z`));
  const asha = await desk.as({ email: 'asha@desk.example', role: 'ADMIN' });
  const { reply } = await asha.calls(deadlines.list, { of: 'team', show: 'today', page: 1 });
  expect(reply.deadlines.map(({ step }) => step)).toEqual(steps);
});

test('a digest tells domain, last safe day, what is lost and what is at stake, and leads to the screen', async () => {
  const desk = await openDesk();
  const [mail] = await desk.at(morning('11-24'));
  expect(mail).toMatchObject({ subject: 'Test Desk: 1 deadline, the first on 27-11-2026', purpose: 'notice' });
  expect(mail?.body).toContain('27-11-2026  acme.example: Renews 118 of 140, −INR 62,040.00, INR 3,94,800.00');
  expect(mail?.body).toContain('http://desk.example/home/deadlines');
});

test('one mail a day, however many deadlines and however often it is looked; what is new then follows on the next', async () => {
  const desk = await openDesk();
  for (const domain of ['two.example', 'three.example'])
    await makeRenewal(desk.db, { domain, subscription: { termEndAt: end }, renewal: { assignedToId: desk.tarun } });
  await desk.reconciled();
  const [mail, ...more] = await desk.at(morning('11-17'));
  expect([mail?.subject, more]).toEqual(['Test Desk: 3 deadlines, the first on 27-11-2026', []]);

  await makeRenewal(desk.db, { domain: 'four.example', subscription: { termEndAt: end }, renewal: { assignedToId: desk.tarun } }); // prettier-ignore
  await desk.reconciled();
  expect(await desk.at(new Date('2026-11-17T06:00:00Z'))).toEqual([]);
  const [next] = await desk.at(morning('11-18'));
  expect(next?.body).toContain('four.example');
  expect(next?.body).not.toContain('two.example');
});

test('two workers at once, and one whose transaction was lost, tell nobody twice and forget nobody', async () => {
  const desk = await openDesk();
  await desk.db.execute(
    sql`create function fails() returns trigger language plpgsql as 'begin raise exception ''lost''; end'`,
  );
  await desk.db.execute(sql`create trigger fails before insert on outbox execute function fails()`);
  await expect(desk.at(morning('11-17'))).rejects.toThrow();
  await desk.db.execute(sql`drop trigger fails on outbox`);
  await desk.db.execute(sql`drop function fails`);
  expect(await desk.db.$count(t)).toBe(0);

  await Promise.allSettled([1, 2, 3].map(() => tellOfDeadlines(desk.services)));
  expect(names(await desk.db.select().from(o))).toEqual(['tarun']);
  expect(await desk.db.$count(t)).toBe(1);
});

test('after days without a server only the newest step is told', async () => {
  const desk = await openDesk();
  expect(names(await desk.at(morning('11-25')))).toEqual(['tarun', 'vikram']);
  const rows = await desk.db
    .select({ alertStep: t.alertStep, accountId: t.accountId })
    .from(t)
    .orderBy(asc(t.accountId));
  expect(rows).toEqual([
    { alertStep: '3', accountId: desk.tarun },
    { alertStep: 'manager', accountId: desk.vikram },
  ]);
  expect(await desk.at(morning('11-26'))).toEqual([]);
});

test.each([
  ['before half past eight', '2026-11-17T02:59:00Z'],
  ['in the evening', '2026-11-17T12:30:00Z'],
  ['on a Saturday', '2026-11-21T03:00:00Z'],
  ['on a holiday', '2026-11-18T03:00:00Z'],
])('%s nobody is told', async (_, at) => {
  const desk = await openDesk();
  await desk.db.insert(holidaysTable).values({ day: '2026-11-18', name: 'A holiday' });
  expect(await desk.at(new Date(at))).toEqual([]);
});

const wish = (desk: Awaited<ReturnType<typeof openDesk>>, own: object) =>
  desk.db.insert(instructionsTable).values({
    ...({ renewalId: desk.renewal.id, outcome: 'flexible', source: 'staff', approvalReasons: [] } as const),
    ...{ requestedById: desk.tarun, termEndsAt: end },
    ...own,
  });

test.each([
  ['nobody has decided', null, {}, null, 1],
  ['it was decided, and the seats in use are renewed', 'Confirmation Received', {}, null, 0],
  ['it was decided, and unused seats are renewed', 'Confirmation Received', { ifNobodyActs: 'renews' }, null, 1],
  ['the customer leaves', 'Lost', { ifNobodyActs: 'renews' }, null, 0],
  ['the customer talks', 'In Discussion', {}, null, 1],
  ['a wish waits for approval', 'Confirmation Received', {}, 'draft', 1],
  ['a wish is blocked', 'Confirmation Received', {}, 'blocked', 1],
  ['a wish was changed at the provider', null, {}, 'drifted', 1],
  ['a wish stands at the provider', null, { ifNobodyActs: 'renews' }, 'verified', 0],
] as const)('where %s, so many are told', async (_, confirmationStatus, subscription, state, alerted) => {
  const desk = await openDesk();
  await desk.db.update(r).set({ confirmationStatus });
  if (Object.keys(subscription).length > 0) await desk.db.update(s).set(subscription);
  if (state !== null) await wish(desk, { state });
  expect(await desk.at(morning('11-17'))).toHaveLength(alerted);
});

test.each([
  ['reaches everybody', 'verified', ['ritika', 'tarun', 'vikram']],
  ['reaches nobody where it was done meanwhile', 'fulfilled', []],
] as const)(
  'a second step that has not come about a day after the term %s; before that nobody is asked',
  async (_, then, people) => {
    const desk = await openDesk();
    await desk.db.update(r).set({ confirmationStatus: 'Confirmation Received' });
    await wish(desk, { state: 'verified', outcome: 'renew', seats: 120, readBack: { committed: 140, assigned: 118, plan: 'committed', atTermEnd: { then: 'flexible' } } }); // prettier-ignore
    await desk.reconciled();
    expect(await desk.at(morning('11-27'))).toEqual([]);
    expect(await desk.at(new Date('2026-12-01T03:00:00Z'))).toEqual([]);
    await desk.db.update(instructionsTable).set({ state: then });
    expect(names(await desk.at(new Date('2026-12-02T03:00:00Z')))).toEqual(people);
  },
);

test('who is away is covered, and what nobody has is told to the managers', async () => {
  const desk = await openDesk();
  const away = { from: '2026-11-16', to: '2026-11-20', createdById: desk.root };
  await desk.db.insert(leavesTable).values({ accountId: desk.tarun, coverId: desk.ritika, ...away });
  expect(names(await desk.at(morning('11-17')))).toEqual(['ritika']);
  await desk.db.insert(leavesTable).values({ accountId: desk.ritika, coverId: desk.tarun, ...away });
  expect(names(await desk.at(morning('11-18')))).toEqual(['vikram']);
  await desk.db.update(r).set({ assignedToId: null });
  expect(names(await desk.at(morning('11-25')))).toEqual(['vikram']);
});

test('what is blocked in the course of its last safe day is told within the hour, once, though everybody had a mail that morning', async () => {
  const desk = await openDesk();
  expect(await desk.at(morning('11-27'))).toHaveLength(3);
  expect(await desk.at(new Date('2026-11-27T05:00:00Z'))).toEqual([]);
  await wish(desk, { state: 'blocked', reason: 'Free 4 seats first' });

  const [mail, ...more] = await desk.at(new Date('2026-11-27T05:15:00Z'));
  expect(names(mail ? [mail, ...more] : more)).toEqual(['tarun', 'vikram']);
  expect(mail?.body).toContain('acme.example');
  for (const time of ['05:30', '06:30', '11:45'])
    expect(await desk.at(new Date(`2026-11-27T${time}:00Z`)), time).toEqual([]);
});

test('a date that moves is told once as off to whoever was told of it; what comes back begins anew', async () => {
  const desk = await openDesk();
  await desk.at(morning('11-17'));
  const later = new Date('2027-06-01T00:00:00Z');
  await desk.db.update(s).set({ termEndAt: later });
  await desk.reconciled();
  expect(await desk.db.select({ at: t.withdrawnAt }).from(t)).toEqual([{ at: morning('11-17') }]);

  const [mail, ...more] = await desk.at(morning('11-18'));
  expect([mail?.recipient, mail?.subject, more]).toEqual(['tarun@desk.example', 'Test Desk: 1 deadline less', []]);
  expect(mail?.body).toContain('acme.example, 27-11-2026: The provider has another date by now.');
  expect(await desk.at(morning('11-19'))).toEqual([]);

  await desk.db.update(s).set({ termEndAt: end });
  await desk.reconciled();
  expect(names(await desk.at(morning('11-20')))).toEqual(['tarun']);
});

test('a date that is back before anybody was told that it was off is told to nobody', async () => {
  const desk = await openDesk();
  await desk.at(morning('11-17'));
  for (const termEndAt of [new Date('2027-06-01T00:00:00Z'), end]) {
    await desk.db.update(s).set({ termEndAt });
    await desk.reconciled();
  }
  expect(await desk.at(morning('11-18'))).toEqual([]);
  expect(await desk.db.select({ at: t.withdrawnAt }).from(t)).toEqual([{ at: null }]);
});

test('the chat is told once a day what is due today and in a week, whatever became of the message', async () => {
  const desk = await openDesk({ CHAT_WEBHOOK_URL: 'http://127.0.0.1:9/hook?key=secret' });
  const texts = () =>
    desk.db.select({ body: o.body, recipient: o.recipient }).from(o).where(eq(o.channel, 'Chat')).orderBy(o.id);
  await desk.at(morning('11-17'));
  expect(await texts()).toEqual([]);
  await desk.at(morning('11-20'));
  const alerted = `Test Desk: 1 deadline
Next 7 days: 1, INR 3,94,800.00 at stake
27-11-2026  acme.example: Renews 118 of 140, −INR 62,040.00, INR 3,94,800.00, Tarun
http://desk.example/home/deadlines`;
  expect(await texts()).toEqual([{ body: alerted, recipient: 'Chat' }]);
  await desk.db.update(o).set({ state: 'failed' }).where(eq(o.channel, 'Chat'));
  await desk.at(new Date('2026-11-20T03:15:00Z'));
  expect(await texts()).toHaveLength(1);
  expect(await desk.db.$count(deadlinesTable)).toBe(1);
  for (const day of ['11-27', '11-30']) await desk.at(morning(day));
  const [, due, late] = (await texts()).map(({ body }) => body?.split('\n')[1]);
  expect([due, late]).toEqual(['Today: 1, INR 3,94,800.00 at stake', 'Overdue: 1, INR 3,94,800.00 at stake']);
});
