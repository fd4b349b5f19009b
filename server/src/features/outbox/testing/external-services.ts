import { notifications } from '@desk/contract/notifications';
import { asc } from 'drizzle-orm';
import { afterAll, afterEach } from 'vitest';
import { startMessaging } from '../../../../../simulators/messaging/messaging.ts';
import { outboxTable } from '../../../platform/db/tables/outbox.ts';
import { renewalsTable } from '../../../platform/db/tables/renewals.ts';
import { makeMessenger } from '../../../integrations/messaging/messenger.ts';
import { makeContact, makeRenewal } from '../../../testing/fixtures.ts';
import { mailServer } from '../../../testing/mail-server.ts';
import { testServer, type TestServer } from '../../../testing/server.ts';

export const RAVI = 'ravi@acme.example';
export const MEERA = 'meera@acme.example';
export const PHONE = '+919800000001';

export const { mailbox, mailer } = await mailServer();
export const messaging = await startMessaging();

const { SMS_URL, SMS_ACCOUNT, SMS_TOKEN, WHATSAPP_URL, WHATSAPP_TOKEN, WHATSAPP_PHONE_ID } = messaging.env;
const messenger = makeMessenger({
  sms: { url: SMS_URL, account: SMS_ACCOUNT, token: SMS_TOKEN },
  whatsapp: { url: WHATSAPP_URL, token: WHATSAPP_TOKEN, phoneId: WHATSAPP_PHONE_ID },
});

afterEach(() => messaging.faults.clear());
afterAll(() => messaging.stop());

/** A desk that reaches the mailbox and the phones, and a renewal whose customer has two people. */
export async function deskWithRenewal(company = 'Acme Pvt Ltd', env: Record<string, string> = {}) {
  const desk = await testServer({ env, clients: { mailer, messenger }, now: () => new Date('2027-03-10T06:00:00Z') });
  const asha = await desk.as();
  const { id, customerId } = await makeRenewal(desk.db, { company });
  await makeContact(desk.db, customerId, { email: RAVI, phone: PHONE });
  await makeContact(desk.db, customerId, { email: MEERA });
  const send = (request: object = {}) =>
    asha.calls(notifications.send, {
      requestBody: { emails: [RAVI], phones: [PHONE], renewal_id: id, notification_type: 'Email', ...request },
    });
  return { desk, asha, id, send };
}

export const messages = ({ db }: TestServer) => db.select().from(outboxTable).orderBy(asc(outboxTable.id));

/** State of the notification in the renewal's row. */
export async function word({ db }: TestServer) {
  const [row] = await db.select({ notification: renewalsTable.notification }).from(renewalsTable);
  return row?.notification;
}

/** As if the time until the next tries had passed. */
export async function letTimePass({ pool }: TestServer) {
  await pool.query(`update outbox set next_try_at = '2020-01-01' where next_try_at is not null`);
  await pool.query(`update graphile_worker._private_jobs set run_at = now()`);
}
