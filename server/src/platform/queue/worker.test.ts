import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { enqueue } from './enqueue.ts';
import { queueMessages } from '../outbox/outbox.ts';
import { connectQueue } from '../db/connection/queue-pool.ts';
import { timetable } from '../../app/jobs.ts';
import type { Task } from './timetable.ts';
import { databaseUrl } from '../../testing/clone.ts';
import { eventually } from '../../testing/eventually.ts';
import { testServer } from '../../testing/server.ts';
import { startWorker } from './worker.ts';

const mail = { channel: 'Email', recipient: 'ravi@acme.example', body: 'Hello', createdBy: 'system' } as const;

test('a code is sent while any number of other messages wait for a slow service', async () => {
  const desk = await testServer();
  let free: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => (free = resolve));
  let [held, sent] = [0, 0];
  const worker = await startWorker(desk.services, {
    tasks: {
      deliver: () => {
        held += 1;
        return slow;
      },
    },
    urgent: {
      'deliver-at-once': () => {
        sent += 1;
        return Promise.resolve();
      },
    },
    slow: {},
    wakes: [],
    sweeps: [],
    crontab: [],
  });
  onTestFinished(async () => {
    free();
    await worker.stop();
  });
  await queueMessages(desk.db, ...Array.from({ length: 12 }, () => ({ ...mail, purpose: 'renewal' as const })));
  await vi.waitFor(() => expect(held).toBe(4), { timeout: 10_000 });

  await queueMessages(desk.db, { ...mail, purpose: 'otp' }, { ...mail, purpose: 'notice' });

  await vi.waitFor(() => expect(sent).toBe(2), { timeout: 10_000 });
  expect(held).toBe(4);
});

test('mails leave while an external service hangs, however many syncs and orders wait for it', async () => {
  const desk = await testServer();
  let free: () => void = () => undefined;
  const hanging = new Promise<void>((resolve) => (free = resolve));
  const held: string[] = [];
  let sent = 0;
  const hang = (name: string) => () => {
    held.push(name);
    return hanging;
  };
  const deliver = () => {
    sent += 1;
    return Promise.resolve();
  };
  const slow = Object.fromEntries(Object.keys(timetable.slow).map((name) => [name, hang(name)]));
  const worker = await startWorker(desk.services, {
    tasks: { deliver },
    urgent: {},
    slow,
    wakes: [],
    sweeps: [],
    crontab: [],
  });
  onTestFinished(async () => {
    free();
    await worker.stop();
    await desk.db.execute(sql`delete from graphile_worker._private_jobs`);
  });
  const names = Object.keys(slow);
  for (let n = 0; n < 20; n++) await enqueue(desk.db, names[n % names.length] ?? '', {});
  await vi.waitFor(() => expect(held).toHaveLength(8), { timeout: 10_000 });

  await queueMessages(desk.db, ...Array.from({ length: 6 }, () => ({ ...mail, purpose: 'renewal' as const })));

  await vi.waitFor(() => expect(sent).toBe(6), { timeout: 10_000 });
  expect(held).toHaveLength(8);
});

test('whatever speaks to Google or Zoho is in the list of the slow ones, and no mail is', () => {
  expect(Object.keys(timetable.slow).toSorted()).toEqual([
    'check-files',
    'contact-write',
    'crm-task',
    'instruction',
    'read-mailbox',
    'seat-order',
    'sync-books',
    'sync-crm_contacts',
    'sync-desk',
    'sync-directory_product',
    'sync-google',
  ]);
  const lists = [timetable.tasks, timetable.urgent, timetable.slow].flatMap((list) => Object.keys(list));
  expect(lists).toHaveLength(new Set(lists).size);
});

/** A log whose lines are kept. */
function listening(level = 'info') {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const message = (event: string) =>
    lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line['event'] === event);
  return { log: pino({ level }, { write }), lines, logged: message };
}
const nothing = { tasks: {}, urgent: {}, slow: {}, wakes: [], sweeps: [], crontab: [] };

test('a job that fails says so with its name and number, and never what it carries or asked the database', async () => {
  const desk = await testServer();
  const { log, lines, logged } = listening();
  const stdout = vi.spyOn(process.stdout, 'write');
  onTestFinished(() => stdout.mockRestore());
  const broken: Task = (_payload, { db }) =>
    db.execute(sql`select ${'code 771204'}::text, 1 / 0`).then(() => undefined);
  const thrown: Task = () => {
    throw new Error('Broken at once');
  };
  const worker = await startWorker({ ...desk.services, log }, { ...nothing, tasks: { broken, thrown } });
  onTestFinished(worker.stop);
  await enqueue(desk.db, 'broken', { otp: '482913' });
  await enqueue(desk.db, 'thrown', {});

  await vi.waitFor(() => expect(logged('job_failed')).toHaveLength(2), { timeout: 10_000 });
  const reasons = { broken: 'division by zero', thrown: 'Broken at once' };
  for (const line of logged('job_failed')) {
    const { job } = line as { job: keyof typeof reasons };
    expect(line).toMatchObject({ level: 50, job_id: expect.any(String) as string, reason: reasons[job], attempt: 1 });
  }
  const { rows } = await desk.pool.query<{ last_error: string }>('select last_error from graphile_worker.jobs');
  const everything = [...lines, ...rows.map(({ last_error }) => last_error)].join('');
  for (const secret of ['482913', '771204']) expect(everything).not.toContain(secret);
  expect(lines).toHaveLength(2);
  expect(stdout).not.toHaveBeenCalled();
  await desk.db.execute(sql`delete from graphile_worker._private_jobs`);
});

