import { deadlines } from '@desk/contract/renewal-work/deadlines';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { calendarOf } from '../../domain/calendar/calendar.ts';
import { reconcileDeadlines } from '../../domain/deadlines/reconcile.ts';
import { approvalLimitsOf } from '../../domain/instructions/limits.ts';
import { accountsTable } from '../../platform/db/tables/accounts.ts';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { deadlineAlertsTable, deadlinesTable } from '../../platform/db/tables/deadlines.ts';
import { instructionsTable } from '../../platform/db/tables/instructions.ts';
import type { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { leavesTable } from '../../platform/db/tables/work.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';

/** Monday 23 November 2026, 11:30 in India. */
const now = new Date('2026-11-23T06:00:00Z');

async function openDesk(env: Record<string, string> = {}) {
  let time = now;
  const desk = await testServer({ now: () => time, env });
  const asha = await desk.as({ name: 'Asha', role: 'RMEMBER' });
  const root = await desk.as({ email: 'root@desk.example', name: 'Root' });
  const reconciled = async () => {
    const calendar = await calendarOf(desk.db, desk.services.config);
    await reconcileDeadlines(desk.db, { now: time, calendar });
  };
  const term = async (domain: string, end: string, own: Partial<typeof r.$inferInsert> = {}) => {
    const facts = { termEndAt: new Date(end), ifNobodyActs: 'renews', seatsIfNobodyActs: 25 } as const;
    const renewal = { assignedToId: asha.id, price: '30000.00', ...own };
    const made = await makeRenewal(desk.db, { domain, renewsOn: end.slice(0, 10), subscription: facts, renewal });
    await reconciled();
    return made;
  };
  const list = async (show: Parameters<typeof listOf>[0], of: 'mine' | 'team' = 'team') => (await listOf(show, of)).deadlines; // prettier-ignore
  const listOf = async (show: 'today' | 'week' | 'month' | 'blocked' | 'met' | 'missed', of: 'mine' | 'team') =>
    (await asha.calls(deadlines.list, { of, show })).reply;
  const turn = (to: Date) => (time = to);
  return { ...desk, asha, root, term, list, reconciled, turn };
}
const domains = (rows: readonly { domain_name: string }[]) => rows.map(({ domain_name }) => domain_name);

test('a deadline tells until when, what is lost, what is at stake, who has it, who was alerted, and what to do', async () => {
  const desk = await openDesk();
  const { id } = await desk.term('acme.example', '2026-12-01T00:00:00Z', { pricePerUser: '2640.00' });
  const [deadline] = await desk.db.select().from(deadlinesTable);
  const deadlineId = deadline?.id ?? 0;
  const alerted = { deadlineId, accountId: desk.asha.id };
  await desk.db.insert(deadlineAlertsTable).values([
    { ...alerted, alertStep: '30' },
    { ...alerted, alertStep: '10', withdrawnAt: now },
    { deadlineId, accountId: desk.root.id, alertStep: '30' },
  ]);

  expect(await desk.list('week')).toEqual([
    {
      ...{ deadline_id: deadlineId, kind: 'change', state: 'open', cause: null, renewal_id: id },
      ...{ at: '2026-12-01T00:00:00Z', day: '2026-12-01', last_safe_day: '2026-11-27' },
      ...{ domain_name: 'acme.example', company_name: 'Acme Pvt Ltd', step: 'decide', reason: null },
      ...{ if_nobody_acts: 'renews', seats_if_nobody_acts: 25, seats: 25, wished_seats: null },
      ...{ value: '66000.00', currency: 'INR', alerted: ['30'], owner: { email: 'asha@desk.example', name: 'Asha' } },
    },
  ]);
});

test('the lists are by last safe day, of one day what is worth the most first; those that have passed stand under today', async () => {
  const desk = await openDesk();
  await desk.term('passed.example', '2026-11-24T00:00:00Z');
  await desk.term('today.example', '2026-11-25T00:00:00Z');
  await desk.term('week.example', '2026-12-02T00:00:00Z', { price: '1.00' });
  await desk.term('large.example', '2026-12-02T00:00:00Z');
  await desk.term('month.example', '2026-12-25T00:00:00Z');
  await desk.term('later.example', '2026-12-31T00:00:00Z');
  await desk.term('decided.example', '2026-11-25T00:00:00Z', { confirmationStatus: 'Lost' });
  await desk.term('nobodys.example', '2026-11-25T00:00:00Z', { assignedToId: null, price: null });

  expect(domains(await desk.list('today'))).toEqual(['passed.example', 'today.example', 'nobodys.example']);
  expect(domains(await desk.list('today', 'mine'))).toEqual(['passed.example', 'today.example']);
  const week = ['passed.example', 'today.example', 'nobodys.example', 'large.example', 'week.example'];
  expect(domains(await desk.list('week'))).toEqual(week);
  expect(domains(await desk.list('month'))).toEqual([...week, 'month.example']);

  const { reply } = await desk.asha.calls(deadlines.counts, { of: 'team' });
  expect(reply).toMatchObject({
    ...{
      today: '2026-11-23',
      week: '2026-11-30',
      month: '2026-12-23',
      over: 0,
      lead_business_days: 2,
      has_chat: false,
    },
    tiles: {
      ...{
        overdue: { count: 1, value: '30000.00' },
        today: { count: 3, value: '60000.00' },
        week: { count: 5, value: '90001.00' },
      },
      ...{ month: { count: 6, value: '120001.00' }, blocked: { count: 0, value: '0' }, missed: { count: 0 } },
    },
  });
  expect(reply.days.filter(({ count }) => count > 0)).toEqual([
    { day: '2026-11-23', count: 3 },
    { day: '2026-11-30', count: 2 },
    { day: '2026-12-23', count: 1 },
  ]);
  expect(reply.days.map(({ day }) => day)).not.toContain('2026-11-28');
  expect((await desk.asha.calls(deadlines.counts, { of: 'mine' })).reply.tiles.today.count).toBe(2);
});

test('what somebody covers today is among the own', async () => {
  const desk = await openDesk();
  const ravi = await desk.account({ email: 'ravi@desk.example' });
  await desk.term('ravis.example', '2026-11-25T00:00:00Z', { assignedToId: ravi.id });
  expect(await desk.list('today', 'mine')).toEqual([]);
  const leave = { accountId: ravi.id, coverId: desk.asha.id, createdById: desk.root.id };
  await desk.db.insert(leavesTable).values({ ...leave, from: '2026-11-23', to: '2026-11-24' });
  expect(domains(await desk.list('today', 'mine'))).toEqual(['ravis.example']);
});

test('a wish that cannot be placed stands under blocked, with the reason', async () => {
  const desk = await openDesk();
  const { id } = await desk.term('acme.example', '2027-04-01T00:00:00Z', { confirmationStatus: 'Partial Upgrade' });
  const wish = { renewalId: id, outcome: 'renew', seats: 20, source: 'staff', requestedById: desk.asha.id } as const;
  await desk.db.insert(instructionsTable).values({ ...wish, approvalReasons: [], state: 'blocked', reason: 'Free 4 seats first.' }); // prettier-ignore
  expect(await desk.list('blocked')).toMatchObject([
    { step: 'unblock', reason: 'Free 4 seats first.', wished_seats: 20 },
  ]);
});

test('met ones of this month and missed ones of this year stand apart, with the renewal that they were about', async () => {
  const desk = await openDesk();
  const met = await desk.term('met.example', '2026-11-23T06:30:00Z', { confirmationStatus: 'Confirmation Received' });
  await desk.term('missed.example', '2026-11-23T06:30:00Z');
  desk.turn(new Date('2026-11-23T06:45:00Z'));
  await desk.reconciled();
  expect(await desk.list('met')).toMatchObject([
    { domain_name: 'met.example', renewal_id: met.id, state: 'met', step: null },
  ]);
  expect(await desk.list('missed')).toMatchObject([{ cause: 'It passed before a decision was in place.' }]);
  const { tiles, over } = (await desk.asha.calls(deadlines.counts, { of: 'team' })).reply;
  expect([tiles.met.count, tiles.missed.count, over]).toEqual([1, 1, 2]);
});

test('pages of fifty, and nothing beyond the last', async () => {
  const desk = await openDesk();
  for (let n = 0; n < 3; n += 1) await desk.term(`d${n}.example`, '2026-11-25T00:00:00Z');
  const page = async (number: number) => (await desk.asha.calls(deadlines.list, { of: 'team', show: 'today', page: number })).reply; // prettier-ignore
  expect((await page(1)).deadlines).toHaveLength(3);
  expect(await page(2)).toEqual({ deadlines: [], total: 3 });
});

test('a holiday moves the last safe day at once; only administrators add and remove them', async () => {
  const desk = await openDesk();
  await desk.term('acme.example', '2026-12-01T00:00:00Z');
  const holidays = [{ day: '2026-11-27', name: 'Founding day' }];
  expect((await desk.asha.calls(deadlines.addHolidays, { holidays })).status).toBe(403);
  expect((await desk.root.calls(deadlines.addHolidays, { holidays })).status).toBe(200);
  expect(await desk.list('week')).toMatchObject([{ last_safe_day: '2026-11-26' }]);
  const { reply } = await desk.asha.calls(deadlines.holidays, {});
  expect(reply.holidays).toEqual(holidays);

  const removed = () => desk.root.calls(deadlines.removeHoliday, { day: '2026-11-27' });
  expect((await removed()).status).toBe(200);
  expect(await desk.list('week')).toMatchObject([{ last_safe_day: '2026-11-27' }]);
  expect((await removed()).reply.message).toBe('This holiday is not listed any more.');
  const actions = (await desk.db.select().from(auditLogTable)).map(({ action, changes }) => [action, changes]);
  expect(actions).toContainEqual(['holidays_added', [{ field: '2026-11-27', old: null, new: 'Founding day' }]]);
  expect(actions).toContainEqual(['holiday_removed', [{ field: '2026-11-27', old: 'Founding day', new: null }]]);
});

test('the lead and the limits of approval are those of the settings until an administrator sets others', async () => {
  const desk = await openDesk({ LEAD_BUSINESS_DAYS: '3' });
  await desk.term('acme.example', '2026-12-01T00:00:00Z');
  const rules = async () => (await desk.asha.calls(deadlines.rules, {})).reply.rules;
  const before = await rules();
  expect(before).toEqual({
    lead_business_days: 3,
    holiday_state: null,
    approval_limits: { fallPercent: 20, value: 1_000_000 },
  });
  const others = {
    ...{ lead_business_days: 1, holiday_state: null },
    approval_limits: { fallPercent: 10, value: 500_000 },
  };
  expect((await desk.asha.calls(deadlines.setRules, { rules: others })).status).toBe(403);
  expect((await desk.root.calls(deadlines.setRules, { rules: others, seen: before })).status).toBe(200);
  expect(await rules()).toEqual(others);
  expect(await approvalLimitsOf(desk.db)).toEqual(others.approval_limits);
  expect(await desk.list('week')).toMatchObject([{ last_safe_day: '2026-11-30' }]);
  expect((await desk.root.calls(deadlines.setRules, { rules: before, seen: before })).status).toBe(409);
});

const pathOf = (url: string) => new URL(url).pathname;

test('the calendar feed has the own deadlines, by an address that is told once and can be revoked', async () => {
  const desk = await openDesk();
  const { id } = await desk.term('acme.example', '2026-12-01T00:00:00Z');
  await desk.term('nobodys.example', '2026-12-01T00:00:00Z', { assignedToId: null });
  expect((await desk.asha.calls(deadlines.feed, {})).reply).toEqual({ since: null });
  const { url } = (await desk.asha.calls(deadlines.createFeed, {})).reply;
  expect((await desk.asha.calls(deadlines.feed, {})).reply).toEqual({ since: now.toISOString() });

  const answer = await desk.app.inject({ url: pathOf(url) });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  const lines = answer.body.split('\r\n');
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(lines.at(-1)).toBe('');
  const unfolded = answer.body.replaceAll('\r\n ', '').split('\r\n');
  expect(unfolded.filter((line) => /^(SUMMARY|DTSTART|DTEND|DESCRIPTION|URL)/.test(line))).toEqual([
    'SUMMARY:acme.example: last safe day',
    'DTSTART;VALUE=DATE:20261127',
    'DTEND;VALUE=DATE:20261128',
    String.raw`DESCRIPTION:Renews all 25 for a year\nAt stake: INR 30\,000.00 a year`,
    `URL:http://desk.example/home/domain/acme.example?renewal=${id}`,
  ]);

  const second = (await desk.asha.calls(deadlines.createFeed, {})).reply.url;
  const plain = async (path: string) => {
    const { statusCode, body, headers } = await desk.app.inject({ url: path });
    return [statusCode, body.replace(/"request_id":"[^"]+"/, ''), headers['content-type'], headers['cache-control']];
  };
  const wrong = await plain(`/calendar/${'A'.repeat(43)}.ics`);
  expect(wrong[0]).toBe(404);
  expect(await plain(pathOf(url))).toEqual(wrong);
  expect(await plain('/calendar/x')).toEqual(wrong);
  expect((await plain(pathOf(second)))[0]).toBe(200);
  expect((await desk.asha.calls(deadlines.revokeFeed, {})).status).toBe(200);
  expect(await plain(pathOf(second))).toEqual(wrong);
  expect((await desk.asha.calls(deadlines.revokeFeed, {})).status).toBe(404);
});

test('the address of a calendar is told once, and stands nowhere, also for who repeats the request', async () => {
  const desk = await openDesk();
  const create = () => desk.asha.calls(deadlines.createFeed, {}, { 'idempotency-key': 'a-calendar-of-mine' });
  const { url } = (await create()).reply;
  const token = pathOf(url).slice('/calendar/'.length, -'.ics'.length);

  expect((await create()).status).toBe(409);
  const { rows } = await desk.db.execute<{ reply: string | null }>('select reply, status from idempotency_keys');
  expect(rows).toEqual([{ reply: null, status: 200 }]);
  expect(token).toHaveLength(43);
  expect((await desk.app.inject({ url: pathOf(url) })).statusCode).toBe(200);
});

test('a calendar that is asked for all the time waits; another one does not', async () => {
  const desk = await openDesk();
  const { url } = (await desk.asha.calls(deadlines.createFeed, {})).reply;
  const ask = async (path: string) => (await desk.app.inject({ url: path })).statusCode;
  for (let n = 0; n < 60; n += 1) expect(await ask(pathOf(url))).toBe(200);

  const refused = await desk.app.inject({ url: pathOf(url) });

  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(await ask(`/calendar/${'x'.repeat(43)}.ics`)).toBe(404);
});

test('a calendar of somebody who was suspended is none', async () => {
  const desk = await openDesk();
  const { url } = (await desk.asha.calls(deadlines.createFeed, {})).reply;
  await desk.db.update(accountsTable).set({ status: 'SUSPENDED' }).where(eq(accountsTable.id, desk.asha.id));
  expect((await desk.app.inject({ url: pathOf(url) })).statusCode).toBe(404);
});
