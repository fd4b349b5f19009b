import { followUp } from '@desk/contract/follow-up';
import { coverage } from '@desk/contract/renewal-work/coverage';
import { leave } from '@desk/contract/renewal-work/leave';
import { myDay } from '@desk/contract/renewal-work/my-day';
import { weeklyChanges } from '@desk/contract/renewal-work/weekly-changes';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renewalRow } from '../../parts/testing/renewal.ts';
import { answering, refusing } from '../../testing/show.tsx';
import { onMonday } from '../../testing/on-monday.ts';
import { whenWords } from './model.ts';
import { day, item, open, planDialog, summaryOf, TWO } from './testing/open-day.tsx';

onMonday();

const TODAY = '2026-11-23';

test('the day stands in groups, the most urgent first, and the first item beside it with all that is needed', async () => {
  const { screen } = open(day(TWO));

  expect(await screen.findByText('Mon 23 Nov · 2 things to do · ₹90.24K at stake')).toBeTruthy();
  const overdue = within(screen.getByRole('region', { name: 'Overdue' }));
  expect(overdue.getByRole('button').textContent).toBe(
    'Call: acme.example Business StarterCall promised for Friday3 days late₹90,240',
  );
  const panel = within(screen.getByRole('complementary', { name: 'About acme.example' }));
  expect(await panel.findByText(/It renews with 74 of 92 seats/)).toBeTruthy();
  expect(panel.getByRole('link', { name: '+91 9800000001' }).getAttribute('href')).toBe('tel:+919800000001');
  expect(panel.getByLabelText('What was said', { selector: 'textarea' })).toBeTruthy();
});

test('j and k walk the list; s plans what is next, with a reason', async () => {
  const { screen, user, sent } = open(day(TWO), answering(myDay.setNext, { was: null }));
  await screen.findByRole('complementary', { name: 'About acme.example' });
  await user.keyboard('j');
  expect(screen.getByRole('complementary', { name: 'About indus.example' })).toBeTruthy();
  await user.keyboard('jk');
  expect(screen.getByRole('complementary', { name: 'About acme.example' })).toBeTruthy();
  await user.keyboard('js');

  const dialog = await planDialog('indus.example');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Enter Reason')).toBeTruthy();
  await user.type(dialog.getByLabelText(/^Reason/), 'Asked to call back');
  await user.click(dialog.getByRole('button', { name: 'Save' }));

  await screen.findByText(/^Next on indus.example: Call on/);
  const [planned] = sent.filter(({ path }) => path === myDay.setNext.path);
  expect(planned?.body).toMatchObject({
    renewal_id: 2,
    next: { kind: 'call', time: null, reason: 'Asked to call back' },
  });
});

test('c writes what was said, and Save and next goes on to the next item', async () => {
  const { screen, user, sent } = open(day(TWO), answering(followUp.addComment, {}));
  const panel = within(await screen.findByRole('complementary', { name: 'About acme.example' }));
  const box = await panel.findByLabelText('What was said', { selector: 'textarea' });
  await user.keyboard('c');
  expect(document.activeElement).toBe(box);

  await user.keyboard('PO tomorrow');
  await user.click(panel.getByRole('button', { name: 'Save and next' }));

  await screen.findByRole('complementary', { name: 'About indus.example' });
  expect(sent.find(({ path }) => path === followUp.addComment.path)?.body).toEqual({
    comment: 'PO tomorrow',
    renewal_id: 1,
  });
});

