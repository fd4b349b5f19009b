import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Mail } from '../integrations/mail/mailer.ts';
import { connect } from '../platform/db/connection/connect.ts';
import { migrate } from '../platform/db/schema/migrate.ts';
import { queueMessages } from '../platform/outbox/outbox.ts';
import { outboxTable } from '../platform/db/tables/outbox.ts';
import { timetable } from '../app/jobs.ts';
import { scratchDatabase } from '../testing/scratch.ts';
import { startWorker } from '../platform/queue/worker.ts';
import { eachWithBackups } from './testing/backups.ts';

// Migrations, and programs of their own, one after the other.
vi.setConfig({ testTimeout: 60_000 });

const place = eachWithBackups();

test('what was queued is sent after the restore, once, though the queue itself is not kept', async () => {
  await queueMessages(place.desk.db, {
    channel: 'Email',
    purpose: 'renewal',
    recipient: 'ravi@acme.example',
    subject: 'Renewal',
    body: 'Hello',
    createdBy: 'system',
  });
  // As after a crash: a worker has it, and its job is lost with the queue.
  await place.desk.db.execute(
    sql`update outbox set leased_until = '2020-01-01', created_at = now() - interval '1 hour'`,
  );
  await place.take('copy');
  const target = await scratchDatabase();
  await place.restore(target.url);
  await migrate(target.url);

  const { messages, sent } = await workOn(target.url);

  expect(messages).toEqual([{ state: 'sent', attempts: 1 }]);
  expect(sent).toEqual(['ravi@acme.example']);
});

/** Two nodes on what was restored, until the message has left. */
async function workOn(url: string) {
  const { pool, db } = connect(url, pino({ level: 'silent' }), { now: place.desk.services.now });
  onTestFinished(() => pool.end());
  const sent: string[] = [];
  const mailer = {
    send: ({ to }: Mail) => {
      sent.push(to);
      return Promise.resolve({ outcome: 'sent', response: 'ok' } as const);
    },
    verify: () => Promise.resolve(undefined),
    close: () => undefined,
  };
  const { services } = place.desk;
  const restored = { ...services, pool, db, sessionPool: pool, clients: { ...services.clients, mailer } };
  const workers = [await startWorker(restored, timetable), await startWorker(restored, timetable)];
  const messages = () =>
    db.select({ state: outboxTable.state, attempts: outboxTable.attempts }).from(outboxTable).orderBy(outboxTable.id);
  await vi.waitFor(async () => expect((await messages())[0]?.state).toBe('sent'), { timeout: 30_000 });
  await Promise.all(workers.map((worker) => worker.stop()));
  return { messages: await messages(), sent };
}
