import { renewals } from '@desk/contract/renewals';
import { myDay } from '@desk/contract/renewal-work/my-day';
import { RENEWAL_SCREENS } from '@desk/contract/rules/pages';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstRequestOf, screenIn } from './request-of.ts';

const MENU = JSON.stringify(
  ['get_monthly_renewal', 'get_all_users'].map((to_route) => ({ menu_id: 1, menu_name: 'x', to_route })),
);
const opened = (address: string) => {
  const { pathname, search } = new URL(address, 'http://desk.example');
  return { pathname, search, timeZone: 'Asia/Kolkata', now: Date.parse('2026-12-31T19:00:00Z') };
};
const asked = (address: string, menu = MENU) => firstRequestOf(opened(address), menu);

test.each([
  ['/home/get_monthly_renewal', '2027-01'],
  ['/home/get_monthly_renewal?month=2026-11&zone=North', '2026-11'],
  ['/home/get_monthly_renewal?month=2026-13', '2027-01'],
])('%s asks for the month %s, as its screen will', (address, month) => {
  const request = asked(address);
  expect(request?.path).toBe(renewals.monthly.path);
  expect(renewals.monthly.body.parse(JSON.parse(request?.body ?? ''))).toEqual({ month });
});

const ZONES = ['Asia/Kolkata', 'Pacific/Kiritimati', 'Etc/GMT+12', 'America/St_Johns', 'UTC'];
test('the month is that of the zone, at its turn and at any other time', () => {
  const turns = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: -30 * 60, max: 30 * 60 }));
  const times = fc.oneof(
    fc.date({ min: new Date('2024-01-01'), max: new Date('2031-01-01'), noInvalidDate: true }).map(Number),
    turns.map(([months, minutes]) => Date.UTC(2024, months, 1, 0, minutes)),
  );
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), times, (timeZone, now) => {
      const request = firstRequestOf({ pathname: '/home/get_monthly_renewal', search: '', timeZone, now }, MENU);
      const [month] = new Intl.DateTimeFormat('en-CA', { timeZone }).format(now).split(/-\d+$/);
      expect(JSON.parse(request?.body ?? '')).toEqual({ month });
    }),
  );
});

test('My day asks for the own work, and for nothing where another tab is open', () => {
  expect(asked('/home/my_day')).toEqual({ path: myDay.list.path, body: '{"scope":"mine"}' });
  expect(asked('/home/my_day?tab=team')).toBeUndefined();
});

test('nothing is asked for by a page of another kind, or without the screen in the menu: the server would note a denial', () => {
  for (const address of ['/', '/home', '/home/deadlines', '/home/get_all_users', '/domain/7', '/home/toString'])
    expect(asked(address)).toBeUndefined();
  const menuOf = (to_route: string) => JSON.stringify([{ menu_id: 1, menu_name: 'x', to_route }]);
  expect(asked('/home/my_day', menuOf('get_all_users'))).toBeUndefined();
  for (const { call, address } of [
    { call: renewals.monthly, address: '/home/get_monthly_renewal' },
    { call: myDay.list, address: '/home/my_day' },
  ]) {
    const may = [...new Set([...RENEWAL_SCREENS, ...call.screens, 'get_all_users', 'renewal_reseller'])].filter(
      (screen) => asked(address, menuOf(screen)) !== undefined,
    );
    // Whose route hangs on the installation's words asks a moment later.
    expect(may.sort()).toEqual(call.screens.filter((screen) => !screen.includes('{')).sort());
  }
  expect(asked('/home/my_day', '')).toBeUndefined();
  expect(screenIn('/home/my_day/')).toBe('my_day');
});
