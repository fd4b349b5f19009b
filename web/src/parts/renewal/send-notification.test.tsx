import { mailLog } from '@desk/contract/mail-log';
import { notifications } from '@desk/contract/notifications';
import { expect, test, vi } from 'vitest';
import { storeSession } from '../../api/session.ts';
import { answering, refusing, show, slowly } from '../../testing/show.tsx';
import { SendNotification } from './send-notification.tsx';
import { renewalRow } from '../testing/renewal.ts';

const customer = answering(notifications.customer, {
  zoho_customer: [
    {
      addressee: 'customer',
      domain_name: 'acme.example',
      customer_name: 'Vikram Shetty',
      company_name: 'Acme Private Limited',
      email: ['vikram@acme.example', 'accounts@acme.example'],
      phone: ['+919000000001'],
    },
  ],
});
const preview = answering(notifications.preview, ({ notification_type, recipients = [] }) => {
  const subject = notification_type === 'Email' ? 'Renewal of acme.example' : null;
  const text = `The ${notification_type} text`;
  return { subject, text, messages: [{ addressee: 'customer' as const, recipients, subject, text, warning: null }] };
});
const none = answering(notifications.results, { notifications: [] });

async function open(...answers: Parameters<typeof show>[1][]) {
  const closed = vi.fn();
  const shown = show(<SendNotification row={renewalRow()} onClose={closed} />, ...answers, preview);
  const send = async () => {
    const button = (await shown.screen.findAllByText('Send Notification')).at(-1);
    if (button) await shown.user.click(button);
  };
  await shown.screen.findByText(/^Send Notification:/);
  return { ...shown, send, closed, requests: () => shown.bodies(notifications.send) };
}

test('a customer without contacts shows No Data Present', async () => {
  const { screen } = await open(answering(notifications.customer, { zoho_customer: [] }), none);

  await screen.findByText('No Data Present');
  expect(screen.queryByText('Recipients')).toBeNull();
});

test('the exact message is shown before it is sent to the ticked contacts', async () => {
  const { screen, user, send, requests } = await open(customer, none, answering(notifications.send, { queued: 1 }));
  await screen.findByText('Renewal of acme.example');
  expect(screen.getByText('The Email text')).toBeDefined();

  expect(screen.getByText('Nobody is ticked yet.')).toBeDefined();
  await user.click(screen.getByLabelText(/accounts@acme\.example/));
  await screen.findByText('To accounts@acme.example');
  await send();

  await screen.findByText('Notification queued for 1 recipient');
  expect(requests()).toMatchObject([
    {
      requestBody: {
        renewal_id: 7,
        notification_type: 'Email',
        emails: ['accounts@acme.example'],
        phones: [],
        domain_name: 'acme.example',
        company_name: 'Acme Private Limited',
        subscriptionId: 'S-1',
        renewalDate: '2026-11-23',
      },
    },
  ]);
});

test('WhatsApp goes to phones, with its own text', async () => {
  const { screen, user, send, requests } = await open(customer, none, answering(notifications.send, { queued: 1 }));
  await user.click(await screen.findByLabelText('WhatsApp'));
  await screen.findByText('The WhatsApp text');
  expect(screen.queryByLabelText(/vikram@acme/)).toBeNull();

  await user.click(screen.getByLabelText(/\+919000000001/));
  await send();

  await screen.findByText('Notification queued for 1 recipient');
  expect(requests()).toMatchObject([
    { requestBody: { notification_type: 'WhatsApp', emails: [], phones: ['+919000000001'] } },
  ]);
});

test('while messages are held, that it will wait is said before it is sent', async () => {
  storeSession({ user: 'ravi@desk.example', token: { login_token: 'x', exp: 4e9 }, menu: [], role: 'RMEMBER' });
  const held = { held: true, since: '2026-11-21T08:35:00Z', by: 'asha@desk.example', waiting: 12 };
  const { screen } = await open(customer, none, answering(mailLog.state, held));

  await screen.findByText(/^Outgoing messages are held since 21 Nov 2026, 14:05 by asha.*What you send now waits/);
});

test('nothing is sent without a recipient', async () => {
  const { screen, send, requests } = await open(customer, none);
  await screen.findByText('Recipients');

  await send();

  await screen.findByText('Choose at least one recipient from the contacts of this customer.');
  expect(requests()).toEqual([]);
});

