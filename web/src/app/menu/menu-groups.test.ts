import { CUSTOMER_MENU, RENEWAL_MENU, STAFF_MENU } from '@desk/contract/rules/pages';
import { withSlugs } from '@desk/contract/rules/slugs';
import { expect, test } from 'vitest';
import { grouped, GROUPS, placeOf, screenAt } from './menu-groups.ts';

const slugs = { brand_slug: 'indus', directory_product_slug: 'jumpcloud' };
const menuOf = (routes: readonly string[]) => routes.map((route) => ({ to_route: withSlugs(route, slugs) }));

test('the menu of the staff stands in its five groups, each in the order of the menu', () => {
  const routes = Object.keys(STAFF_MENU);
  const groups = grouped(menuOf(routes), slugs);

  expect(groups.map(({ group }) => group)).toEqual(GROUPS);
  expect(groups.flatMap(({ entries }) => entries)).toHaveLength(routes.length);
  for (const { entries } of groups) {
    const places = entries.map(({ to_route }) => routes.findIndex((route) => withSlugs(route, slugs) === to_route));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  }
});

test('what has no group, such as a menu of another version, stands last', () => {
  const groups = grouped(menuOf(['of_tomorrow', 'get_monthly_renewal', ...Object.keys(CUSTOMER_MENU)]), slugs);

  expect(groups.map(({ group, entries }) => [group, entries.length])).toEqual([
    ['Renewals', 1],
    [null, 5],
  ]);
});

test('a route with a slug has the place of its screen', () => {
  expect(placeOf(screenAt('indus_domains', slugs)).group).toBe('Customers');
  expect(screenAt('{provider}_domains', slugs)).toBeUndefined();
});

test('the work of the day stands above all groups', () => {
  const groups = grouped(menuOf(['get_monthly_renewal', ...Object.keys(RENEWAL_MENU), 'of_tomorrow']), slugs);

  expect(groups.map(({ group, entries }) => [group, entries.map(({ to_route }) => to_route)])).toEqual([
    [null, Object.keys(RENEWAL_MENU)],
    ['Renewals', ['get_monthly_renewal']],
    [null, ['of_tomorrow']],
  ]);
});
