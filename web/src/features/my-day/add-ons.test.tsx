import type { ReplyOf } from '@desk/contract/call';
import { myDay, type AddOn } from '@desk/contract/renewal-work/my-day';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, refusing } from '../../testing/show.tsx';
import { onMonday } from '../../testing/on-monday.ts';
import { day, openWith, TWO } from './testing/open-day.tsx';

onMonday();

const late: AddOn = {
  ...{
    axima_subscription_id: 5,
    domain_name: 'acme.example',
    company_name: 'Acme',
    product_name: 'Axima Mail Business',
  },
  ...{ sentence: 'The Axima add-on of acme.example was to be renewed by 20 Nov.', renewal_date: '2026-11-20' },
  days_late: 3,
};
const soon: AddOn = {
  ...{ ...late, axima_subscription_id: 6, domain_name: 'indus.example', days_late: null, renewal_date: '2026-12-14' },
  sentence: 'Renew the Axima add-on of indus.example by 14 Dec, then enter its new start date.',
};
const addOns = (
  items: readonly AddOn[],
  { count = items.length, isOwn = true } = {},
): ReplyOf<typeof myDay.addOns> => ({
  ...{ today: '2026-11-23', count, is_own_work: isOwn, items: [...items] },
});

test('add-ons stand in a tab of their own, and each leads to its row in the screen of add-ons', async () => {
  const { screen, user, address } = openWith(
    { screens: ['get_monthly_renewal', 'axima_domains'] },
    answering(myDay.list, day(TWO)),
    answering(myDay.addOns, addOns([late, soon])),
  );
  await screen.findByRole('complementary', { name: 'About acme.example' });
  await user.click(await screen.findByLabelText('Add-ons · 2'));

  const list = within(await screen.findByRole('region', { name: 'Add-ons' }));
  expect(screen.getByText('Mon 23 Nov · 2 add-ons to renew')).toBeTruthy();
  expect(list.getAllByRole('link').map((link) => link.textContent)).toEqual([
    `acme.example Axima Mail Business${late.sentence}3 days late`,
    `indus.example Axima Mail Business${soon.sentence}Renews Mon 14 Dec`,
  ]);
  expect(screen.queryByRole('complementary')).toBeNull();
  await user.click(list.getByRole('link', { name: /^indus.example/ }));
  expect(address()).toBe('/home/axima_domains?q=indus.example');
});

test('who has no renewal to work on is led to the add-ons that wait', async () => {
  const { screen, user } = openWith(
    { screens: ['get_monthly_renewal', 'axima_domains'] },
    answering(myDay.list, day([])),
    answering(myDay.addOns, addOns([late, soon])),
  );
  await screen.findByText(/^Mon 23 Nov · 2 add-ons to renew/);
  await user.click(await screen.findByRole('button', { name: '2 add-ons to renew' }));
  expect(await screen.findByRole('region', { name: 'Add-ons' })).toBeTruthy();
});

test.each([
  [
    'count beside renewals, as in the menu',
    TWO,
    true,
    'Mon 23 Nov · 2 things to do · 1 add-on to renew · ₹90.24K at stake',
  ],
  ['are no work of who may enter nothing about them', [], false, 'Mon 23 Nov · nothing to do · ₹90.24K at stake'],
])('add-ons %s', async (_, items, isOwn, words) => {
  const { screen } = openWith(
    { screens: ['get_monthly_renewal', 'axima_domains'] },
    answering(myDay.list, day(items)),
    answering(myDay.addOns, addOns([late], { isOwn })),
  );
  expect(await screen.findByText(words)).toBeTruthy();
});

test('who has the screen of add-ons alone has them as the day, and nothing else is asked', async () => {
  const { screen, sent } = openWith({ screens: ['axima_domains'] }, answering(myDay.addOns, addOns([late])));
  expect(await screen.findByText('Mon 23 Nov · 1 add-on to renew')).toBeTruthy();
  expect(screen.getByRole('link', { name: /^acme.example/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Leave' })).toBeNull();
  expect(sent.map(({ path }) => path)).not.toContain(myDay.list.path);
});

test('who has not their screen has no tab of them, not even by a link', async () => {
  const { screen, sent } = openWith(
    { screens: ['get_monthly_renewal'], at: '/home/my_day?tab=addons' },
    answering(myDay.list, day(TWO, { unassigned: 1 })),
  );
  expect(await screen.findByLabelText('Team · 1 unassigned')).toBeTruthy();
  expect(screen.getByRole('complementary', { name: 'About acme.example' })).toBeTruthy();
  expect(screen.queryByLabelText(/^Add-ons/)).toBeNull();
  expect(sent.map(({ path }) => path)).not.toContain(myDay.addOns.path);
});

test('where none is to be renewed it says so; a list that cannot be fetched is tried again', async () => {
  let down = true;
  const { screen, user } = openWith(
    { screens: ['axima_domains'] },
    answering(myDay.addOns, () => (down ? refusing(500) : addOns([]))),
  );
  const retry = await screen.findByRole('button', { name: 'Retry' });
  down = false;
  await user.click(retry);
  expect(await screen.findByText('Nothing to do')).toBeTruthy();
  expect(screen.getByText('Mon 23 Nov · nothing to do')).toBeTruthy();
});

test('more of them are shown when they are asked for', async () => {
  const { screen, user, sent } = openWith(
    { screens: ['axima_domains'] },
    answering(myDay.addOns, ({ most = 25 }) => addOns(most > 25 ? [late, soon] : [late], { count: 2 })),
  );
  await user.click(await screen.findByRole('button', { name: 'Show more of 1' }));
  expect(await screen.findByRole('link', { name: /^indus.example/ })).toBeTruthy();
  expect(sent.map(({ body }) => body)).toContainEqual({ most: 50 });
});
