import { mailLog, type LoggedMessage } from '@desk/contract/mail-log';
import { waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answering, refusing } from '../../testing/show.tsx';
import { log, logOf, message, open, signIn, reported } from './testing/log.tsx';

beforeEach(() => signIn(['mail_log']));

const one = message(3, { state: 'held' });
const code = message(9, { purpose: 'otp', state: 'queued' });
const many = (count: number, change: Partial<LoggedMessage>) =>
  Array.from({ length: count }, (_, at) => message(at + 1, change));
const idsOf = (messages: readonly LoggedMessage[]) => messages.map(({ message_id }) => message_id);

/** A log in which what is withdrawn has failed. */
function withdrawing(all: readonly LoggedMessage[]) {
  const gone = new Set<number>();
  const now = () =>
    all.map((each) =>
      gone.has(each.message_id)
        ? { ...each, state: 'failed' as const, reason: 'Withdrawn by asha@desk.example' }
        : each,
    );
  return [
    answering(mailLog.list, (body) => logOf(now())(body)),
    answering(mailLog.message, ({ message_id }) => ({
      message: now().find((each) => each.message_id === message_id) ?? one,
      text: 'Dear customer',
      provider_id: null,
      renewals: [],
    })),
    answering(mailLog.withdraw, ({ message_ids }) => {
      for (const id of message_ids) gone.add(id);
      return { withdrawn: message_ids.length, left: 0 };
    }),
  ];
}

test.each(['queued', 'held'] as const)(
  'a message that is %s is withdrawn in its dialog, after a question; it can be sent again then',
  async (state) => {
    const { screen, press, bodies } = open('?message=3', ...withdrawing([{ ...one, state }]));

    await press('Withdraw');

    const question = within(screen.getByRole('alertdialog', { name: 'Withdraw this message?' }));
    expect(question.getByText('It will not be sent. It can be sent again later.')).toBeTruthy();
    await press('Cancel');
    expect(bodies(mailLog.withdraw)).toEqual([]);
    await press('Withdraw');
    await press('Withdraw it');
    await screen.findByText('The message to person3@acme.example is withdrawn');
    expect(bodies(mailLog.withdraw)).toEqual([{ message_ids: [3] }]);
    const dialog = within(screen.getByRole('dialog'));
    await dialog.findByRole('button', { name: 'Send again' });
    expect(dialog.getByText('Withdrawn by asha@desk.example')).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  },
);

test.each([
  ['was sent', message(3)],
  ['has failed', message(3, { state: 'failed' })],
  ['is a one-time code', message(3, { state: 'queued', purpose: 'otp' })],
])('a message that %s is not withdrawn', async (_how, other) => {
  const { screen } = open('?message=3', log(other), reported(other));

  await screen.findByText('Dear customer');

  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
});

test('that a message is being sent already is said in its dialog', async () => {
  const { screen, press } = open(
    '?message=3',
    log(one),
    reported(one),
    answering(mailLog.withdraw, () => refusing(409)),
  );

  await press('Withdraw');
  await press('Withdraw it');

  expect((await screen.findByText('None of them waits any more.')).getAttribute('role')).toBe('alert');
});

test('all messages that a page of the held ones shows are withdrawn at once, and those of other pages stay', async () => {
  const all = many(62, { state: 'held' });
  const { screen, press, bodies } = open('?state=held', ...withdrawing(all));

  await press('Withdraw these 50');

  const question = within(screen.getByRole('alertdialog', { name: 'Withdraw 50 messages?' }));
  expect(question.getByText('These 50 messages will not be sent. Each can be sent again later.')).toBeTruthy();
  expect(question.getByText('12 messages on other pages stay.')).toBeTruthy();
  expect(question.queryByText(/One-time codes/)).toBeNull();
  await press('Withdraw them');
  await screen.findByText('50 messages withdrawn');
  expect(bodies(mailLog.withdraw)).toEqual([{ message_ids: idsOf(all.slice(0, 50)) }]);
  await screen.findByRole('button', { name: 'Withdraw these 12' });
});

test('one-time codes among the queued are left out, which is said', async () => {
  const { screen, press, bodies } = open('?state=queued', ...withdrawing([code, message(3, { state: 'queued' })]));
  await screen.findByText('One-time codes are not withdrawn.');

  await press('Withdraw this one');

  const question = within(screen.getByRole('alertdialog', { name: 'Withdraw 1 message?' }));
  expect(question.getByText('This message will not be sent. It can be sent again later.')).toBeTruthy();
  expect(question.getByText('One-time codes are left out.')).toBeTruthy();
  await press('Withdraw it');
  await screen.findByText('1 message withdrawn');
  expect(bodies(mailLog.withdraw)).toEqual([{ message_ids: [3] }]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Withdraw this one' })).toBeNull());
  expect(screen.getByText('One-time codes are not withdrawn.')).toBeTruthy();
});

test('those that had left already are counted', async () => {
  const { screen, press } = open(
    '?state=queued',
    log(...many(13, { state: 'queued' })),
    answering(mailLog.withdraw, { withdrawn: 12, left: 1 }),
  );

  await press('Withdraw these 13');
  await press('Withdraw them');

  await screen.findByText('12 messages withdrawn, 1 had left already');
});

test('what came into the list while the question stood is not withdrawn with the others', async () => {
  const all = many(2, { state: 'held' });
  const { screen, press, bodies, emit } = open('?state=held', ...withdrawing(all));
  await press('Withdraw these 2');
  all.push(one);

  emit('mail', { kind: 'mail' });
  await screen.findByText('person3@acme.example');
  await press('Withdraw them');

  await screen.findByText('2 messages withdrawn');
  expect(bodies(mailLog.withdraw)).toEqual([{ message_ids: [1, 2] }]);
});

test('where none of them waits any more that is said, and the list is fetched afresh', async () => {
  let all = many(2, { state: 'held' });
  const { screen, press } = open(
    '?state=held',
    answering(mailLog.list, (body) => logOf(all)(body)),
    answering(mailLog.withdraw, () => {
      all = many(2, { state: 'sent' });
      return refusing(409);
    }),
  );

  await press('Withdraw these 2');
  await press('Withdraw them');

  await screen.findByText('None of them waits any more.');
  await screen.findByText(/No messages match these filters/);
  expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull();
});

test.each(['', '?state=sent', '?state=failed'])('the log at %j offers to withdraw nothing', async (search) => {
  const { screen } = open(search, log(message(1), message(2, { state: 'failed' }), one));

  await screen.findByRole('button', { name: 'held, 1' });
  await screen.findAllByText(/person\d@acme\.example/);

  expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull();
});
