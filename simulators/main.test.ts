import { expect, test } from 'vitest';
import { readConfig } from '../server/src/config.ts';
import { makeMailer } from '../server/src/integrations/mail/mailer.ts';
import { makeMessenger } from '../server/src/integrations/messaging/messenger.ts';
import { createClients } from '../server/src/app/clients.ts';
import { databaseUrl, db } from '../server/src/testing/clone.ts';
import { startSimulators } from './main.ts';

const TODAY = '2026-03-14';

test('all external services stand, and the product finds them by the environment that they give', async () => {
  const externalServices = await startSimulators({ today: TODAY });
  const { env, mailboxUrl, services } = externalServices;
  const mailer = makeMailer({ url: env.SMTP_URL, from: env.MAIL_FROM });
  const messenger = makeMessenger({ sms: { url: env.SMS_URL, account: env.SMS_ACCOUNT, token: env.SMS_TOKEN } });

  await mailer.send({ to: 'asha@acme.example', subject: 'Hello', text: 'Hello', messageId: '<1@reseller.example>' });
  await messenger.send({ channel: 'sms', to: '98000 00001', text: 'Hello by SMS' });

  expect(await (await fetch(`${mailboxUrl}/api/messages?to=asha@acme.example`)).json()).toHaveLength(1);
  expect(await (await fetch(`${mailboxUrl}/texts`)).text()).toContain('Hello by SMS');
  expect(await (await fetch(`${env.GOOGLE_RESELLER_URL}/apps/reseller/v1/subscriptions`)).json()).toHaveProperty(
    'error',
  );
  const config = readConfig({ DATABASE_URL: databaseUrl, ...env });
  const { zoho, jumpcloud, mailbox } = createClients(config, { db, secret: Buffer.alloc(32), now: () => new Date() });
  expect(await externalServices.mailbox.answer({ id: '1', text: 'Call me' })).toBe(true);
  const answers: string[] = [];
  await mailbox?.readUnread(
    async (mail) => answers.push(Buffer.from((await mail.read('whole')).raw).toString()),
    new AbortController().signal,
  );
  expect(answers).toEqual([expect.stringContaining('Call me')]);
  expect(await zoho?.crm.listTasks()).toEqual({ rows: [] });
  expect((await jumpcloud?.listOrganizations({ skip: 0, limit: 5 }))?.rows).toHaveLength(5);
  expect(services.map(({ url }) => new URL(url).hostname)).toEqual(Array(services.length).fill('127.0.0.1'));
  mailer.close();
  await externalServices.stop();
  await expect(fetch(mailboxUrl)).rejects.toThrow();
});

test('where the mailbox port is taken the mailbox takes another one', async () => {
  const first = await startSimulators({ today: TODAY });
  const second = await startSimulators({ today: TODAY, mailboxPort: Number(new URL(first.mailboxUrl).port) });

  expect(second.mailboxUrl).not.toBe(first.mailboxUrl);
  expect((await fetch(second.mailboxUrl)).status).toBe(200);
  await Promise.all([first.stop(), second.stop()]);
});
