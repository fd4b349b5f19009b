import { domainPage } from '@desk/contract/domain-page';
import { mailLog, type MessageState } from '@desk/contract/mail-log';
import { waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answering, refusing, slowly } from '../../testing/show.tsx';
import { failed, held, log, message, open, signIn, reported } from './testing/log.tsx';

beforeEach(() => signIn(['mail_log', 'get_renewal_data']));

test('a message shows its text as it is, its tries and its reason', async () => {
  const { screen, press, address } = open('', log(failed), reported(failed, 'Dear customer,\n  your renewal'));

  await press('person2@acme.example');

  const dialog = within(await screen.findByRole('dialog', { name: 'Email to person2@acme.example' }));
  expect(dialog.getByText(/Dear customer,/).textContent).toBe('Dear customer,\n  your renewal');
  const facts = [...document.querySelectorAll('dl dt')].map((dt) => [
    dt.textContent,
    dt.nextElementSibling?.textContent,
  ]);
  expect(facts).toEqual([
    ['State', '■failed '],
    ['Reason', '550 No such user'],
    ['Recipient', 'person2@acme.example'],
    ['Purpose', 'Renewal'],
    ['Written', '21 Nov 2026, 14:00 by asha@desk.example'],
    ['Tries', '1'],
    ['Finished', '21 Nov 2026, 14:01'],
    ['Known outside as', '<7@desk.example>'],
  ]);
  expect(address()).toBe('/home?message=2');
});

test('a failed message is put into the queue again', async () => {
  let state: MessageState = 'failed';
  const { screen, press, bodies } = open(
    '?message=2',
    log(failed),
    answering(mailLog.message, () => ({
      message: { ...failed, state },
      text: 'Dear customer',
      provider_id: null,
      renewals: [],
    })),
    answering(mailLog.resend, () => {
      state = 'queued';
      return {};
    }),
  );

  await press('Send again');

  await screen.findByText('The message to person2@acme.example is in the queue');
  expect(bodies(mailLog.resend)).toEqual([{ message_id: 2 }]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull());
});

test('of one that was sent a copy is sent, after a question', async () => {
  const { screen, press, bodies } = open(
    '?message=1',
    log(message(1)),
    reported(message(1)),
    answering(mailLog.resend, {}),
  );

  await press('Send again');

  const question = within(screen.getByRole('alertdialog', { name: 'Send again?' }));
  expect(question.getByText(/^A copy will be sent\./)).toBeTruthy();
  expect(bodies(mailLog.resend)).toEqual([]);
  await press('Send a copy');
  await screen.findByText('A copy for person1@acme.example is in the queue');
  expect(bodies(mailLog.resend)).toEqual([{ message_id: 1 }]);
});

test.each([
  [
    'waits in the queue',
    message(3, { state: 'queued', attempts: 2, next_try_at: '2026-11-21T08:40:00Z' }),
    /next try starts on 21/,
  ],
  ['is held', message(3, { state: 'held' }), /It waits because all outgoing messages are held\./],
  ['has expired', message(3, { purpose: 'notice', expired: true }), /It has expired, and is not sent again\./],
  ['is a one-time code', message(3, { purpose: 'otp' }), /Only its recipient reads it/],
])('a message that %s cannot be sent again, and says how it stands', async (_how, one, words) => {
  const { screen } = open('?message=3', log(one), reported(one, null));

  await screen.findByText(words);

  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
});

test('why a message is not sent again is told to who closed it meanwhile', async () => {
  const answer = slowly(refusing(409));
  const { screen, press } = open('?message=2', log(failed), reported(failed), answering(mailLog.resend, answer.answer));
  await press('Send again');
  await press('Close');

  answer.arrives();

  await screen.findByText(mailLog.resend.refusals[409]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([409, 410, 412, 422] as const)('a resend that is refused with %s says why', async (status) => {
  const { screen, press } = open(
    '?message=2',
    log(failed),
    reported(failed),
    answering(mailLog.resend, () => refusing(status)),
  );

  await press('Send again');

  expect((await screen.findByText(mailLog.resend.refusals[status])).getAttribute('role')).toBe('alert');
});

test('while messages are held, that the copy will wait is said in the dialog', async () => {
  const { screen } = open('?message=2', answering(mailLog.state, held), log(failed), reported(failed));

  await screen.findByText(/What you send now waits, and leaves when they are let go\.$/);
});

const about = answering(mailLog.message, {
  message: message(1),
  text: 'Two renewals',
  provider_id: null,
  renewals: [
    { renewal_id: 7, domain_name: 'acme.example' },
    { renewal_id: 8, domain_name: 'tara.example' },
  ],
});

test('the renewals that a message is about lead to their domains', async () => {
  const { screen, user, address } = open('?message=1', log(message(1)), about);

  await user.click(await screen.findByRole('link', { name: 'tara.example' }));

  await waitFor(() => expect(address()).toBe('/home/domain/tara.example?renewal=8'));
});

test('who may not open domains reads their names', async () => {
  signIn(['mail_log']);
  expect(domainPage.contact.screens).not.toContain('mail_log');
  const { screen } = open('?message=1', log(message(1)), about);

  await screen.findByText('Two renewals');

  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByRole('list').textContent).toBe('acme.exampletara.example');
  expect(screen.queryByRole('button', { name: 'acme.example' })).toBeNull();
});

test('a message that is gone is told', async () => {
  const { screen } = open(
    '?message=9',
    log(),
    answering(mailLog.message, () => refusing(404)),
  );

  await screen.findByText('This message is not there any more.');
});