test('a message that was sent today already is told, and the ticks stay', async () => {
  const { screen, user, send } = await open(
    customer,
    none,
    answering(notifications.send, () => refusing(409)),
  );
  await user.click(await screen.findByLabelText(/vikram@acme\.example/));

  await send();

  await screen.findByText('This notification was already sent to these recipients today.');
  expect(screen.getByLabelText<HTMLInputElement>(/vikram@acme\.example/).checked).toBe(true);
});

test('while a message is sent the dialog stays, so that its refusal is told', async () => {
  const message = slowly(refusing(409));
  const { screen, user, send, closed } = await open(customer, none, answering(notifications.send, message.answer));
  await user.click(await screen.findByLabelText(/vikram@acme\.example/));
  await send();

  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.keyboard('{Escape}');

  expect(closed).not.toHaveBeenCalled();
  message.arrives();
  await screen.findByText('This notification was already sent to these recipients today.');
});

test('a failed message says why and can be sent again', async () => {
  let state: 'failed' | 'queued' = 'failed';
  const { screen, user, sent } = await open(
    customer,
    answering(notifications.results, () => ({
      notifications: [
        {
          message_id: 5,
          notification_type: 'Email' as const,
          recipient: 'old@acme.example',
          state,
          reason: state === 'failed' ? '550 No such user' : null,
          attempts: 1,
          created_by: 'asha@desk.example',
          created_at: '2026-11-20T08:35:00Z',
          finished_at: null,
        },
      ],
    })),
    answering(notifications.resend, () => {
      state = 'queued';
      return {};
    }),
  );
  await screen.findByText('550 No such user');

  await user.click(screen.getByLabelText('Send again to old@acme.example'));

  await screen.findByText('queued');
  expect(sent).toContainEqual(expect.objectContaining({ path: notifications.resend.path, body: { message_id: 5 } }));
});

test("a reseller's customer: the reseller is ticked, the customer's contact warns, and each text stands with its recipients", async () => {
  const north = {
    addressee: 'reseller' as const,
    domain_name: 'acme.example',
    customer_name: 'Nila Rao',
    company_name: 'North Cloud',
    email: ['nila@north.example'],
    phone: [],
  };
  const own = {
    addressee: 'customer' as const,
    domain_name: 'acme.example',
    customer_name: 'Vikram Shetty',
    company_name: 'Acme Private Limited',
    email: ['vikram@acme.example'],
    phone: [],
  };
  const { screen, user, send, requests } = await open(
    answering(notifications.customer, { zoho_customer: [north, own] }),
    none,
    answering(notifications.preview, ({ recipients = [] }) => ({
      subject: 'Renewal',
      text: '',
      messages: [north, own]
        .filter(({ email }) => recipients.includes(email[0] ?? ''))
        .map(({ addressee, email }) => ({
          addressee,
          recipients: email,
          subject: `For the ${addressee}`,
          text: 'Text',
          warning: addressee === 'customer' ? 'This customer buys through North Cloud.' : null,
        })),
    })),
    answering(notifications.send, { queued: 1 }),
  );
  expect((await screen.findByLabelText<HTMLInputElement>('nila@north.example')).checked).toBe(true);
  expect(screen.getByText('Reseller: North Cloud')).toBeDefined();
  await screen.findByText('To nila@north.example');
  expect(screen.queryByText(/This customer buys through/)).toBeNull();

  await user.click(screen.getByLabelText('vikram@acme.example'));
  await screen.findByText('To vikram@acme.example');
  expect(screen.getByText('For the customer')).toBeDefined();
  expect(screen.getByText('This customer buys through North Cloud.')).toBeDefined();
  await user.click(screen.getByLabelText('vikram@acme.example'));
  await send();

  await screen.findByText('Notification queued for 1 recipient');
  expect(requests()).toMatchObject([
    { requestBody: { emails: ['nila@north.example'], phones: [], company_name: 'Acme Private Limited' } },
  ]);
});

test('a renewal that is not due any more offers nobody to tick and nothing to send', async () => {
  const refused = answering(notifications.preview, () =>
    refusing(410, { message: notifications.preview.refusals[410] }),
  );
  const { screen } = await open(customer, none, refused);

  await screen.findByText('This renewal is closed or suspended, or its customer has left: it is not due any more.');
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Send Notification' })).toBeNull();
});
