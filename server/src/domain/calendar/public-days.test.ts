import { INDIAN_STATES } from '@desk/contract/rules/indian-states';
import Library from 'date-holidays';
import { expect, test } from 'vitest';
import { publicDaysOf } from './public-days.ts';

test('the states that can be chosen are those that the library knows', () => {
  expect(INDIAN_STATES).toEqual(new Library().getStates('IN'));
});

test('each state has the days of all India, and every one a day of the year that was asked about', async () => {
  const national = (await publicDaysOf(null, 'Asia/Kolkata')).ofYear(2027);
  expect(national).toHaveLength(6);
  for (const state of Object.keys(INDIAN_STATES) as (keyof typeof INDIAN_STATES)[]) {
    const own = await publicDaysOf(state, 'Asia/Kolkata');
    const days = own.ofYear(2027).map(({ day }) => day);
    for (const { day } of national) expect([state, days]).toEqual([state, expect.arrayContaining([day])]);
    for (const day of days) {
      expect([state, day]).toEqual([state, expect.stringMatching(/^2027-\d\d-\d\d$/)]);
      expect(own.has(day)).toBe(true);
    }
  }
});

test('what only some keep is none: a day that is optional or observed is a business day', async () => {
  const { has } = await publicDaysOf('AP', 'Asia/Kolkata');
  expect([has('2027-04-05'), has('2027-11-01')]).toEqual([false, true]);
});
