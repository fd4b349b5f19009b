import { deadlines, type DeadlineRow, type RenewalRules } from '@desk/contract/renewal-work/deadlines';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { storeSession } from '../../api/session.ts';
import { answering, refusing, showAt } from '../../testing/show.tsx';
import { onMonday } from '../../testing/on-monday.ts';
import { DeadlinesScreen } from './deadlines.screen.tsx';

onMonday();

const tile = (count: number, value = '0') => ({ count, value });
const counts = {
  ...{
    today: '2026-11-23',
    week: '2026-11-30',
    month: '2026-12-23',
    over: 1_046,
    lead_business_days: 2,
    has_chat: true,
  },
  tiles: {
    ...{ today: tile(1, '394800.00'), week: tile(2, '485040.00'), month: tile(2, '485040.00') },
    ...{ overdue: tile(0), blocked: tile(0), met: tile(87), missed: tile(0) },
  },
  days: [
    { day: '2026-11-23', count: 1 },
    { day: '2026-11-24', count: 0 },
    { day: '2026-11-27', count: 1 },
  ],
};
const due: DeadlineRow = {
  ...({ deadline_id: 1, kind: 'change', state: 'open', cause: null, reason: null, step: 'decide' } as const),
  ...{ at: '2026-11-25T00:00:00Z', day: '2026-11-25', last_safe_day: '2026-11-23', domain_name: 'acme.example' },
  ...({ company_name: 'Acme', renewal_id: 7, if_nobody_acts: 'shrinks', seats_if_nobody_acts: 118 } as const),
  ...({
    seats: 140,
    wished_seats: null,
    value: '394800.00',
    currency: 'INR',
    alerted: ['30', '3', 'manager'],
  } as const),
  owner: { email: 'tarun@desk.example', name: 'Tarun' },
};
const later: DeadlineRow = {
  ...due,
  ...{ deadline_id: 2, domain_name: 'tara.example', last_safe_day: '2026-11-27', day: '2026-12-01', owner: null },
  ...({ step: 'unblock', reason: 'Free 4 seats first.', alerted: [], value: null } as const),
};

const open = (...answers: Parameters<typeof showAt>[2][]) =>
  showAt(
    '/home/deadlines',
    <DeadlinesScreen />,
    ...answers,
    answering(deadlines.counts, counts),
    answering(deadlines.list, { deadlines: [due, later], total: 2 }),
  );
const signIn = (role: 'ADMIN' | 'RMEMBER') =>
  storeSession({ user: 'asha@desk.example', token: { login_token: 'x', exp: 4e9 }, menu: [], role });
beforeEach(() => signIn('ADMIN'));

test('a row tells until when, what is lost, what is at stake, who was told, who has it, and what to do', async () => {
  const { screen } = open();
  await screen.findByText('acme.example');
  const rows = screen
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent));
  expect(rows.slice(1)).toEqual([
    ['Today · 1 · ₹3.95L'],
    ['Today until 23:59', 'acme.example', 'Change window Wed 25 Nov', 'Renews 118 of 140, −₹62,040', '₹3,94,800', '30103MT', 'Tarun', 'Decide'], // prettier-ignore
    ['Next 7 days · 1 · ₹90.24K'],
    ['Fri 27 Nov in 4 days', 'tara.example', 'Change window Tue 1 Dec', 'Free 4 seats first.', 'N/A', '30103MT', 'Unassigned', 'Unblock'], // prettier-ignore
  ]);
  expect(screen.getByRole('img', { name: 'Told: 30 days before, 3 days before, the manager' })).toBeTruthy();
  expect(screen.getByRole('img', { name: 'Told: Nobody yet' })).toBeTruthy();
});

test('what is late stands under Overdue, before what is due today, in the list and in its tile', async () => {
  const late: DeadlineRow = { ...due, deadline_id: 3, domain_name: 'late.example', last_safe_day: '2026-11-20' };
  const of = (today: number, overdue: number) => {
    const tiles = { ...counts.tiles, today: tile(today, '700000.00'), overdue: tile(overdue, '305200.00') };
    return answering(deadlines.counts, { ...counts, tiles });
  };
  const { screen } = open(of(2, 1), answering(deadlines.list, { deadlines: [late, due], total: 2 }));
  await screen.findByText('late.example');
  const headings = screen
    .getAllByRole('row')
    .flatMap(({ textContent: words }) => (/^(Overdue|Today) · /.test(words) ? [words] : []));
  expect(headings).toEqual(['Overdue · 1 · ₹3.05L', 'Today · 1 · ₹3.95L']);
  expect(screen.getByRole('button', { name: /^Overdue and today\s*2/ })).toBeTruthy();
});

