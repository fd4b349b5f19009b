import { jobs, RETENTION } from '@desk/contract/jobs';
import { asc, eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { deleteExpired } from '../../platform/retention/delete-expired.ts';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { checkLinesTable, checkRunsTable } from '../../platform/db/tables/checks.ts';
import { decisionsTable } from '../../platform/db/tables/decisions.ts';
import { jobRunsTable } from '../../platform/db/tables/job-runs.ts';
import { outboxRenewalsTable, outboxTable } from '../../platform/db/tables/outbox.ts';
import { importsTable, syncRunsTable } from '../../platform/db/tables/subscriptions.ts';
import { timetable } from '../../app/jobs.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';
import { oldMessagesAndRuns } from './jobs.ts';

const signal = new AbortController().signal;

async function openDesk() {
  const desk = await testServer();
  const asha = await desk.as();
  return {
    ...desk,
    asha,
    keep: (retention: object) => asha.calls(jobs.setRetention, { retention: { ...RETENTION, ...retention } }),
    tidyUp: async () => {
      await timetable.tasks['tidy-up']?.({}, desk.services, signal);
      const [run] = await desk.db.select().from(jobRunsTable).orderBy(asc(jobRunsTable.id)).limit(1);
      return run;
    },
    entries: async (action: string) =>
      (
        await desk.db
          .select()
          .from(auditLogTable)
          .where(eq(auditLogTable.action, action))
          .orderBy(asc(auditLogTable.id))
      )
        .flatMap(({ changes }) => changes)
        .map(({ field, old, new: now }) => `${field} ${old} ${now}`),
  };
}
type Desk = Awaited<ReturnType<typeof openDesk>>;

const mail = { channel: 'Email', recipient: 'ravi@acme.example', body: 'Hello', createdBy: 'system' } as const;
const aged = ({ pool }: Desk, table: string, column: string, age: string, id: number) =>
  pool.query(`update ${table} set ${column} = now() - $1::interval where id = $2`, [age, id]);

test('how long things are kept is told, set within its bounds, and written down', async () => {
  const desk = await openDesk();
  const message = async () => (await desk.asha.calls(jobs.retention, {})).reply.retention;
  expect(await message()).toEqual({ messages: 730, runs: 365, checks: 30, imports: 7 });

  expect((await desk.keep({ messages: 29 })).status).toBe(400);
  expect((await desk.keep({ imports: 91 })).status).toBe(400);
  expect((await desk.keep({ messages: 90, checks: 10 })).status).toBe(200);
  expect((await desk.keep({ messages: 90, checks: 10 })).status).toBe(200);

  expect(await message()).toEqual({ messages: 90, runs: 365, checks: 10, imports: 7 });
  expect(await desk.entries('retention_changed')).toEqual(['messages 730 90', 'checks 30 10']);
});

test('of two who set how long things are kept the second is told what the first did', async () => {
  const desk = await openDesk();
  const set = (messages: number) =>
    desk.asha.calls(jobs.setRetention, { retention: { ...RETENTION, messages }, seen: RETENTION });

  expect((await set(90)).status).toBe(200);
  expect((await set(100)).status).toBe(409);
  expect((await desk.asha.calls(jobs.retention, {})).reply.retention.messages).toBe(90);
});

test('a decision goes when it can no longer be taken back', async () => {
  const desk = await openDesk();
  const decision = { subject: 'domain', subjectId: 1, action: 'domain_approved', name: 'acme.example' } as const;
  const row = { ...decision, before: {}, after: {}, decidedById: desk.asha.id };
  await desk.db.insert(decisionsTable).values([row, row]);
  await aged(desk, 'decisions', 'created_at', '7 days 1 minute', 1);

  await desk.tidyUp();

  expect((await desk.db.select().from(decisionsTable)).map(({ id }) => id)).toEqual([2]);
  expect(await desk.entries('tidied_up')).toEqual(['decisions 1 null']);
});

test('a message goes with its links when it ended longer ago than it is kept; what waits never does', async () => {
  const desk = await openDesk();
  await desk.keep({ messages: 30 });
  const { id: renewalId } = await makeRenewal(desk.db);
  const ends = [
    ['sent', '30 days 1 minute'],
    ['failed', '31 days'],
    ['sent', '29 days 23 hours'],
    ['queued', ''],
  ] as const;
  for (const [at, [state, age]] of ends.entries()) {
    await desk.db.insert(outboxTable).values({ ...mail, purpose: 'renewal', state });
    await desk.db.insert(outboxRenewalsTable).values({ messageId: at + 1, renewalId });
    await aged(desk, 'outbox', 'created_at', '5 years', at + 1);
    if (state !== 'queued') await aged(desk, 'outbox', 'finished_at', age, at + 1);
  }
  expect(await desk.tidyUp()).toMatchObject({ state: 'done' });

  expect((await desk.db.select().from(outboxTable)).map(({ id }) => id).sort()).toEqual([3, 4]);
  expect((await desk.db.select().from(outboxRenewalsTable)).map(({ messageId }) => messageId).sort()).toEqual([3, 4]);
  expect(await desk.entries('tidied_up')).toEqual(['messages 2 null']);
  await desk.tidyUp();
  expect(await desk.entries('tidied_up')).toHaveLength(1);
});

test('of runs the newest of each service and job stays, the last good one, and what something was last seen by', async () => {
  const desk = await openDesk();
  await desk.keep({ runs: 30 });
  const old = { finishedAt: new Date('2020-01-01T00:00:00Z') };
  const sync = (service: 'google' | 'books', state: 'done' | 'failed', more: object = {}) =>
    desk.db.insert(syncRunsTable).values({ service, state, ...old, ...more });
  await sync('google', 'done', { isWhole: true });
  await sync('google', 'done', { isWhole: true });
  await sync('google', 'done');
  await sync('google', 'done');
  await sync('google', 'failed');
  await sync('google', 'failed');
  await sync('books', 'done');
  await sync('books', 'done');
  await sync('books', 'queued' as 'done', { finishedAt: null });
  await desk.pool.query(`insert into google_subscriptions
    (external_id, google_customer_id, domain, sku_id, sku_name, plan_name, status, run_id, asked_at)
    values ('s', 'c', 'acme.example', 'k', 'n', 'p', 'ACTIVE', 3, now())`);
  const own = { job: 'reconcile_terms', ...old } as const;
  await desk.db.insert(jobRunsTable).values([
    { ...own, state: 'done' },
    { ...own, state: 'done' },
    { ...own, state: 'failed' },
    { ...own, state: 'failed' },
  ]);
  await desk.pool.query(`insert into job_runs (job, state, finished_at, started_at)
    values ('tidy_up', 'failed', now() - interval '29 days 23 hours', now()), ('tidy_up', 'failed', now() - interval '30 days 1 minute', now())`);

  await desk.tidyUp();

  const syncs = await desk.db.select().from(syncRunsTable).orderBy(asc(syncRunsTable.id));
  expect(syncs.map(({ id }) => id)).toEqual([2, 3, 4, 6, 8, 9]);
  const runs = await desk.db.select().from(jobRunsTable).orderBy(asc(jobRunsTable.id));
  expect(runs.map(({ id }) => id)).toEqual([2, 4, 5, 7]);
  expect(await desk.entries('tidied_up')).toEqual(['sync_runs 3 null', 'job_runs 3 null']);
});

test('checked files go with their lines, and those of an import, when their days are over; what is checked stays', async () => {
  const desk = await openDesk();
  await desk.keep({ checks: 3, imports: 2 });
  const file = { kind: 'mail', fileName: 'domains.csv', accountId: desk.asha.id, lines: 1 } as const;
  await desk.db.insert(checkRunsTable).values([
    { ...file, state: 'done' },
    { ...file, state: 'cancelled' },
    { ...file, state: 'running' },
  ]);
  await desk.db.insert(checkLinesTable).values([1, 2].map((runId) => ({ runId, line: 1, input: 'acme.example' })));
  const checked = { kind: 'prices' as const, fileName: 'prices.csv', rows: [], verdicts: [], basis: '' };
  await desk.db.insert(importsTable).values([checked, checked]);
  await aged(desk, 'check_runs', 'created_at', '3 days 1 minute', 1);
  await aged(desk, 'check_runs', 'created_at', '2 days 23 hours', 2);
  await aged(desk, 'check_runs', 'created_at', '9 days', 3);
  await aged(desk, 'imports', 'created_at', '2 days 1 minute', 1);
  await aged(desk, 'imports', 'created_at', '1 day 23 hours', 2);

  await desk.tidyUp();

  expect((await desk.db.select().from(checkRunsTable)).map(({ id }) => id).sort()).toEqual([2, 3]);
  expect((await desk.db.select().from(checkLinesTable)).map(({ runId }) => runId)).toEqual([2]);
  expect((await desk.db.select().from(importsTable)).map(({ id }) => id)).toEqual([2]);
  expect(await desk.entries('tidied_up')).toEqual(['checks 1 null', 'imports 1 null']);
});

test('a thousand go at a time, in turns with the others, and each with its number', async () => {
  const desk = await openDesk();
  await desk.pool
    .query(`insert into outbox (channel, purpose, recipient, body, state, created_by, created_at, finished_at)
    select 'Email', 'notice', 'ravi@acme.example', 'Hello', 'sent', 'system', at, at
    from (select now() - interval '10 years' as at) t, generate_series(1, 2300)`);
  await desk.pool.query(`insert into job_runs (job, state, finished_at, started_at)
    select 'tidy_up', 'failed', now() - interval '10 years', now() from generate_series(1, 1001)`);
  await desk.tidyUp();
  expect(await desk.entries('tidied_up')).toEqual([
    'messages 1000 null',
    'job_runs 1000 null',
    'messages 1000 null',
    'job_runs 1 null',
    'messages 300 null',
  ]);
});

test('a table that fails keeps no other from being tidied, and is told', async () => {
  const desk = await openDesk();
  const other = vi.fn(() => Promise.resolve(0));
  const broken = { what: 'broken', days: 1, forget: () => Promise.reject(new Error('Broken')) };
  await expect(
    deleteExpired([broken, { what: 'other', days: 1, forget: other }], desk.services, signal),
  ).rejects.toThrow('Broken');
  expect(other).toHaveBeenCalledOnce();
});

test('a message that somebody holds to send it again is not waited for', async () => {
  const desk = await openDesk();
  await desk.db.insert(outboxTable).values({ ...mail, purpose: 'notice', state: 'failed' });
  for (const column of ['created_at', 'finished_at']) await aged(desk, 'outbox', column, '10 years', 1);
  await desk.db.transaction(async (tx) => {
    await tx.select().from(outboxTable).for('update');
    await deleteExpired(oldMessagesAndRuns(RETENTION), desk.services, signal);
  });
  expect(await desk.db.$count(outboxTable)).toBe(1);
});

test('only administrators who have the page may look or change anything', async () => {
  const desk = await openDesk();
  const sales = await desk.as({ email: 'sunil@desk.example', role: 'SALESC' });
  const bare = await desk.as({ email: 'bare@desk.example', menus: ['connections'] });
  for (const other of [sales, bare]) {
    expect((await other.calls(jobs.all, {})).status).toBe(403);
    expect((await other.calls(jobs.setRetention, { retention: RETENTION })).status).toBe(403);
    expect((await other.calls(jobs.run, { job: 'tidy_up' })).status).toBe(403);
  }
});
