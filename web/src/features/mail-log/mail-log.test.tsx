import { mailLog, type MessageState } from '@desk/contract/mail-log';
import { waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answering, refusing } from '../../testing/show.tsx';
import { failed, held, leaving, log, logOf, message, open, signIn } from './testing/log.tsx';

beforeEach(() => signIn(['mail_log']));
afterEach(() => {
  vi.useRealTimers();
});

test('a message tells to whom, what became of it and why, of what kind, when, and by whom', async () => {
  const { screen } = open('', log(failed));

  const row = (await screen.findByText('person2@acme.example')).closest('tr');

  expect([...(row?.querySelectorAll('th, td') ?? [])].map((cell) => cell.textContent)).toEqual([
    'person2@acme.example',
    '■failed550 No such user',
    'Renewal of acme.example',
    'Email',
    'Renewal',
    '21 Nov 2026, 14:00',
    'asha@desk.example',
    '1',
  ]);
});

test('an empty log says so', async () => {
  const { screen } = open('', log());

  await screen.findByText('No messages');
  expect(screen.getByRole('button', { name: 'held, 0' })).toBeTruthy();
});

test('the counts by state filter the list, and stand in the address', async () => {
  const { screen, press, bodies, address } = open('', log(message(1), failed, message(3, { state: 'held' })));

  await press('failed, 1');

  await waitFor(() => expect(screen.queryByText('person1@acme.example')).toBeNull());
  expect(screen.getByText('person2@acme.example')).toBeTruthy();
  expect(address()).toBe('/home?state=failed');
  expect(bodies(mailLog.list)).toEqual([{ page: 1 }, { page: 1, state: 'failed' }]);
});

test('the filters of the address are what the server is asked for, and can be taken away', async () => {
  const { bodies, press, address } = open(
    '?q=%20acme%20&kind=Email&purpose=renewal&from=2026-11-01&to=2026-11-30&state=sent&page=1',
    log(),
  );

  await press('Clear filters');

  await waitFor(() => expect(bodies(mailLog.list)).toHaveLength(2));
  expect(bodies(mailLog.list)).toEqual([
    {
      search: 'acme',
      notification_type: 'Email',
      purpose: 'renewal',
      from: '2026-11-01',
      to: '2026-11-30',
      state: 'sent',
      page: 1,
    },
    { page: 1 },
  ]);
  expect(address()).toBe('/home');
});

test('what the address has wrong is no filter', async () => {
  const { screen, bodies } = open('?kind=Fax&from=2026-13-45&state=lost&message=abc', log(message(1)));

  await screen.findByText('person1@acme.example');

  expect(bodies(mailLog.list)).toEqual([{ page: 1 }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a filter that is chosen narrows the list from its first page on', async () => {
  const many = Array.from({ length: 51 }, (_, at) => message(at + 1));
  const { screen, user, bodies } = open('?page=2', log(...many));
  await screen.findByText('51–51 of 51');

  await user.selectOptions(screen.getByLabelText('Purpose'), 'Renewal');

  await screen.findByText('1–50 of 51');
  expect(bodies(mailLog.list)).toEqual([{ page: 2 }, { page: 1, purpose: 'renewal' }]);
});

test('days in the wrong order are explained', async () => {
  const { screen } = open('?from=2026-11-30&to=2026-11-01', log());

  await screen.findByText('The first day lies after the last one.');
});

test('news of messages is shown at once', async () => {
  let state: MessageState = 'queued';
  const { screen, emit } = open(
    '',
    answering(mailLog.list, (body) => logOf([message(1, { state })])(body)),
  );
  await screen.findByRole('button', { name: 'queued, 1' });
  state = 'sent';

  emit('mail', { kind: 'mail' });

  await screen.findByRole('button', { name: 'sent, 1' });
});

test('of much news the list is asked for every five seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { screen, emit, bodies } = open('', log(message(1)));
  await screen.findByText('person1@acme.example');

  for (let half = 0; half < 20; half += 1) {
    emit('mail', { kind: 'mail' });
    await vi.advanceTimersByTimeAsync(500);
  }

  const asked = bodies(mailLog.list).length;
  expect(asked).toBeGreaterThanOrEqual(3);
  expect(asked).toBeLessThanOrEqual(4);
});

test('the switch tells that messages leave; holding them asks first, and says what comes of it', async () => {
  let standing = leaving;
  const { screen, press, bodies } = open(
    '',
    log(),
    answering(mailLog.state, () => standing),
    answering(mailLog.hold, () => {
      standing = { ...held, waiting: 1 };
      return {};
    }),
  );
  await screen.findByText('Outgoing messages leave.');

  await press('Hold all messages');

  const question = within(screen.getByRole('alertdialog', { name: 'Hold all outgoing messages?' }));
  expect(question.getByText(/One-time codes still leave/)).toBeTruthy();
  await press('Cancel');
  expect(bodies(mailLog.hold)).toEqual([]);
  await press('Hold all messages');
  await press('Hold them all');
  await waitFor(() => expect(bodies(mailLog.hold)).toEqual([{ held: true }]));
  const region = within(await screen.findByRole('region', { name: 'Outgoing messages' }));
  await region.findByText('Outgoing messages are held');
  expect(region.getByText(/^since 21 Nov 2026, 14:05 by asha@desk\.example, 1 waits\./)).toBeTruthy();
});

test('letting them go says how many leave as it is asked, though nobody told of the newest', async () => {
  let standing = { ...held, waiting: 3 };
  const { screen, press, bodies } = open(
    '',
    log(),
    answering(mailLog.state, () => standing),
    answering(mailLog.hold, {}),
  );
  await screen.findByText(/3 wait\./);
  standing = held;

  await press('Let messages leave');

  const question = within(screen.getByRole('alertdialog'));
  await question.findByText(/^12 messages that wait leave at once\./);
  expect(question.getByText(/^Invitations that are older than three days do not leave/)).toBeTruthy();
  await press('Let them leave');
  await waitFor(() => expect(bodies(mailLog.hold)).toEqual([{ held: false }]));
  await screen.findByText('Messages leave again');
});

test('a log and a switch that cannot be fetched say so, each with another try', async () => {
  let isDown = true;
  const { screen, press } = open(
    '',
    answering(mailLog.list, (body) => (isDown ? refusing(0) : logOf([message(1)])(body))),
    answering(mailLog.state, () => (isDown ? refusing(0) : leaving)),
  );
  await screen.findByText('Could not fetch whether messages leave.');
  isDown = false;

  await press('Try again');
  await press('Retry');

  await screen.findByText('person1@acme.example');
  await screen.findByText('Outgoing messages leave.');
});