test('with keys alone: Enter presses the button that has the focus, Ctrl+Enter the filled one, Escape leaves the text', async () => {
  const { screen, user, sent, address } = open(day(TWO), answering(followUp.addComment, {}));
  const panel = within(await screen.findByRole('complementary', { name: 'About acme.example' }));
  await panel.findByLabelText('What was said', { selector: 'textarea' });
  await user.keyboard('cPO tomorrow');
  panel.getByRole('button', { name: 'Add' }).focus();
  await user.keyboard('{Enter}');
  const comments = () => sent.filter(({ path }) => path === followUp.addComment.path).map(({ body }) => body);
  await waitFor(() => expect(comments()).toEqual([{ comment: 'PO tomorrow', renewal_id: 1 }]));
  expect(address()).toBe('/home/my_day');

  await user.keyboard('{Escape}cFinance asks{Escape}');
  expect(document.activeElement?.tagName).not.toBe('TEXTAREA');
  await user.keyboard('j');
  await screen.findByRole('complementary', { name: 'About indus.example' });
  await user.keyboard('k');
  await screen.findByDisplayValue('Finance asks');
  await user.keyboard('c{Control>}{Enter}{/Control}');
  await screen.findByRole('complementary', { name: 'About indus.example' });
  expect(comments().at(-1)).toEqual({ comment: 'Finance asks', renewal_id: 1 });
});

test('who comes back from a domain finds the item that was open', async () => {
  const { screen, user, address, back } = open(day(TWO));
  await screen.findByRole('complementary', { name: 'About acme.example' });
  await user.keyboard('j{Enter}');
  await waitFor(() => expect(address()).toBe('/home/domain/indus.example?renewal=2'));
  back();
  await screen.findByRole('complementary', { name: 'About indus.example' });
});

test.each([
  ['of a term that is over', { renewal_date: '2025-12-15' }],
  ['where something else was decided', { instruction: 'verified' }],
] as const)('what happens by itself is not promised %s', async (_, more) => {
  const row = { ...renewalRow({ renewal_id: 1, renewal_date: '2027-12-15', number_of_seats: 92, ...more }), by_itself: { outcome: 'shrinks' as const, seats: 74, last_safe_day: null } }; // prettier-ignore
  const { screen } = open(day(TWO), summaryOf([row]));
  const panel = within(await screen.findByRole('complementary', { name: 'About acme.example' }));
  await panel.findByLabelText('What was said', { selector: 'textarea' });
  expect(panel.queryByText('If nobody acts')).toBeNull();
});

test('who covers has a tab of it; a manager has the team by person, and what is nobody’s', async () => {
  const covering = [{ account_id: 9, name: 'Meenal', count: 4 }];
  const { screen, user, sent } = open(
    (asked) => day(TWO.slice(asked.scope === 'mine' ? 0 : 1), { covering, unassigned: 3 }),
    answering(coverage.latest, { checked_at: null, findings: [], rows: [] }),
    answering(weeklyChanges.since, { weeks: [], week: null, recorded_on: null, changes: [] }),
    answering(myDay.people, {
      people: [
        {
          ...{ account: null, away_until: null, count: 3, overdue: 1, all: 200, sums: [], oldest: '2026-11-20' },
          may_hand_over: false,
        },
        {
          account: { account_id: 9, name: 'Meenal' },
          ...{ away_until: '2026-11-27', count: 2, overdue: 0, all: 9, sums: [], oldest: null },
          may_hand_over: true,
        },
      ],
    }),
  );
  await user.click(await screen.findByLabelText('Covering for Meenal · 4'));
  await screen.findByRole('complementary', { name: 'About indus.example' });

  await user.click(screen.getByLabelText('Team · 3 unassigned'));
  const nobodys = await screen.findByRole('row', { name: /^Unassigned 3 1 200 / });
  await user.click(within(nobodys).getByRole('button', { name: 'Unassigned' }));

  expect(screen.getByText('away until Fri 27 Nov')).toBeTruthy();
  const handOvers = screen.getAllByRole('button', { name: /^Hand over: / });
  expect(
    handOvers.map((button) => button.getAttribute('aria-label')),
    'only where the caller may',
  ).toEqual(['Hand over: Meenal']);
  const asked = sent.filter(({ path }) => path === myDay.list.path).map(({ body }) => body);
  expect(asked).toEqual([
    { scope: 'mine' },
    { scope: 'covering', account_id: 9 },
    { scope: 'team' },
    { scope: 'team', account_id: 0 },
  ]);
});

