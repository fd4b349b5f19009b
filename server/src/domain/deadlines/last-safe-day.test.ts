import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { addDays } from '../../platform/time/days.ts';
import { businessDaysBetween, isBusinessDay, type Calendar } from '../calendar/business-days.ts';
import { endDay, lastSafeDay } from './last-safe-day.ts';

const india = (own: Partial<Calendar> = {}): Calendar => ({
  timeZone: 'Asia/Kolkata',
  lead: 2,
  holidays: new Set(),
  ...own,
});

test.each([
  ['2026-12-01T00:00:00Z', '2026-11-27'],
  ['2026-11-30T18:30:00Z', '2026-11-26'],
  ['2026-11-29T12:00:00Z', '2026-11-26'],
  // Midnight of the Pacific coast, in winter and in summer.
  ['2026-12-01T08:00:00Z', '2026-11-27'],
  ['2026-07-01T07:00:00Z', '2026-06-29'],
  ['2028-02-29T00:00:00Z', '2028-02-25'],
])('of a term that ends at %s the last safe day is %s', (at, day) => {
  expect(lastSafeDay(new Date(at), india())).toBe(day);
});

test('holidays are left out, and a longer lead counts further back', () => {
  const at = new Date('2026-11-11T00:00:00Z');
  expect(lastSafeDay(at, india())).toBe('2026-11-09');
  // Diwali on Sunday, its days after on Monday and Tuesday.
  const holidays = new Set(['2026-11-08', '2026-11-09', '2026-11-10']);
  expect(lastSafeDay(at, india({ holidays }))).toBe('2026-11-05');
  expect(lastSafeDay(at, india({ holidays, lead: 5 }))).toBe('2026-11-02');
  expect(lastSafeDay(at, india({ lead: 1 }))).toBe('2026-11-10');
});

test('a year of nothing but holidays is no loop without an end', () => {
  const holidays = new Set(Array.from({ length: 400 }, (_, n) => addDays('2026-12-01', -n)));
  expect(lastSafeDay(new Date('2026-12-01T00:00:00Z'), india({ holidays })) < '2026-12-01').toBe(true);
});

test.each([
  ['Asia/Kolkata', '2026-11-30T18:30:00Z', '2026-11-30', '2026-11-26'],
  ['America/Los_Angeles', '2026-12-01T05:00:00Z', '2026-11-30', '2026-11-26'],
  ['UTC', '2026-12-01T00:00:00Z', '2026-12-01', '2026-11-27'],
])('in %s the earlier of both days counts: %s is %s', (timeZone, at, end, safe) => {
  expect(endDay(new Date(at), timeZone)).toBe(end);
  expect(lastSafeDay(new Date(at), india({ timeZone }))).toBe(safe);
});

/** Instants as if by chance, the same in each run. */
function instants(count: number): Date[] {
  let seed = 20_261_123;
  const next = () => (seed = (seed * 48_271) % 2_147_483_647);
  const from = Date.UTC(2026, 0, 1);
  return Array.from({ length: count }, () => new Date(from + (next() % (4 * 365 * 86_400)) * 1_000));
}

test('2,000 terms: it is a business day, two whole ones lie between it and the end, and none before it would do less', () => {
  const holidays = new Set(['2026-01-26', '2026-08-15', '2026-10-02', '2027-11-01', '2028-02-29']);
  for (const at of instants(2_000)) {
    const calendar = india({ holidays });
    const [safe, end] = [lastSafeDay(at, calendar), endDay(at, calendar.timeZone)];
    expect(isBusinessDay(safe, holidays)).toBe(true);
    // The safe day itself is the second one before the end.
    expect(businessDaysBetween(addDays(safe, -1), addDays(end, -1), holidays)).toBe(2);
    expect(end <= at.toISOString().slice(0, 10)).toBe(true);
  }
});

const ZONES = ['UTC', 'Asia/Kolkata', 'America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Pacific/Niue'];

test('the same rule, run by servers in six time zones, gives the same days', () => {
  const rule = fileURLToPath(new URL('./last-safe-day.ts', import.meta.url));
  const script = `
    import { lastSafeDay } from ${JSON.stringify(rule)};
    const all = ${JSON.stringify(instants(2_000).map((at) => at.toISOString()))};
    const calendar = { timeZone: 'Asia/Kolkata', lead: 2, holidays: new Set(['2026-01-26']) };
    process.stdout.write(all.map((at) => lastSafeDay(new Date(at), calendar)).join());`;
  const days = ZONES.map((TZ) =>
    execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      env: { ...process.env, TZ },
      encoding: 'utf8',
    }),
  );
  expect(days[0]?.split(',')).toHaveLength(2_000);
  expect(new Set(days).size).toBe(1);
}, 120_000);
