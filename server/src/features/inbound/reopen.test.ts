import { followUp } from '@desk/contract/follow-up';
import { inbound } from '@desk/contract/renewal-work/inbound';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { deskWithMail, rawMail } from './testing/desk-with-mail.ts';

/** Of a customer of Tarun's a mail that Meenal has seen to. */
async function withSettled() {
  const room = await deskWithMail();
  const { desk, sent, receive, kept } = room;
  const member = { role: 'RMEMBER', menus: ['get_monthly_renewal'] } as const;
  const meenal = await desk.as({ email: 'meenal@desk.example', name: 'Meenal', ...member });
  await receive(rawMail({ to: (await sent()).address }));
  const inbound_id = (await kept())[0]?.id ?? 0;
  expect((await meenal.calls(inbound.settle, { inbound_id })).status).toBe(200);
  return { ...room, meenal, inbound_id };
}

test('a mail that was settled by mistake is open again, and in the day of who has the renewal, once', async () => {
  const { desk, tarun, meenal, inbound_id, items, kept } = await withSettled();
  expect((await items())[0]?.inbound_id).toBeNull();
  expect((await tarun.calls(inbound.message, { inbound_id })).reply.message).toMatchObject({ settled_by: 'Meenal' });
  desk.announced.length = 0;

  expect((await tarun.calls(inbound.reopen, { inbound_id })).status).toBe(200);

  expect((await items())[0]).toMatchObject({ inbound_id, sentence: 'They answered on 23 Nov: “Call me”.' });
  expect((await kept())[0]).toMatchObject({ settledAt: null, settledById: null });
  expect(desk.announced).toContainEqual({ kind: 'mail' });
  const again = await meenal.calls(inbound.reopen, { inbound_id });
  expect([again.status, again.reply]).toEqual([
    409,
    expect.objectContaining({ message: 'This mail is open already.' }),
  ]);
  expect((await tarun.calls(inbound.reopen, { inbound_id: 9_999 })).status).toBe(404);
  const written = await desk.db.select().from(auditLogTable).where(eq(auditLogTable.action, 'mail_reopened'));
  expect(written).toMatchObject([{ actorId: tarun.id, subject: 'inbound_mail', subjectId: inbound_id }]);
});

test('what is open again can be settled again', async () => {
  const { desk, meenal, inbound_id, kept } = await withSettled();
  expect((await meenal.calls(inbound.reopen, { inbound_id })).status).toBe(200);
  expect((await meenal.calls(inbound.settle, { inbound_id })).status).toBe(200);
  expect((await kept())[0]?.settledById).toBe(meenal.id);
  const { length } = await desk.db.select().from(auditLogTable).where(eq(auditLogTable.action, 'mail_reopened'));
  expect(length).toBe(1);
});

test('what was answered by a comment is open again all the same, until something is said once more', async () => {
  const { desk, tarun, id, sent, receive, kept, later, items } = await deskWithMail();
  await receive(rawMail({ to: (await sent()).address }));
  later(5);
  const say = () => tarun.calls(followUp.addComment, { renewal_id: id, comment: 'Called' });
  await say();
  const inbound_id = (await kept())[0]?.id ?? 0;
  expect((await tarun.calls(inbound.reopen, { inbound_id })).status).toBe(200);
  expect((await tarun.calls(inbound.list, { of: 'mine' })).reply.messages).toMatchObject([{ inbound_id }]);
  expect((await items())[0]).toMatchObject({ inbound_id, sentence: 'They answered on 23 Nov: “Call me”.' });
  later(5);
  await say();
  expect((await items())[0]?.inbound_id).toBeNull();
  expect((await tarun.calls(inbound.list, { of: 'mine' })).reply.total).toBe(0);
  expect(desk.announced).toContainEqual({ kind: 'mail' });
});

test('what is nobody’s is reopened by who sees what is unassigned', async () => {
  const { desk, tarun, receive, kept } = await deskWithMail();
  const asha = await desk.as({ email: 'asha@desk.example', menus: ['get_renewal_data', 'manager_renewal_team'] });
  await receive(rawMail({ from: 'new.person@elsewhere.example' }));
  const inbound_id = (await kept())[0]?.id ?? 0;
  await asha.calls(inbound.settle, { inbound_id });
  expect((await tarun.calls(inbound.reopen, { inbound_id })).status).toBe(403);
  expect((await asha.calls(inbound.reopen, { inbound_id })).status).toBe(200);
  expect((await asha.calls(inbound.list, { show: 'unmatched' })).reply.messages).toMatchObject([{ inbound_id }]);
});