test('a leave is entered with who covers', async () => {
  const people = [{ account_id: 7, name: 'Tarun' }];
  const covers = [...people, { account_id: 9, name: 'Meenal' }];
  const { screen, user, sent } = open(
    day([]),
    answering(leave.list, { leaves: [], people, covers, own: 7 }),
    answering(leave.add, { leave_id: 1 }),
  );
  await screen.findByText('Nothing to do');
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  const last = await screen.findByLabelText(/^Last day/);
  const dialog = within(screen.getByRole('dialog', { name: 'Leave' }));
  await user.type(last, '2099-12-04');
  await user.selectOptions(dialog.getByLabelText(/^Who covers/), 'Meenal');
  expect(dialog.getByLabelText(/^Who covers/).textContent).toBe('ChooseMeenal');
  await user.click(dialog.getByRole('button', { name: 'Enter leave' }));

  await screen.findByText(/^Away .* to Fri 4 Dec/);
  expect(sent.find(({ path }) => path === leave.add.path)?.body).toMatchObject({
    account_id: 7,
    cover_id: 9,
    to: '2099-12-04',
  });
});

test.each([
  [409, /^Last day/],
  [422, /^Who covers/],
])('a leave that is refused marks the field that is to blame: %i', async (status, label) => {
  const people = [
    { account_id: 7, name: 'Tarun' },
    { account_id: 9, name: 'Meenal' },
  ];
  const { screen, user } = open(
    day([]),
    answering(leave.list, { leaves: [], people: people.slice(0, 1), covers: people, own: 7 }),
    answering(leave.add, () => refusing(status)),
  );
  await screen.findByText('Nothing to do');
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  await user.type(await screen.findByLabelText(/^Last day/), '2099-12-04');
  await user.selectOptions(screen.getByLabelText(/^Who covers/), 'Meenal');
  await user.click(screen.getByRole('button', { name: 'Enter leave' }));

  await waitFor(() => expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true'));
});

test('who is away is told who has the work; a day that cannot be fetched is tried again', async () => {
  let down = true;
  const away = { to: '2026-11-27', cover: 'Meenal' };
  const { screen, user } = open(() => (down ? refusing(500) : day([], { away })));
  const retry = await screen.findByRole('button', { name: 'Retry' });
  down = false;
  await user.click(retry);
  expect(await screen.findByText('You are away until Fri 27 Nov. Meenal has your work until then.')).toBeTruthy();
});

test('more of a group is shown when it is asked for', async () => {
  const first = day(TWO);
  const groups = first.groups.map((group) => (group.group === 'today' ? { ...group, count: 2 } : group));
  const more = item({ renewal_id: 3, domain_name: 'later.example' });
  const { screen, user } = open(({ from }) =>
    from === 1 ? { ...first, groups: day([more]).groups.slice(1, 2) } : { ...first, groups },
  );
  await user.click(await screen.findByRole('button', { name: 'Show more of 1' }));
  expect(await screen.findByText('later.example')).toBeTruthy();
});

test('where Workspace and an add-on come apart, the item says so', async () => {
  const sentence = 'Google Vault renews 92 seats, Workspace 80 seats: 12 too many.';
  const { screen } = open(day([item({ differences: [sentence] })]));
  const panel = within(await screen.findByRole('complementary', { name: 'About acme.example' }));
  expect(panel.getByText(sentence)).toBeTruthy();
});

test.each([
  [{ last_safe_day: '2026-11-20' }, '3 days late'],
  [{ last_safe_day: null, renewal_date: '2026-11-21' }, '2 days late'],
  [{ last_safe_day: TODAY }, 'Last safe day is today'],
])('what is overdue and planned for today says how late it is: %j', (own, words) => {
  expect(whenWords(item({ group: 'overdue', days_late: 0, ...own }), TODAY)).toBe(words);
});

test.each([
  ['2026-11-01', 'Was to renew Sun 1 Nov'],
  [TODAY, 'Renews Mon 23 Nov'],
  ['2026-12-01', 'Renews Tue 1 Dec'],
])('what waits with a renewal date of %s says: %s', (renewal_date, words) => {
  const waiting = item({ group: 'waiting', last_safe_day: '2026-10-28', day: TODAY, days_late: null, renewal_date });
  expect(whenWords(waiting, TODAY)).toBe(words);
});
