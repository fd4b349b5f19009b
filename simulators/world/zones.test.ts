import { expect, test } from 'vitest';
import { addDays, dayInIndia } from './calendar.ts';
import { makeWorld } from './world.ts';
import { midnightIn, TERM_ZONES, yearsOn, zoneOf } from './zones.ts';

const iso = (instant: number) => new Date(instant).toISOString();

test.each([
  ['Asia/Kolkata', '2027-03-17', '2027-03-16T18:30:00.000Z'],
  ['UTC', '2027-03-17', '2027-03-17T00:00:00.000Z'],
  // The clocks of the Pacific coast go forward on 14 March 2027 and back on 7 November, at 2 o'clock.
  ['America/Los_Angeles', '2027-03-14', '2027-03-14T08:00:00.000Z'],
  ['America/Los_Angeles', '2027-03-15', '2027-03-15T07:00:00.000Z'],
  ['America/Los_Angeles', '2027-11-07', '2027-11-07T07:00:00.000Z'],
  ['America/Los_Angeles', '2027-11-08', '2027-11-08T08:00:00.000Z'],
] as const)('midnight in %s on %s', (zone, day, instant) => {
  expect(iso(midnightIn(zone, day))).toBe(instant);
  expect(zoneOf(midnightIn(zone, day))).toBe(zone);
  expect(dayInIndia(midnightIn(zone, day))).toBe(day);
});

test.each([
  ['a year in India', '2027-03-16T18:30:00.000Z', 1, '2028-03-16T18:30:00.000Z'],
  [
    'a day that is in summer time this year, and not in the next',
    '2026-03-10T07:00:00.000Z',
    1,
    '2027-03-10T08:00:00.000Z',
  ],
  ['the same a year back', '2027-03-12T08:00:00.000Z', -1, '2026-03-12T07:00:00.000Z'],
  ['a year on the Pacific coast', '2027-07-01T07:00:00.000Z', 1, '2028-07-01T07:00:00.000Z'],
  ['a day that is not there, in India', '2028-02-28T18:30:00.000Z', 1, '2029-02-27T18:30:00.000Z'],
  ['a day that is not there, in UTC', '2028-02-29T00:00:00.000Z', 3, '2031-02-28T00:00:00.000Z'],
  ['an instant that is no midnight', '2027-06-01T09:15:42.123Z', 1, '2028-06-01T09:15:42.123Z'],
] as const)('%s', (_, from, years, to) => {
  expect(iso(yearsOn(Date.parse(from), years))).toBe(to);
});

test('each midnight of ten years is one, in every zone, on its own Indian day', () => {
  for (const zone of TERM_ZONES) {
    for (let day = '2024-01-01'; day < '2034-01-01'; day = addDays(day, 1)) {
      const instant = midnightIn(zone, day);
      expect([zoneOf(instant), dayInIndia(instant)]).toEqual([zone, day]);
    }
  }
});

test('the terms of a world end in all zones, the same ones each time', () => {
  const zones = (seed: number) =>
    makeWorld({ today: '2027-03-17', seed }).customers.flatMap(({ subscriptions }) =>
      subscriptions.flatMap(({ term }) => term?.zone ?? []),
    );
  const [one, again, other] = [zones(1), zones(1), zones(2)];
  expect(one).toEqual(again);
  expect(one).not.toEqual(other);
  for (const zone of TERM_ZONES) expect(one.filter((own) => own === zone).length).toBeGreaterThan(one.length / 8);
});
