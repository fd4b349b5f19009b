import { mailLog } from '@desk/contract/mail-log';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { noteUndelivered } from '../../domain/inbound/undelivered.ts';
import { contactsTable, customersTable, resellersTable } from '../../platform/db/tables/customers.ts';
import { outboxTable as o } from '../../platform/db/tables/outbox.ts';
import { reminderStepsTable as t } from '../../platform/db/tables/reminders.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { holdMail, releaseMail } from '../../platform/outbox/mail-hold.ts';
import { makeContact } from '../../testing/fixtures.ts';
import { mailServer, mailerTo } from '../../testing/mail-server.ts';
import { sendReminders } from './jobs.ts';
import { DUE, mailedDesk } from './testing/mailed-desk.ts';
import { MEERA, noon, RAVI, remindersDesk, step } from './testing/reminders-desk.ts';

const TARA = 'tara@south.example';
const server = await mailServer();
const { mailbox } = server;
const deskWithMail = () => mailedDesk(server);

test('it arrives once, with a button', async () => {
  const desk = await deskWithMail();
  expect(await desk.leave(DUE)).toEqual(['Please decide on 2 renewals, the first by 27-11-2026']);
  await sendReminders(desk.services);
  expect(await desk.leave(DUE)).toHaveLength(1);
  expect(mailbox.messages()[0]?.html).toContain('Decide now');
});

test('a mail that waited does not leave after a decision; what it said of the others follows in another', async () => {
  const desk = await deskWithMail();
  await desk.db.update(r).set({ confirmationStatus: 'Confirmation Received' }).where(eq(r.id, desk.acme.id));
  expect(await desk.leave(DUE)).toEqual([]);
  expect(await desk.steps()).toEqual(['email-30 ravi decided', 'email-30 ravi planned']);
  const [mail] = await desk.mails();
  expect(mail).toMatchObject({ state: 'failed', reason: 'Not sent: Its status is Confirmation Received.' });
  await desk.send();
  expect(await desk.leave(DUE)).toEqual(['Renewal of beta.example']);
});

test('what may have arrived with an earlier try is not said again', async () => {
  const desk = await deskWithMail();
  mailbox.faults.next({ kind: 'drop-after-data' });
  expect(await desk.leave(DUE)).toHaveLength(1);
  await desk.db.update(r).set({ confirmationStatus: 'Confirmation Received' }).where(eq(r.id, desk.acme.id));
  await desk.db.update(o).set({ nextTryAt: null });
  await desk.leave(DUE);
  await desk.send();
  expect(await desk.leave(DUE)).toHaveLength(1);
  expect(await desk.steps()).toEqual(['email-30 ravi decided', 'email-30 ravi skipped']);
});

test('nothing leaves at night: it waits for the next business day, and was not tried', async () => {
  const desk = await deskWithMail();
  expect(await desk.leave(new Date('2026-10-28T14:00:00Z'))).toEqual([]);
  const [mail] = await desk.mails();
  expect(mail).toMatchObject({ state: 'queued', attempts: 0, nextTryAt: new Date('2026-10-29T03:30:00Z') });
  expect(await desk.leave(new Date('2026-10-29T03:30:00Z'))).toHaveLength(1);
});

test('mail that is held for longer than the grace is never sent, and its steps are skipped', async () => {
  const desk = await deskWithMail();
  await holdMail(desk.db, 'root@desk.example');
  expect(await desk.leave(DUE)).toEqual([]);
  await releaseMail(desk.db);
  expect(await desk.leave(noon('11-02'))).toEqual([]);
  expect(await desk.send(noon('11-02'))).toEqual([]);
  expect(await desk.steps()).toEqual(['email-30 ravi skipped', 'email-30 ravi skipped']);
});

test('a mail server that is away for a day keeps nobody from being asked in time', async () => {
  const desk = await deskWithMail();
  mailbox.faults.next({ kind: '450', times: 1_000 });
  for (let hour = 0; hour < 20; hour += 1) {
    await desk.db.update(o).set({ nextTryAt: null });
    expect(await desk.leave(new Date(DUE.getTime() + hour * 60_000))).toEqual([]);
  }
  expect(await desk.mails()).toMatchObject([{ state: 'queued', reason: expect.stringMatching(/^450/) as string }]);
  mailbox.faults.clear();
  await desk.db.update(o).set({ nextTryAt: null });
  expect(await desk.leave(noon('10-29'))).toHaveLength(1);
});

test('one that is away for longer than the days of grace: the step says that it did not leave', async () => {
  const desk = await deskWithMail();
  mailbox.faults.next({ kind: '450', times: 1_000 });
  for (const day of ['10-28', '10-29', '10-30', '11-02', '11-03', '11-04']) {
    await desk.db.update(o).set({ nextTryAt: null });
    await desk.leave(noon(day));
  }
  expect(await desk.mails()).toMatchObject([{ state: 'failed', reason: 'expired' }]);
  expect(await desk.steps()).toEqual(['email-30 ravi skipped', 'email-30 ravi skipped']);
});

test('a recipient who is refused is not asked again, and the next one is', async () => {
  const desk = await deskWithMail();
  mailbox.faults.next({ kind: '550' });
  expect(await desk.leave(DUE)).toEqual([]);
  const sent = [...(await desk.send()), ...(await desk.send())];
  expect(sent.map(({ recipient }) => recipient)).toEqual([MEERA]);
});

