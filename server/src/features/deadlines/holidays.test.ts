import { deadlines, type RenewalRules } from '@desk/contract/renewal-work/deadlines';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { calendarOf } from '../../domain/calendar/calendar.ts';
import { publicDaysOf } from '../../domain/calendar/public-days.ts';
import { reconcileDeadlines } from '../../domain/deadlines/reconcile.ts';
import { writeSetting } from '../../platform/db/setting.ts';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { deadlinesTable } from '../../platform/db/tables/deadlines.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';

/** Monday 20 April 2026, 11:30 in India. The first of May is a Friday, the fourth a Monday. */
const now = new Date('2026-04-20T06:00:00Z');

async function openDesk(env: Record<string, string> = {}) {
  const desk = await testServer({ now: () => now, env });
  const asha = await desk.as({ name: 'Asha', role: 'RMEMBER' });
  const root = await desk.as({ email: 'root@desk.example', name: 'Root' });
  const facts = { termEndAt: new Date('2026-05-05T00:00:00Z'), ifNobodyActs: 'renews', seatsIfNobodyActs: 25 } as const;
  const { id } = await makeRenewal(desk.db, {
    domain: 'acme.example',
    renewsOn: '2026-05-05',
    subscription: facts,
    renewal: { assignedToId: asha.id, price: '30000.00' },
  });
  const calendar = () => calendarOf(desk.db, desk.services.config);
  await reconcileDeadlines(desk.db, { now, calendar: await calendar() });
  /** As the row, and the renewal, have it. */
  const lastSafeDays = async () => {
    const rows = await desk.db.select().from(deadlinesTable).where(eq(deadlinesTable.state, 'open'));
    const renewals = await desk.db.select().from(renewalsTable).where(eq(renewalsTable.id, id));
    return [...rows, ...renewals].map((row) => row.lastSafeDay);
  };
  const rules = async () => (await asha.calls(deadlines.rules, {})).reply.rules;
  const setState = async (holiday_state: RenewalRules['holiday_state'], seen?: RenewalRules) =>
    (await root.calls(deadlines.setRules, { rules: { ...(await rules()), holiday_state }, ...(seen && { seen }) })).status; // prettier-ignore
  const holidays = async () => (await asha.calls(deadlines.holidays, {})).reply;
  const entries = async () =>
    (await desk.db.select().from(auditLogTable).orderBy(auditLogTable.id)).map(({ action, changes }) => ({
      action,
      changes,
    }));
  return { ...desk, asha, root, calendar, lastSafeDays, rules, setState, holidays, entries };
}

test('the public holidays of a state are skipped, and changing the state moves the deadlines at once', async () => {
  const desk = await openDesk();
  expect(await desk.rules()).toMatchObject({ holiday_state: null });
  expect(await desk.lastSafeDays()).toEqual(['2026-05-01', '2026-05-01']);

  const before = await desk.rules();
  expect(await desk.setState('MH', before)).toBe(200);
  expect(await desk.rules()).toEqual({ ...before, holiday_state: 'MH' });
  expect(await desk.lastSafeDays()).toEqual(['2026-04-30', '2026-04-30']);
  expect((await desk.calendar()).holidays.has('2028-05-01')).toBe(true);

  expect(await desk.setState('KA')).toBe(200);
  expect(await desk.lastSafeDays()).toEqual(['2026-05-01', '2026-05-01']);
  expect(await desk.setState('MH', before)).toBe(409);
  const changes = [{ field: 'holiday_state', old: 'MH', new: 'KA' }];
  expect(await desk.entries()).toContainEqual({ action: 'renewal_rules_changed', changes });
});

test('own holidays add to those of the state', async () => {
  const desk = await openDesk();
  await desk.setState('MH');
  const holidays = [{ day: '2026-04-30', name: 'Founding day' }];
  expect((await desk.root.calls(deadlines.addHolidays, { holidays })).status).toBe(200);
  expect(await desk.lastSafeDays()).toEqual(['2026-04-29', '2026-04-29']);
  expect(await desk.setState(null)).toBe(200);
  expect(await desk.lastSafeDays()).toEqual(['2026-05-01', '2026-05-01']);
  expect((await desk.holidays()).holidays).toEqual(holidays);
});

