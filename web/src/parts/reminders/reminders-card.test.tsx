import type { ReplyOf } from '@desk/contract/call';
import { reminders, type PlannedReminder } from '@desk/contract/renewal-work/reminders';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storeSession } from '../../api/session.ts';
import { brand } from '../testing/brand.ts';
import { answering, refusing, show } from '../../testing/show.tsx';
import { onMonday } from '../../testing/on-monday.ts';
import { RemindersCard } from './reminders-card.tsx';

onMonday();

const reminder = (own: Partial<PlannedReminder> = {}): PlannedReminder => ({
  ...{
    step_id: 1,
    days_before: 30,
    purpose: 'decision',
    channel: 'Email',
    recipient: 'ravi@acme.example',
    name: 'Ravi Iyer',
  },
  ...{ due_on: '2026-10-28', state: 'planned', stopped_by: null, reason: null, changed_at: null, message: null },
  ...own,
});
const known = (own: Partial<ReplyOf<typeof reminders.list>> = {}): ReplyOf<typeof reminders.list> => ({
  ...{
    is_on: true,
    is_open: true,
    last_day: '2026-11-27',
    reminders: [reminder()],
    stop: null,
    payment_stop: null,
    may_remind_again: false,
    pause: null,
  },
  ...own,
});
type List = ReplyOf<typeof reminders.list>;
/**
 * @param after what is answered once something was written
 * @param answers what is answered instead
 */
function open(list: List, after: List = list, ...answers: Parameters<typeof show>[1][]) {
  let now = list;
  const menu = [{ menu_id: 1, menu_name: 'Renewals', to_route: 'get_monthly_renewal' }];
  storeSession({ user: 'asha@desk.example', token: { login_token: 't', exp: 4e9 }, menu, role: 'RMEMBER' });
  return show(
    <RemindersCard renewalId={7} domain="acme.example" />,
    ...answers,
    answering(reminders.list, () => now),
    answering(reminders.pause, {}),
    answering(reminders.resume, () => {
      now = after;
      return {};
    }),
    brand,
  );
}

test('what is typed about a pause outlasts a fetch that fails behind it', async () => {
  let isDown = false;
  const listing = answering(reminders.list, () => (isDown ? refusing(500) : known()));
  const { screen, user, bodies } = open(known(), known(), listing);
  await user.click(await screen.findByRole('button', { name: 'Pause reminders' }));
  await user.type(await screen.findByLabelText(/^Reason/), 'They are moving');
  isDown = true;
  // It asks again only once the answer before has come.
  await waitFor(() => {
    window.dispatchEvent(new Event('visibilitychange'));
    expect(bodies(reminders.list).length).toBeGreaterThan(2);
  });

  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('They are moving');
});

test('what is planned, was sent, stopped and skipped stands in the order of its days', async () => {
  const { screen } = open(
    known({
      reminders: [
        reminder({ step_id: 1, state: 'sent', message: { state: 'sent', reason: null } }),
        reminder({ step_id: 2, state: 'sent', message: { state: 'failed', reason: '550 No such user' } }),
        reminder({ step_id: 3, state: 'stopped', stopped_by: 'decided', reason: 'The customer has decided.' }),
        reminder({ step_id: 4, state: 'skipped', recipient: '', name: null, reason: 'Nobody can be reached' }),
        reminder({ step_id: 5, due_on: '2026-11-13' }),
      ],
    }),
  );
  const list = await screen.findByRole('list', { name: 'Reminders to the customer' });
  const rows = within(list)
    .getAllByRole('listitem')
    .map((row) => row.textContent);
  expect(rows).toEqual([
    expect.stringContaining('sent'),
    expect.stringMatching(/not delivered.*550 No such user/),
    expect.stringMatching(/stopped: decided.*The customer has decided\./),
    expect.stringMatching(/skipped.*Nobody can be reached/),
    expect.stringMatching(/Fri 13 Nov.*planned.*Ravi Iyer, ravi@acme\.example/),
  ]);
});

test.each([
  [known({ is_on: false, reminders: [] }), 'Reminders are switched off: nothing is sent by itself.'],
  [
    known({ stop: { cause: 'replied', reason: 'The customer answered on 20-10-2026.' } }),
    'Nothing is sent as it stands: The customer answered on 20-10-2026.',
  ],
  [known({ reminders: [] }), 'None are planned yet.'],
] as const)('what holds for those that are ahead is said: %#', async (list, words) => {
  expect(await open(list).screen.findByText(words)).toBeTruthy();
});

const OF_PAYMENT = reminder({ step_id: 2, purpose: 'payment', recipient: 'meera@acme.example', name: 'Meera Shah' });
const DECIDED = { cause: 'decided', reason: 'The customer has decided.' } as const;
test('of a reminder of payment it is told what it waits for, and it is held back by that alone', async () => {
  const { screen } = open(known({ reminders: [reminder(), OF_PAYMENT], stop: DECIDED }));
  const rows = within(await screen.findByRole('list', { name: 'Reminders to the customer' })).getAllByRole('listitem');
  expect(rows.map((row) => /held back|planned/.exec(row.textContent)?.[0])).toEqual(['held back', 'planned']);
  expect(rows[1]?.textContent).toContain('Payment');
  expect(screen.getByText('Nothing more is asked as it stands: The customer has decided.')).toBeTruthy();
});

