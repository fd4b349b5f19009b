import { expect, test } from 'vitest';
import { assigneeOn, type Colleague, type Leave } from './assignee-on.ts';

const [MEENAL, TARUN, VIKRAM, ANANYA, GONE] = [1, 2, 3, 4, 5];
const colleague = (id: number, managerId: number | null, isActive = true): [number, Colleague] => [
  id,
  { id, managerId, isActive },
];
const colleagues = new Map([
  colleague(MEENAL, VIKRAM),
  colleague(TARUN, VIKRAM),
  colleague(VIKRAM, ANANYA),
  colleague(ANANYA, null),
  colleague(GONE, VIKRAM, false),
]);
const leave = (accountId: number, coverId: number, from = '2026-11-23', to = '2026-11-27', id = 1): Leave => ({
  ...{ id, accountId, coverId, from, to },
});
const on = (day: string, ownerId: number | null, ...leaves: Leave[]) =>
  assigneeOn(ownerId, day, { colleagues, leaves });
const MONDAY = '2026-11-23';

test('who is there sees the own work, and nobody sees what is nobody’s', () => {
  expect([on(MONDAY, MEENAL), on(MONDAY, null), on(MONDAY, 99)]).toEqual([MEENAL, null, null]);
});

test('on leave the cover sees it, from the first day to the last, and it returns afterwards', () => {
  const away = leave(MEENAL, TARUN);
  const days = ['2026-11-22', '2026-11-23', '2026-11-27', '2026-11-28'];
  expect(days.map((day) => on(day, MEENAL, away))).toEqual([MEENAL, TARUN, TARUN, MEENAL]);
});

test('of two leaves that overlap the one entered last says who covers', () => {
  const [first, second] = [leave(MEENAL, TARUN), leave(MEENAL, ANANYA, '2026-11-25', '2026-12-04', 2)];
  expect(['2026-11-24', '2026-11-25', '2026-12-01'].map((day) => on(day, MEENAL, second, first))).toEqual([
    TARUN,
    ANANYA,
    ANANYA,
  ]);
});

test('a cover who is away, suspended or without the screens leaves it to the manager', () => {
  expect(on(MONDAY, MEENAL, leave(MEENAL, TARUN), leave(TARUN, ANANYA, MONDAY, MONDAY, 2))).toBe(VIKRAM);
  expect(on(MONDAY, MEENAL, leave(MEENAL, GONE))).toBe(VIKRAM);
});

test('a manager who is away leaves it to the next above, and where nobody is there it is nobody’s', () => {
  const [meenal, vikram] = [leave(MEENAL, GONE), leave(VIKRAM, GONE, MONDAY, MONDAY, 2)];
  expect(on(MONDAY, MEENAL, meenal, vikram)).toBe(ANANYA);
  expect(on(MONDAY, MEENAL, meenal, vikram, leave(ANANYA, GONE, MONDAY, MONDAY, 3))).toBeNull();
});

test('two who cover for each other on the same day do not send it round', () => {
  expect(on(MONDAY, MEENAL, leave(MEENAL, TARUN), leave(TARUN, MEENAL, MONDAY, MONDAY, 2))).toBe(VIKRAM);
});

test('what somebody has who is suspended is seen by the cover, else by the manager', () => {
  expect(on(MONDAY, GONE)).toBe(VIKRAM);
  expect(on(MONDAY, GONE, leave(GONE, TARUN))).toBe(TARUN);
});

test('managers in a circle, who are all away, end it', () => {
  const circle = new Map([colleague(1, 2, false), colleague(2, 3, false), colleague(3, 2, false)]);
  expect(assigneeOn(1, MONDAY, { colleagues: circle, leaves: [] })).toBeNull();
});
