import { notifications } from '@desk/contract/notifications';
import { like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import type { TestServer } from '../../testing/server.ts';
import { deskWithRenewal, letTimePass, mailbox, MEERA, RAVI } from './testing/external-services.ts';

const entriesOf = ({ db }: TestServer) =>
  db.select().from(auditLogTable).where(like(auditLogTable.action, 'notification_%')).orderBy(auditLogTable.id);
const message = (field: string, now: string, old: string | null = null) => ({ field, old, new: now });

test('the audit says of each recipient whether the notification arrived, else why not', async () => {
  const { desk, id, send } = await deskWithRenewal();
  mailbox.faults.next({ kind: '550', only: MEERA });
  await send({ emails: [RAVI, MEERA] });

  await desk.work();

  const entries = await entriesOf(desk);
  expect(entries.map(({ action }) => action).sort()).toEqual([
    'notification_failed',
    'notification_queued',
    'notification_sent',
  ]);
  const [failed, sent] = ['failed', 'sent'].map((word) => entries.find(({ action }) => action.endsWith(word)));
  expect(failed).toMatchObject({ actor: 'system', actorId: null, subject: 'renewal', subjectId: id });
  expect(failed?.changes).toEqual([
    message('notification', 'failed', 'queued'),
    message('notification_type', 'Email'),
    message('recipients', MEERA),
    message('reason', '550 No such user'),
  ]);
  expect(sent).toMatchObject({ actor: 'system', subject: 'renewal', subjectId: id });
  expect(sent?.changes).toEqual([message('notification_type', 'Email'), message('recipients', RAVI)]);
});

test('a try that is repeated later is no outcome; one that staff ordered again has its own', async () => {
  const { desk, asha, id, send } = await deskWithRenewal();
  mailbox.faults.next({ kind: '450' });
  mailbox.faults.next({ kind: '550' });
  await send();
  await desk.work();
  expect((await entriesOf(desk)).map(({ action }) => action)).toEqual(['notification_queued']);

  await letTimePass(desk);
  await desk.work();
  const { reply } = await asha.calls(notifications.results, { renewal_id: id });
  await asha.calls(notifications.resend, { message_id: reply.notifications[0]?.message_id ?? 0 });
  await desk.work();

  const entries = await entriesOf(desk);
  expect(entries.map(({ action }) => action)).toEqual([
    'notification_queued',
    'notification_failed',
    'notification_queued_again',
    'notification_sent',
  ]);
  expect(entries.at(-1)?.changes).toContainEqual(message('notification', 'sent', 'queued'));
});