test('the public holidays of this year and the next are listed, those of all India without a state', async () => {
  const desk = await openDesk();
  const days = async () => (await desk.holidays()).public.map(({ day, name }) => `${day} ${name}`);
  expect(await days()).toEqual([
    ...['2026-01-26 Republic Day', '2026-04-03 Good Friday', '2026-04-14 Ambedkar Jayanti'],
    ...['2026-08-15 Independence Day', '2026-10-02 Gandhi Jayanti', '2026-12-25 Christmas Day'],
    ...['2027-01-26 Republic Day', '2027-03-26 Good Friday', '2027-04-14 Ambedkar Jayanti'],
    ...['2027-08-15 Independence Day', '2027-10-02 Gandhi Jayanti', '2027-12-25 Christmas Day'],
  ]);
  const national = await days();
  await desk.setState('MH');
  const added = (await days()).filter((one) => !national.includes(one));
  expect(added).toEqual(['2026-05-01 Maharashtra Day', '2027-05-01 Maharashtra Day']);
});

test('a business elsewhere has no public holidays of India, unless it names a state', async () => {
  const desk = await openDesk({ BUSINESS_TIME_ZONE: 'Europe/Berlin' });
  expect((await desk.holidays()).public).toEqual([]);
  expect((await desk.calendar()).holidays.has('2026-12-25')).toBe(false);
  await desk.setState('MH');
  expect((await desk.calendar()).holidays.has('2026-12-25')).toBe(true);
});

test('a public holiday on which the business works counts as a business day, until it is off again', async () => {
  const desk = await openDesk();
  await desk.setState('MH');
  const works = async (is_worked: boolean, day = '2026-05-01') =>
    (await desk.root.calls(deadlines.setWorkedDay, { day, is_worked })).status;
  expect((await desk.asha.calls(deadlines.setWorkedDay, { day: '2026-05-01', is_worked: true })).status).toBe(403);
  expect(await works(true)).toBe(200);
  expect(await desk.lastSafeDays()).toEqual(['2026-05-01', '2026-05-01']);
  const marked = (await desk.holidays()).public.filter(({ is_worked }) => is_worked);
  expect(marked).toEqual([{ day: '2026-05-01', name: 'Maharashtra Day', is_worked: true }]);

  expect(await works(false)).toBe(200);
  expect(await desk.lastSafeDays()).toEqual(['2026-04-30', '2026-04-30']);
  expect(await works(true, '2026-05-04')).toBe(422);
  const changes = [{ field: '2026-05-01', old: 'off', new: 'worked' }];
  expect((await desk.entries()).filter(({ action }) => action === 'worked_day_changed')).toEqual([
    { action: 'worked_day_changed', changes },
    { action: 'worked_day_changed', changes: [{ field: '2026-05-01', old: 'worked', new: 'off' }] },
  ]);
});

test('a public holiday of the own list leaves it once the business works on that day', async () => {
  const desk = await openDesk();
  await desk.setState('MH');
  const own = [{ day: '2026-05-01', name: 'Labour Day' }];
  expect((await desk.root.calls(deadlines.addHolidays, { holidays: own })).status).toBe(200);
  expect((await desk.root.calls(deadlines.setWorkedDay, { day: '2026-05-01', is_worked: true })).status).toBe(200);
  expect(await desk.lastSafeDays()).toEqual(['2026-05-01', '2026-05-01']);
  expect((await desk.holidays()).holidays).toEqual([]);
});

test('two public holidays on one day are one day with both names', async () => {
  const { ofYear } = await publicDaysOf(null, 'Asia/Kolkata');
  const days = ofYear(2028).map(({ day }) => day);
  expect(new Set(days).size).toBe(days.length);
  expect(ofYear(2028).find(({ day }) => day === '2028-04-14')?.name).toMatch(/Good Friday/);
});

test('a lead of no day, which was allowed once, is one day: on the day of the end itself the provider has acted', async () => {
  const { db, services, root } = await openDesk();
  await db.transaction((tx) => writeSetting(tx, 'lead_business_days', 0));
  expect((await calendarOf(db, services.config)).lead).toBe(1);
  const { rules } = (await root.calls(deadlines.rules, {})).reply;
  expect(rules.lead_business_days).toBe(1);
  const none = { ...rules, lead_business_days: 0 };
  expect((await root.calls(deadlines.setRules, { rules: none, seen: rules })).status).toBe(400);
});