test('a server that refuses its user refuses nobody: the mail waits, and leaves once that is put right', async () => {
  const guest = mailerTo(mailbox.smtpUrl.replace('//', '//desk:wrong@'));
  const desk = await mailedDesk({ mailbox, mailer: guest });
  mailbox.faults.next({ kind: '535' });
  expect(await desk.leave(DUE)).toEqual([]);
  expect(await desk.mails()).toMatchObject([{ state: 'queued', reason: '535 Authentication failed' }]);
  expect([...(await desk.send()), ...(await desk.send())]).toEqual([]);
  await desk.db.update(o).set({ nextTryAt: null });
  expect(await desk.leave(noon('10-29'))).toHaveLength(1);
  expect(await desk.steps()).toEqual(['email-30 ravi sent', 'email-30 ravi sent']);
  guest.close();
});

test('what a server lets nobody do is told as the reason for which steps were skipped, and sending it once more sends them', async () => {
  const desk = await deskWithMail();
  mailbox.faults.next({ kind: '554' });
  expect(await desk.leave(DUE)).toEqual([]);
  expect([...(await desk.send()), ...(await desk.send())]).toEqual([]);
  const [step] = await desk.db.select().from(t);
  expect(step).toMatchObject({ state: 'skipped', reason: '554 Message refused by policy' });
  const [mail] = await desk.mails();
  const root = await desk.as({ email: 'root@desk.example', role: 'ADMIN' });
  expect((await root.calls(mailLog.resend, { message_id: mail?.id ?? 0 })).status).toBe(200);
  expect(await desk.leave(DUE)).toHaveLength(1);
  expect(await desk.steps()).toEqual(['email-30 ravi sent', 'email-30 ravi sent']);
});

test('the steps of a mail that somebody withdraws say who did', async () => {
  const desk = await deskWithMail();
  const [mail] = await desk.mails();
  const root = await desk.as({ email: 'root@desk.example', role: 'ADMIN' });
  expect((await root.calls(mailLog.withdraw, { message_ids: [mail?.id ?? 0] })).reply).toEqual({
    withdrawn: 1,
    left: 0,
  });
  const [step] = await desk.db.select().from(t);
  expect(step).toMatchObject({ state: 'skipped', reason: 'Withdrawn by root@desk.example' });
});

describe('a mail that waited while its recipient ceased to be the right one does not leave, and who is right is asked', () => {
  test('a person who became a viewer', async () => {
    const desk = await deskWithMail();
    await desk.db
      .update(contactsTable)
      .set({ roles: ['viewer'] })
      .where(eq(contactsTable.email, RAVI));
    expect(await desk.leave(DUE)).toEqual([]);
    const [mail] = await desk.mails();
    expect(mail?.reason).toBe('Not sent: its recipient is not asked about this customer any more.');
    await desk.send();
    expect((await desk.send()).map(({ recipient }) => recipient)).toContain(MEERA);
  });

  test('a reseller whose customer went to another one', async () => {
    const desk = await deskWithMail();
    const [other] = await desk.db.insert(resellersTable).values({ name: 'Tara', companyName: 'South Ltd', email: TARA }).returning(); // prettier-ignore
    await desk.db.update(customersTable).set({ resellerId: other?.id });
    expect(await desk.leave(DUE)).toEqual([]);
    await desk.send();
    expect((await desk.send()).map(({ recipient }) => recipient)).toEqual([TARA]);
    expect(await desk.leave(DUE)).toHaveLength(1);
    expect(mailbox.messages()[0]?.to).toEqual([TARA]);
  });
});

test('a reminder that a rule stopped is not sent once more: it is written anew where it is due', async () => {
  const desk = await deskWithMail();
  await desk.db
    .update(contactsTable)
    .set({ roles: ['viewer'] })
    .where(eq(contactsTable.email, RAVI));
  await desk.leave(DUE);
  const [mail] = await desk.mails();
  const root = await desk.as({ email: 'root@desk.example', role: 'ADMIN' });
  await desk.db.update(contactsTable).set({ roles: null }).where(eq(contactsTable.email, RAVI));
  expect((await root.calls(mailLog.resend, { message_id: mail?.id ?? 0 })).status).toBe(412);
});

test('a message that WhatsApp accepted and did not bring asks the next person', async () => {
  const desk = await remindersDesk({ steps: [step(30, { channel: 'WhatsApp', key: 'whatsapp-30' })] });
  await makeContact(desk.db, desk.acme.customerId, { name: 'Nisha Rao', email: 'nisha@acme.example', phone: '+919800000002' }); // prettier-ignore
  await desk.plan(noon('10-20'));
  const [message] = await desk.send(DUE);
  await desk.db.update(o).set({ state: 'sent', providerId: 'wamid.1', finishedAt: DUE });

  await noteUndelivered(desk.services, { id: 'wamid.1', reason: '131026: Message undeliverable' });

  const sent = [...(await desk.send()), ...(await desk.send(noon('10-29')))];
  expect([message?.recipient, ...sent.map(({ recipient }) => recipient)]).toEqual(['+919800000001', '+919800000002']);
});
