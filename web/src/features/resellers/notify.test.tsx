import type { ReplyOf } from '@desk/contract/call';
import { mailLog } from '@desk/contract/mail-log';
import { resellers } from '@desk/contract/resellers';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storeSession } from '../../api/session.ts';
import { answering, refusing, slowly } from '../../testing/show.tsx';
import { openCustomers, renewal } from './testing/resellers.tsx';

const mailText = {
  recipient: 'sales@sunrise.example',
  subject: 'Desk: 2 subscriptions of your customers due for renewal',
  text: 'Dear Sunrise, acme.example: 98 licences, INR 1,50,000.00',
};
const mailOfTwo = {
  message_id: 5,
  notification_type: 'Email' as const,
  recipient: 'sales@sunrise.example',
  state: 'queued' as const,
  reason: null,
  attempts: 0,
  created_by: 'asha@desk.example',
  created_at: '2026-11-20T08:35:00Z',
  finished_at: null,
  renewals: 2,
  domain_name: 'acme.example',
};
const bothOf = {
  subscriptionIds: 'S-1,S-2',
  renewalDates: '2026-11-23,2026-11-23',
  month: '2026-11',
  reseller_email: 'sales@sunrise.example',
};

test('the reseller gets one mail about all that is ticked, and is named before it goes', async () => {
  let message: ReplyOf<typeof resellers.results>['notifications'] = [];
  const { screen, user, bodies, dialog } = await openCustomers(
    answering(resellers.preview, mailText),
    answering(resellers.notify, () => {
      message = [mailOfTwo];
      return { queued: 1 };
    }),
    answering(resellers.results, () => ({ notifications: message })),
  );
  await user.click(dialog.getByLabelText('Select acme.example'));
  expect(dialog.getByText('1 selected')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Select all 2' }));

  await user.click(dialog.getByRole('button', { name: 'Notify reseller' }));

  const mail = within(screen.getByRole('dialog', { name: 'Notify reseller: Sunrise Cloud' }));
  expect(mail.getByText(/^One mail about 2 renewals goes to sales@sunrise\.example\./)).toBeTruthy();
  await mail.findByText(mailText.subject);
  expect(mail.getByText(mailText.text)).toBeTruthy();
  expect(bodies(resellers.preview)).toEqual([bothOf]);
  expect(mail.queryByText('Not in the mail')).toBeNull();
  expect(bodies(resellers.notify)).toEqual([]);
  await user.click(mail.getByRole('button', { name: 'Send mail' }));

  await screen.findByText('One mail about 2 renewals is on its way to sales@sunrise.example');
  expect(bodies(resellers.notify)).toEqual([bothOf]);
  const results = within(await mail.findByRole('region', { name: 'Sent notifications' }));
  expect(results.getByRole('listitem').textContent).toMatch(
    /^sales@sunrise\.exampleEmail2 renewalsasha@desk\.example, 20 Nov 2026, 14:05.queued$/,
  );
  expect(mail.queryByRole('button', { name: 'Send mail' })).toBeNull();
  await user.click(mail.getByRole('button', { name: 'Close' }));
  expect(dialog.getByLabelText<HTMLInputElement>('Select acme.example').checked).toBe(false);
});

test('while messages are held, the mail to a reseller is said to wait, before and after', async () => {
  storeSession({ user: 'ravi@desk.example', token: { login_token: 'x', exp: 4e9 }, menu: [], role: 'RMEMBER' });
  const held = { held: true, since: '2026-11-21T08:35:00Z', by: 'asha@desk.example', waiting: 12 };
  const { screen, user, dialog } = await openCustomers(
    answering(mailLog.state, held),
    answering(resellers.preview, mailText),
    answering(resellers.notify, { queued: 1 }),
  );
  await user.click(dialog.getByLabelText('Select tara.example'));
  await user.click(dialog.getByRole('button', { name: 'Notify reseller' }));
  await screen.findByText(/^Outgoing messages are held since .* What you send now waits/);

  await user.click(screen.getByRole('button', { name: 'Send mail' }));

  await screen.findByText('One mail about 1 renewal waits to leave for sales@sunrise.example');
});

test('a mail that went out today already is told, and the ticks stay', async () => {
  const { screen, user, dialog } = await openCustomers(
    answering(resellers.preview, mailText),
    answering(resellers.notify, () => refusing(409)),
  );
  await user.click(dialog.getByLabelText('Select tara.example'));
  await user.click(dialog.getByRole('button', { name: 'Notify reseller' }));

  await user.click(screen.getByRole('button', { name: 'Send mail' }));

  const messages = await screen.findByText('This notification was already sent to this reseller today.');
  expect(messages.getAttribute('role')).toBe('alert');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(dialog.getByLabelText<HTMLInputElement>('Select tara.example').checked).toBe(true);
});

test('while a mail is sent the dialog stays, so that its refusal is told', async () => {
  const mail = slowly(refusing(409));
  const { screen, user, dialog } = await openCustomers(
    answering(resellers.preview, mailText),
    answering(resellers.notify, mail.answer),
  );
  await user.click(dialog.getByLabelText('Select tara.example'));
  await user.click(dialog.getByRole('button', { name: 'Notify reseller' }));
  await user.click(screen.getByRole('button', { name: 'Send mail' }));

  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.keyboard('{Escape}');
  mail.arrives();

  await screen.findByText('This notification was already sent to this reseller today.');
});

test.each([
  ['closed', renewal({ renewal_id: 8, customerDomain: 'tara.example', state: 'closed' }), 'closed'],
  ['lost', renewal({ renewal_id: 8, customerDomain: 'tara.example', confirmation_status: 'Lost' }), 'Lost'],
])('a renewal that is %s is left out of the mail, and said to be', async (_, gone, word) => {
  const { screen, user, bodies, dialog } = await openCustomers(
    answering(resellers.customers, { domain: [renewal(), gone] }),
    answering(resellers.preview, mailText),
  );
  await user.click(dialog.getByLabelText('Select tara.example'));
  await user.click(dialog.getByRole('button', { name: 'Notify reseller' }));

  expect(screen.getByText('No mail goes out: none of these renewals is due.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send mail' })).toBeNull();
  expect(bodies(resellers.preview)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(dialog.getByLabelText('Select acme.example'));
  await user.click(dialog.getByRole('button', { name: 'Notify reseller' }));

  const mail = within(screen.getByRole('dialog', { name: /^Notify reseller/ }));
  await mail.findByText(mailText.subject);
  expect(bodies(resellers.preview)).toMatchObject([{ subscriptionIds: 'S-1', renewalDates: '2026-11-23' }]);
  expect(within(mail.getByRole('list', { name: 'Not in the mail' })).getByRole('listitem').textContent).toBe(
    `tara.exampleGoogle Workspace Business Starter, 23-11-2026: ${word}`,
  );
});
