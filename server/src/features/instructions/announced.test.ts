import { instructions } from '@desk/contract/renewal-work/instructions';
import { mailLog } from '@desk/contract/mail-log';
import { notifications } from '@desk/contract/notifications';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { outboxTable } from '../../platform/db/tables/outbox.ts';
import { makeContact } from '../../testing/fixtures.ts';
import { googleWithTerms } from './testing/instructions-desk.ts';

const { google, openDesk } = googleWithTerms();
const RAVI = 'ravi@term.example';
const MINUTE = 60_000;

/** A desk whose customer can be written to; `later` is where what happens next is no longer the same instant. */
async function deskWithContact() {
  const desk = await openDesk();
  const { customerId, id } = await desk.renewal();
  await makeContact(desk.db, customerId, { name: 'Ravi Iyer', email: RAVI });
  const later = () => {
    google().state.advanceTo(google().state.now() + MINUTE);
  };
  /** Writes to the customer, and the mail does not arrive. */
  const writesInVain = async () => {
    later();
    const requestBody = { renewal_id: id, notification_type: 'Email' as const, emails: [RAVI], phones: [] };
    expect((await desk.asha.calls(notifications.send, { requestBody })).reply).toEqual({ queued: 1 });
    const [message] = await desk.db
      .update(outboxTable)
      .set({ state: 'failed' })
      .where(eq(outboxTable.purpose, 'renewal'))
      .returning({ id: outboxTable.id });
    later();
    return message?.id ?? 0;
  };
  /** What both places answer who wants the mail to leave after all. */
  const sentAgain = async (message_id: number) => [
    (await desk.asha.calls(notifications.resend, { message_id })).status,
    (await desk.vikram.calls(mailLog.resend, { message_id })).status,
  ];
  return { ...desk, writesInVain, sentAgain };
}

test('that something is recorded is not mailed once the wish was taken back', async () => {
  const desk = await deskWithContact();
  await desk.says({ status: 'In Discussion', highlight: 'Green' });
  await desk.places({ outcome: 'renew', seats: 80 });
  await desk.work();
  const { id } = await desk.newest();
  expect(await desk.newest()).toMatchObject({ state: 'verified' });
  const mail = await desk.writesInVain();

  expect((await desk.vikram.calls(instructions.cancel, { instruction_id: id, reason: '' })).status).toBe(200);

  expect(await desk.sentAgain(mail)).toEqual([412, 412]);
});

test('nobody is asked to confirm once an end was approved', async () => {
  const desk = await deskWithContact();
  await desk.decides({ decision: 'do_not_renew', reason: 'Price Issue' });
  const { id } = await desk.newest();
  await desk.says({ status: 'In Discussion', highlight: 'Green' });
  const mail = await desk.writesInVain();
  expect((await desk.vikram.calls(instructions.approve, { instruction_id: id })).status).toBe(200);

  expect(await desk.sentAgain(mail)).toEqual([410, 410]);
});

test('what is placed as it was approved keeps no mail back', async () => {
  const desk = await deskWithContact();
  await desk.places({ outcome: 'renew', seats: 80 });
  expect(await desk.newest()).toMatchObject({ state: 'approved' });
  const mail = await desk.writesInVain();
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'verified' });

  expect((await desk.vikram.calls(mailLog.resend, { message_id: mail })).status).toBe(200);
});