test('where all that is due today is late, the tile says so', async () => {
  const tiles = { ...counts.tiles, today: tile(1, '394800.00'), overdue: tile(1, '394800.00') };
  const { screen } = open(answering(deadlines.counts, { ...counts, tiles }));
  expect(await screen.findByRole('button', { name: /^Overdue\s*1/ })).toBeTruthy();
});

test('where it was told apart that it is blocked, or waits for an approval, signs of their own stand for that', async () => {
  const row: DeadlineRow = { ...later, alerted: ['3', 'blocked', 'approve'] };
  const { screen } = open(answering(deadlines.list, { deadlines: [row], total: 1 }));
  const name = 'Told: 3 days before, that it is blocked, who may approve it';
  expect((await screen.findByRole('img', { name })).textContent).toBe('30103MT!A');
});

test('before the counts are there, a row says no other distance', async () => {
  const { screen } = open(answering(deadlines.counts, () => refusing(500)));
  await screen.findByText('acme.example');
  expect(screen.queryByText(/in \d{5} days/)).toBeNull();
});

test('the tiles are the lists, those of the team or the own', async () => {
  const { screen, user, bodies } = open();
  await user.click(await screen.findByRole('button', { name: /^Blocked/ }));
  await user.click(screen.getByRole('radio', { name: 'Mine' }));
  await waitFor(() =>
    expect(bodies(deadlines.list)).toEqual([
      { of: 'team', show: 'week', page: 1 },
      { of: 'team', show: 'blocked', page: 1 },
      { of: 'mine', show: 'blocked', page: 1 },
    ]),
  );
  expect(bodies(deadlines.counts)).toEqual([{ of: 'team' }, { of: 'mine' }]);
});

test('the bars say how much is to be decided on which day', async () => {
  const { screen } = open();
  const bars = await screen.findByRole('region', { name: 'Last safe days, 23 Nov to 23 Dec' });
  expect(
    within(bars)
      .getAllByRole('listitem')
      .map((bar) => bar.firstChild?.textContent),
  ).toEqual(['Mon 23 Nov: 1', 'Tue 24 Nov: 0', 'Fri 27 Nov: 1']);
  expect(screen.getByText(/2 business days before the clock ends/)).toBeTruthy();
});

test('what is to be decided is decided here; any other step leads to the renewal', async () => {
  const { screen, user, address, bodies } = open();
  await user.click(await screen.findByRole('button', { name: 'Decide acme.example' }));
  await screen.findByRole('dialog', { name: 'Add Comments: acme.example' });
  expect(address()).toBe('/home/deadlines');
  const asked = bodies(deadlines.counts).length;
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(bodies(deadlines.counts).length).toBeGreaterThan(asked));
  await user.click(await screen.findByRole('button', { name: 'Unblock tara.example' }));
  await waitFor(() => expect(address()).toBe('/home/domain/tara.example?renewal=7'));
});

test('what renews with unused seats is planned here', async () => {
  const { screen, user } = open(answering(deadlines.list, { deadlines: [{ ...due, step: 'reduce' }], total: 1 }));
  await user.click(await screen.findByRole('button', { name: 'Plan seats acme.example' }));
  await screen.findByRole('dialog', { name: 'Set at Google' });
});

test('the address of the calendar is shown once, and can be revoked', async () => {
  const url = 'https://desk.example/calendar/abc.ics';
  const since = '2026-11-23T06:00:00Z';
  const { screen, user, bodies } = open(
    answering(deadlines.feed, { since }),
    answering(deadlines.createFeed, { url }),
    answering(deadlines.revokeFeed, {}),
  );
  await user.click(await screen.findByRole('button', { name: 'Calendar feed' }));
  await screen.findByText(/Its address is not shown again/);
  await user.click(screen.getByRole('button', { name: 'New address' }));
  await screen.findByText(url);
  await user.click(screen.getByRole('button', { name: 'Revoke' }));
  await screen.findByText('The calendar feed is revoked');
  expect([bodies(deadlines.createFeed), bodies(deadlines.revokeFeed)]).toEqual([[{}], [{}]]);
});

