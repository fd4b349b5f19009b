import type { ReplyOf } from '@desk/contract/call';
import { weeklyChanges, type ChangedRenewal } from '@desk/contract/renewal-work/weekly-changes';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, refusing, showAt } from '../../testing/show.tsx';
import { onMonday } from '../../testing/on-monday.ts';
import { ChangesPanel } from './changes.panel.tsx';

onMonday();

type Changes = ReplyOf<typeof weeklyChanges.since>;

const row = (domain: string, own: Partial<ChangedRenewal> = {}): ChangedRenewal => ({
  ...{ renewal_id: 7, domain_name: domain, company_name: `Company of ${domain}`, owner: 'Tarun' },
  ...{ renewal_date: '2026-12-10', value_before: '120000.00', value: '120000.00', currency: 'INR', ...own },
});
const inr = (value: string) => [{ currency: 'INR', value }];
const CHANGED: Changes = {
  ...{ weeks: ['2026-11-23', '2026-11-16'], week: '2026-11-23', recorded_on: '2026-11-23' },
  changes: [
    { from: 'undecided', to: 'decided', count: 52, sums: inr('420000.00'), rows: [row('won.example')] },
    { from: 'suspended', to: 'decided', count: 1, sums: inr('80000.00'), rows: [row('back.example')] },
    {
      ...{ from: 'decided', to: 'left', count: 1, sums: [{ currency: 'USD', value: '900.00' }] },
      rows: [row('lost.example', { currency: 'USD', value_before: '900.00', value: '900.00', owner: null })],
    },
    {
      ...{ from: 'undecided', to: 'undecided', count: 1, sums: inr('-24000.00') },
      rows: [row('cheaper.example', { value: '96000.00' })],
    },
  ],
};
const open = (reply: Parameters<typeof answering<typeof weeklyChanges.since>>[1], whose = '') =>
  showAt('/home/my_day', <ChangesPanel whose={whose} />, answering(weeklyChanges.since, reply));

test('the tile tells since when, what became of how many, and in what money', async () => {
  const { screen } = open(CHANGED);
  const tile = await screen.findByRole('button', { name: /^Since Mon 23 Nov/ });
  expect(tile.textContent).toBe('Since Mon 23 Nov 53 decided ₹5L · 1 lost $900 · 1 worth more or less -₹24K');
});

test('pressed it tells of each renewal, by what became of it, with what it was worth before, and leads to it', async () => {
  const { screen, user, address } = open(CHANGED);
  await user.click(await screen.findByRole('button', { name: /^Since Mon 23 Nov/ }));
  const won = within(await screen.findByRole('region', { name: 'Decided: 52' }));
  expect(won.getByText(/undecided before/).textContent).toBe('₹4.2L a year, undecided before');
  won.getByText('And 51 more.');
  const lost = within(screen.getByRole('region', { name: 'Lost: 1' }));
  lost.getByText('Company of lost.example · $900 · Nobody · renews 10 Dec 2026');
  const worth = within(screen.getByRole('region', { name: 'Worth more or less: 1' }));
  expect(worth.getByText(/still undecided/).textContent).toBe('-₹24K a year, still undecided');
  worth.getByText('Company of cheaper.example · ₹1.2L → ₹96K · Tarun · renews 10 Dec 2026');

  await user.click(won.getByRole('link', { name: 'won.example' }));
  expect(address()).toBe('/home/domain/won.example?renewal=7');
});

test('another week is asked for, of the person who is looked at', async () => {
  const { screen, user, sent } = open(
    ({ week }) => (week === '2026-11-16' ? { ...CHANGED, week, recorded_on: '2026-11-18', changes: [] } : CHANGED),
    '9',
  );
  await user.click(await screen.findByRole('button', { name: /^Since Mon 23 Nov/ }));
  await user.selectOptions(await screen.findByLabelText('Compared with the week of'), 'Mon 16 Nov');
  await screen.findByRole('dialog', { name: 'Since Wed 18 Nov' });
  screen.getByText('Each renewal stands as it did then, and is worth as much.');
  expect(sent.map(({ body }) => body)).toEqual([{ account_id: 9 }, { week: '2026-11-16', account_id: 9 }]);
});

test('before the first night it says from when on it is known', async () => {
  const { screen, user } = open({ weeks: [], week: null, recorded_on: null, changes: [] });
  await user.click(await screen.findByRole('button', { name: /^Since Monday From the first night on/ }));
  await screen.findByText('From the first night on it is recorded how all renewals stand.');
  expect(screen.queryByLabelText('Compared with the week of')).toBeNull();
});

test('a week that cannot be fetched says so in the dialog, where it can be tried again and another be chosen', async () => {
  let isDown = true;
  const { screen, user } = showAt(
    '/home/my_day',
    <ChangesPanel whose="" />,
    answering(weeklyChanges.since, ({ week }) => {
      if (week !== undefined && isDown) return refusing(503, { message: 'The service is busy.' });
      return week === undefined ? CHANGED : { ...CHANGED, week, recorded_on: week, changes: [] };
    }),
  );
  await user.click(await screen.findByRole('button', { name: /^Since Mon 23 Nov/ }));
  const weeks = await screen.findByLabelText<HTMLSelectElement>('Compared with the week of');
  await user.selectOptions(weeks, 'Mon 16 Nov');
  await screen.findByText('Could not fetch the changes.');
  expect(weeks.value).toBe('2026-11-16');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('Each renewal stands as it did then, and is worth as much.');
  await user.selectOptions(weeks, 'Mon 23 Nov');
  await screen.findByRole('region', { name: 'Decided: 52' });
});

test('a gain in one currency and a loss in another stand beside each other, and prices that were only entered are no money', async () => {
  const { screen, user } = open({
    ...CHANGED,
    changes: [
      {
        ...{ from: 'undecided', to: 'undecided', count: 2, rows: [] },
        sums: [...inr('-5000000.00'), { currency: 'USD', value: '40.00' }],
      },
      { from: 'decided', to: 'decided', count: 3, sums: [], rows: [row('priced.example', { value_before: null })] },
    ],
  });
  const tile = await screen.findByRole('button', { name: /^Since Mon 23 Nov/ });
  expect(tile.textContent).toBe('Since Mon 23 Nov 5 worth more or less -₹50L, +$40');
  await user.click(tile);
  await screen.findByText('Prices were entered or removed');
  screen.getByText(/no price → ₹1.2L/);
});