test('what a job logs carries its name and number', async () => {
  const desk = await testServer();
  const { log, logged } = listening();
  const talking: Task = (_payload, services) => {
    services.log.info({ event: 'said' });
    return Promise.resolve();
  };
  const worker = await startWorker({ ...desk.services, log }, { ...nothing, tasks: { talking } });
  onTestFinished(worker.stop);
  await enqueue(desk.db, 'talking', {});
  await eventually(() =>
    expect(logged('said')).toMatchObject([{ job: 'talking', job_id: expect.any(String) as string }]),
  );
});

test('connections that are lost while jobs end are nobody else’s trouble: every job ends, and the next ones too', async () => {
  const desk = await testServer();
  const unheard: unknown[] = [];
  const receive = (error: unknown) => void unheard.push(error);
  process.on('unhandledRejection', receive);
  const queue = connectQueue(databaseUrl, pino({ level: 'silent' }), { now: () => new Date() });
  const services = { ...desk.services, db: queue.db, pool: queue.pool };
  const ended: number[] = [];
  const count: Task = (payload) => Promise.resolve(void ended.push(Number(payload['n'])));
  const worker = await startWorker(services, { ...nothing, tasks: { count } });
  onTestFinished(async () => {
    process.off('unhandledRejection', receive);
    await worker.stop();
    await queue.pool.end();
    await desk.db.execute(sql`delete from graphile_worker._private_jobs`);
  });
  // Only those of the queue: the test's own lines stay.
  const cut = () =>
    desk.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ~ 'graphile_worker|jobs:insert' and pid <> pg_backend_pid()`);
  const numbers = Array.from({ length: 40 }, (_, n) => n);
  for (const n of numbers) {
    await enqueue(desk.db, 'count', { n });
    if (n % 4 === 0) await cut();
  }
  await vi.waitFor(() => expect(new Set(ended)).toEqual(new Set(numbers)), { timeout: 15_000 });
  expect(unheard).toEqual([]);
  await vi.waitFor(() => expect(worker.isRunning()).toBe(true), { timeout: 10_000 });
});

test('a queue that gives up is begun again, and the node says meanwhile that its jobs rest', async () => {
  const desk = await testServer();
  const { log, logged } = listening();
  let ran = 0;
  const count: Task = () => Promise.resolve(void (ran += 1));
  const worker = await startWorker({ ...desk.services, log }, { ...nothing, tasks: { count } });
  onTestFinished(async () => {
    await worker.stop();
    process.exitCode = undefined;
  });
  expect(worker.isRunning()).toBe(true);
  // Sent to a queue by a newer version that changed its tables.
  await eventually(async () => {
    await desk.pool.query(`select pg_notify('worker:migrate', '{"breaking": true}')`);
    expect(worker.isRunning()).toBe(false);
  });
  await vi.waitFor(() => expect(worker.isRunning()).toBe(true), { timeout: 10_000 });
  expect(logged('queue_stopped_unexpectedly').length).toBeGreaterThan(0);
  await enqueue(desk.db, 'count', {});
  await vi.waitFor(() => expect(ran).toBe(1), { timeout: 10_000 });
});

test('a node that stops hands back a job that does not end, for another to take up', async () => {
  const desk = await testServer();
  const { log, logged } = listening();
  let signal: AbortSignal | undefined;
  const endless: Task = (_payload, _services, soon) => {
    signal = soon;
    return new Promise(() => undefined);
  };
  const worker = await startWorker({ ...desk.services, log }, { ...nothing, tasks: { endless } }, 50);
  await enqueue(desk.db, 'endless', {});
  await vi.waitFor(() => expect(signal?.aborted).toBe(false), { timeout: 10_000 });
  await worker.stop();
  expect(signal?.aborted).toBe(true);
  expect(logged('job_released')).toMatchObject([{ job: 'endless' }]);
  await eventually(async () => {
    const { rows } = await desk.pool.query('select locked_by from graphile_worker.jobs');
    expect(rows).toEqual([{ locked_by: null }]);
  });
  await desk.db.execute(sql`delete from graphile_worker._private_jobs`);
});

test('a sweep that fails, at once or later, is logged and keeps no other from its turn', async () => {
  const desk = await testServer();
  const { log, logged } = listening();
  let swept = 0;
  const sweeps = [
    () => {
      throw new Error('Broken at once');
    },
    () => Promise.reject(new Error('Broken later')),
    () => Promise.resolve((swept += 1)),
  ];
  const worker = await startWorker({ ...desk.services, log }, { ...nothing, sweeps });
  onTestFinished(worker.stop);
  await eventually(() => expect(swept).toBe(1));
  expect(logged('sweep_failed').map(({ reason }) => reason)).toEqual(['Broken at once', 'Broken later']);
});

test('no queue looks for a timetable in the working folder', async () => {
  const desk = await testServer();
  const { log, lines } = listening('debug');
  const worker = await startWorker({ ...desk.services, log }, nothing);
  await worker.stop();
  expect(lines.join('')).not.toContain('crontab');
});