test('a reminder of payment waits for a decision, and for something that is owed', async () => {
  const payment_stop = { cause: 'nothing_owed', reason: 'Nothing is owed.' } as const;
  const { screen } = open(known({ reminders: [OF_PAYMENT], stop: DECIDED, payment_stop }));
  expect(await screen.findByText('The reminder of payment waits: Nothing is owed.')).toBeTruthy();
  expect(screen.getByText('held back')).toBeTruthy();
});

test('who answered, and decided nothing, is reminded again once somebody says so', async () => {
  const stop = { cause: 'replied', reason: 'The customer answered on 20-10-2026.' } as const;
  const { screen, user, bodies } = open(known({ stop, may_remind_again: true }));
  await user.click(await screen.findByRole('button', { name: 'Remind again' }));
  await expect.poll(() => bodies(reminders.resume)).toEqual([{ renewal_id: 7 }]);
});

const on = (due_on: string) => reminder({ step_id: Number(due_on.slice(-2)), due_on });
const later = [on('2026-11-19'), on('2026-11-20'), on('2026-12-21')];
const pause = {
  reason: 'They are moving',
  until: '2026-11-20',
  by: 'asha@desk.example',
  at: '2026-11-18T06:00:00.000Z',
};
test.each([
  [known({ reminders: later }), ['planned', 'planned', 'planned']],
  [known({ reminders: later, is_on: false }), ['held back', 'held back', 'held back']],
  [
    known({ reminders: later, stop: { cause: 'replied', reason: 'They wrote.' } }),
    ['held back', 'held back', 'held back'],
  ],
  [known({ reminders: later, pause }), ['held back', 'held back', 'planned']],
  [known({ reminders: later, pause: { ...pause, until: null } }), ['held back', 'held back', 'held back']],
])('what does not go out as it stands is not called planned: %#', async (list, words) => {
  const shown = await open(list).screen.findByRole('list', { name: 'Reminders to the customer' });
  const rows = within(shown).getAllByRole('listitem');
  expect(rows.map((row) => /held back|planned/.exec(row.textContent)?.[0])).toEqual(words);
});

test('a pause asks why and until when, and Go on ends it', async () => {
  const { screen, user, bodies } = open(known());
  await user.click(await screen.findByRole('button', { name: 'Pause reminders' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Pause' }));
  expect(within(dialog).getByText('Enter Reason')).toBeTruthy();
  await user.type(within(dialog).getByLabelText(/Reason/), 'They are moving');
  await user.click(within(dialog).getByRole('button', { name: 'Pause' }));
  await expect.poll(() => bodies(reminders.pause)).toEqual([{ renewal_id: 7, reason: 'They are moving', until: null }]);
});

test('paused, it says by whom and until when, and goes on', async () => {
  const pause = {
    reason: 'They are moving',
    until: '2026-11-30',
    by: 'asha@desk.example',
    at: '2026-10-20T10:00:00.000Z',
  };
  const { screen, user, bodies } = open(known({ pause }));
  expect(await screen.findByText('Paused until 30-11-2026 by asha@desk.example: They are moving')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Go on' }));
  await expect.poll(() => bodies(reminders.resume)).toEqual([{ renewal_id: 7 }]);
});

const ANSWERED = { cause: 'replied', reason: 'The customer answered on 20-10-2026.' } as const;
const BY_HAND = { cause: 'sent_by_hand', reason: 'Asha wrote to the customer about it today.' } as const;

test.each([
  [known({ pause, stop: ANSWERED }), 'Nothing is sent as it stands: The customer answered on 20-10-2026.'],
  [known({ pause, is_on: false }), 'Reminders are switched off: nothing is sent by itself.'],
])('beside a pause it is said what holds when it is over: %#', async (list, words) => {
  const { screen } = open(list);
  await screen.findByText(/^Paused until 20-11-2026/);
  expect(screen.getByText(words)).toBeTruthy();
});

test('what holds today alone is not said beside a pause', async () => {
  const { screen } = open(known({ pause, stop: BY_HAND }));
  await screen.findByText(/^Paused until 20-11-2026/);
  expect(screen.queryByText(/^Nothing is sent/)).toBeNull();
});

test.each([
  ['Go on', known(), 'Reminders about acme.example go on'],
  [
    'Go on',
    known({ stop: ANSWERED }),
    'The pause of acme.example is over. Nothing is sent as it stands: The customer answered on 20-10-2026.',
  ],
  [
    'Go on',
    known({ is_on: false }),
    'The pause of acme.example is over. Reminders are switched off: nothing is sent by itself.',
  ],
  ['Go on', known({ reminders: [] }), 'The pause of acme.example is over. No reminder is ahead.'],
  [
    'Remind again',
    known({ stop: BY_HAND }),
    'What acme.example answered is set aside. Nothing is sent as it stands: Asha wrote to the customer about it today.',
  ],
])('%s says what is true then: %#', async (name, after, words) => {
  const { screen, user } = open(
    known(name === 'Go on' ? { pause } : { stop: ANSWERED, may_remind_again: true }),
    after,
  );
  await user.click(await screen.findByRole('button', { name }));
  expect(await screen.findByText(words)).toBeTruthy();
});
