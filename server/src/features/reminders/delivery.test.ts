import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { noteUndelivered } from '../../domain/inbound/undelivered.ts';
import { outboxTable as o } from '../../platform/db/tables/outbox.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { holdMail, releaseMail } from '../../platform/outbox/mail-hold.ts';
import { makeContact } from '../../testing/fixtures.ts';
import { mailServer } from '../../testing/mail-server.ts';
import { sendReminders } from './jobs.ts';
import { DUE, mailedDesk } from './testing/mailed-desk.ts';
import { noon, remindersDesk, step } from './testing/reminders-desk.ts';

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