const rules: RenewalRules = {
  lead_business_days: 2,
  holiday_state: null,
  approval_limits: { fallPercent: 20, value: 1_000_000 },
};
const holidays = {
  holidays: [{ day: '2026-11-09', name: 'Diwali' }],
  public: [
    { day: '2026-12-25', name: 'Christmas Day', is_worked: false },
    { day: '2027-03-26', name: 'Good Friday', is_worked: true },
  ],
};

test('an administrator sets the lead and the state, and adds and removes holidays', async () => {
  const { screen, user, bodies } = open(
    answering(deadlines.rules, { rules }),
    answering(deadlines.holidays, holidays),
    ...[deadlines.setRules, deadlines.addHolidays, deadlines.removeHoliday, deadlines.setWorkedDay].map((call) =>
      answering(call, {}),
    ),
  );
  await user.click(await screen.findByRole('button', { name: 'Holidays and lead' }));
  const lead = await screen.findByRole('textbox', { name: 'Lead' });
  await user.clear(lead);
  await user.type(lead, '3');
  const state = screen.getByRole<HTMLSelectElement>('combobox', { name: 'State' });
  expect(state.selectedOptions[0]?.textContent).toBe('No state');
  await user.selectOptions(state, 'Maharashtra');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('The rules are saved');
  expect(bodies(deadlines.setRules)).toEqual([
    { rules: { ...rules, lead_business_days: 3, holiday_state: 'MH' }, seen: rules },
  ]);

  fireEvent.change(await screen.findByLabelText(/^Day/), { target: { value: '2027-03-22' } });
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Holi');
  await user.click(screen.getByRole('button', { name: 'Add holiday' }));
  await screen.findByText('Holi is added');
  await user.click(await screen.findByRole('button', { name: 'Remove Diwali, 9 Nov 2026' }));
  await screen.findByText('Diwali is removed');
  expect(bodies(deadlines.addHolidays)).toEqual([{ holidays: [{ day: '2027-03-22', name: 'Holi' }] }]);
  expect(bodies(deadlines.removeHoliday)).toEqual([{ day: '2026-11-09' }]);
});

test('public holidays stand beside the own ones, and one can be worked on', async () => {
  const { screen, user, bodies } = open(
    answering(deadlines.rules, { rules: { ...rules, holiday_state: 'MH' } }),
    answering(deadlines.holidays, holidays),
    answering(deadlines.setWorkedDay, {}),
  );
  await user.click(await screen.findByRole('button', { name: 'Holidays and lead' }));
  await screen.findByText('Fri 25 Dec, Christmas Day');
  await screen.findByText('Fri 26 Mar 2027, Good Friday, worked');
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'State' }).value).toBe('MH');
  await user.click(screen.getByRole('button', { name: 'Work on Christmas Day, 25 Dec 2026' }));
  await screen.findByText('Christmas Day is a business day');
  await user.click(screen.getByRole('button', { name: 'Take off Good Friday, 26 Mar 2027' }));
  await screen.findByText('Good Friday is off');
  expect(bodies(deadlines.setWorkedDay)).toEqual([
    { day: '2026-12-25', is_worked: true },
    { day: '2027-03-26', is_worked: false },
  ]);
});

test('whoever is no administrator reads them', async () => {
  signIn('RMEMBER');
  const { screen, user, bodies } = open(answering(deadlines.rules, { rules }), answering(deadlines.holidays, holidays));
  await user.click(await screen.findByRole('button', { name: 'Holidays and lead' }));
  await screen.findByText('Mon 9 Nov, Diwali');
  expect(screen.queryByRole('button', { name: /Remove|Add|Save|Work on|Take off/ })).toBeNull();
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Lead' })).readOnly).toBe(true);
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'State' }).disabled).toBe(true);
  expect(bodies(deadlines.list)[0]).toMatchObject({ of: 'mine' });
});

test('that the counts could not be fetched is said, and they are asked for again', async () => {
  let tries = 0;
  const { screen, user } = open(answering(deadlines.counts, () => (++tries === 1 ? refusing(403) : counts)));
  await screen.findByText('Could not count the deadlines.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('toolbar', { name: 'Deadlines by how they stand' });
  expect(screen.queryByText('Could not count the deadlines.')).toBeNull();
});
