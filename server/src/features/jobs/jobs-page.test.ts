import { jobs, type JobStanding, type ScheduledJob } from '@desk/contract/jobs';
import { asc } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Provider } from '../../providers/port.ts';
import { enqueue, SWEPT_TASKS } from '../../platform/queue/enqueue.ts';
import { withJobRun } from '../../platform/queue/job-runs.ts';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { jobRunsTable } from '../../platform/db/tables/job-runs.ts';
import { syncRunsTable } from '../../platform/db/tables/subscriptions.ts';
import { timetable } from '../../app/jobs.ts';
import { testServer, type TestServer, type TestServerOptions } from '../../testing/server.ts';
import { nextRun } from './rules.ts';

const signal = new AbortController().signal;
const NOW = new Date('2026-11-21T06:20:00Z');
const WAITS = { status: 409, reply: { message: 'This job is waiting or running already.' } };

async function openDesk(options: TestServerOptions = {}) {
  const desk = await testServer({ now: () => NOW, ...options });
  const asha = await desk.as();
  return {
    ...desk,
    asha,
    standing: async (job: ScheduledJob): Promise<JobStanding> => {
      const { reply } = await asha.calls(jobs.all, {});
      return reply.jobs.find((one) => one.job === job) ?? expect.unreachable(job);
    },
    press: (job: ScheduledJob) => asha.calls(jobs.run, { job }),
    tick: (task: 'tidy-up' | 'reconcile-terms') => timetable.tasks[task]?.({}, desk.services, signal),
    runs: () => desk.db.select().from(jobRunsTable).orderBy(asc(jobRunsTable.id)),
    actions: async () =>
      (await desk.db.select().from(auditLogTable).orderBy(asc(auditLogTable.id))).map(
        ({ action, actor }) => `${action} ${actor}`,
      ),
  };
}

test('of what never ran the page says when it will, and which sync cannot', async () => {
  const desk = await openDesk();
  const { reply } = await desk.asha.calls(jobs.all, {});
  const never = { state: null, started_at: null, finished_at: null, started_by: null, reason: null, done_at: null };
  expect(reply).toEqual({
    jobs: [
      ...['google', 'crm_contacts', 'books', 'desk', 'directory_product'].map((job) => ({
        ...{ job, configured: false, ...never, failures: 0, next_run: null },
      })),
      { job: 'reconcile_terms', configured: true, ...never, failures: 0, next_run: '2026-11-21T06:31:00.000Z' },
      { job: 'coverage', configured: true, ...never, failures: 0, next_run: '2026-11-21T23:10:00Z' },
      { job: 'deadline_digests', configured: true, ...never, failures: 0, next_run: '2026-11-21T06:30:00.000Z' },
      { job: 'reminder_plan', configured: true, ...never, failures: 0, next_run: '2026-11-21T23:20:00Z' },
      { job: 'tidy_up', configured: true, ...never, failures: 0, next_run: '2026-11-21T07:17:00.000Z' },
    ],
    queue: [],
    failed: [],
  });
  expect(await desk.press('google')).toMatchObject({
    status: 503,
    reply: { message: 'This service is not configured.' },
  });
});

test('the next run is the first minute after now that its crontab names', () => {
  const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { minLength: 1, maxLength: 4 });
  const times = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(minutes, times, (named, now) => {
      const next = new Date(nextRun(`${named.join(',')} * * * *`, now) ?? 0);
      const waited = (next.getTime() - now.getTime()) / 60_000;
      expect(waited).toBeGreaterThan(0);
      expect(waited).toBeLessThanOrEqual(60);
      expect(named).toContain(next.getUTCMinutes());
      const passed = Array.from({ length: Math.ceil(waited) - 1 }, (_, n) => (next.getUTCMinutes() + 59 - n) % 60);
      expect(passed.filter((minute) => named.includes(minute))).toEqual([]);
    }),
  );
});

test('the schedule runs the desk’s own work and writes down how it went', async () => {
  const desk = await openDesk();
  await desk.tick('tidy-up');
  await desk.tick('reconcile-terms');
  expect(await desk.standing('tidy_up')).toMatchObject({ state: 'done', started_by: null, reason: null, failures: 0 });
  const kept = await desk.standing('reconcile_terms');
  expect(kept.done_at).toBe(kept.finished_at);
  expect(desk.announced).toContainEqual({ kind: 'jobs' });
});

test('whoever presses has it queued once, with the name on it; while it waits nobody can press again', async () => {
  const desk = await openDesk();
  const answers = await Promise.all(Array.from({ length: 4 }, () => desk.press('tidy_up')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)).toMatchObject(WAITS);
  expect(await desk.standing('tidy_up')).toMatchObject({ state: 'queued', started_by: 'asha@desk.example' });
  expect((await desk.press('reconcile_terms')).status).toBe(200);

  await desk.work();

  expect(await desk.standing('tidy_up')).toMatchObject({ state: 'done', started_by: 'asha@desk.example' });
  expect((await desk.runs()).map(({ job, state }) => [job, state])).toEqual([
    ['tidy_up', 'done'],
    ['reconcile_terms', 'done'],
  ]);
  expect(await desk.actions()).toEqual(['job_started asha@desk.example', 'job_started asha@desk.example']);
});

test('a run that waits is done by the schedule when that is quicker, and not once more', async () => {
  const desk = await openDesk();
  await desk.press('tidy_up');
  await desk.tick('tidy-up');
  await desk.work();
  expect((await desk.runs()).map(({ state, startedById }) => [state, startedById])).toEqual([['done', desk.asha.id]]);
});

test('one that fails says why without its data, counts as a failure for seven days, and is not tried by the queue', async () => {
  const desk = await openDesk();
  const broken = withJobRun('tidy_up', async (_payload, { db }) => {
    await db
      .insert(jobRunsTable)
      .values({ job: 'nobody@secret.example' as 'tidy_up', state: null as unknown as 'done' });
  });
  await broken({}, desk.services, signal);
  const failed = await desk.standing('tidy_up');
  expect(failed).toMatchObject({ state: 'failed', failures: 1, done_at: null });
  expect(failed.reason).toMatch(/^null value in column "state"/);
  expect(failed.reason).not.toContain('secret');
  await desk.pool.query(`update job_runs set finished_at = $1::timestamptz - interval '7 days 1 minute'`, [NOW]);
  expect((await desk.standing('tidy_up')).failures).toBe(0);
  expect((await desk.asha.calls(jobs.all, {})).reply.queue).toEqual([]);
});

test('a run whose process died is closed as failed by the next, and keeps nobody from pressing', async () => {
  const desk = await openDesk();
  const dies = () => desk.db.insert(jobRunsTable).values({ job: 'tidy_up', state: 'running' });
  await dies();
  await desk.tick('tidy-up');
  await dies();
  expect((await desk.press('tidy_up')).status).toBe(200);
  const died = { state: 'failed', error: 'The server stopped while it worked.' };
  expect(await desk.runs()).toMatchObject([died, { state: 'done' }, died, { state: 'queued' }]);
});

test('while one node works the others leave the job alone, whoever starts it', async () => {
  const desk = await openDesk();
  let free: () => void = () => undefined;
  const hanging = new Promise<void>((resolve) => (free = resolve));
  let begun: () => void = () => undefined;
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  const work = withJobRun('tidy_up', () => {
    begun();
    return hanging;
  });
  const first = work({}, desk.services, signal);
  await isBegun;

  await desk.tick('tidy-up');
  expect(await desk.press('tidy_up')).toMatchObject(WAITS);
  expect(await desk.runs()).toMatchObject([{ state: 'running' }]);
  free();
  await first;
  expect(await desk.runs()).toMatchObject([{ state: 'done' }]);
});

test('a sync is queued as on the page of connections', async () => {
  const desk = await openDesk({ clients: { providers: { google: {} as Provider } } });
  expect((await desk.press('google')).status).toBe(200);
  expect(await desk.press('google')).toMatchObject(WAITS);
  expect(await desk.standing('google')).toMatchObject({ state: 'queued', started_by: 'asha@desk.example' });
  expect(await desk.actions()).toEqual(['sync_started asha@desk.example']);
  await desk.db.update(syncRunsTable).set({ state: 'failed', error: 'Google is away.', finishedAt: NOW });
  await desk.pool.query('update sync_runs set finished_at = now()');
  expect(await desk.standing('google')).toMatchObject({ state: 'failed', reason: 'Google is away.', failures: 1 });
});

/** Work of the queue as its library leaves it. */
const set = ({ pool }: TestServer, task: string, how: string) =>
  pool.query(
    `update graphile_worker._private_jobs j set ${how} from graphile_worker.jobs w where w.id = j.id and w.task_identifier = $1`,
    [task],
  );

test('the queue tells what waits, is worked on, rests and was given up; a lock of four hours is nobody’s', async () => {
  const desk = await openDesk();
  for (const task of ['waiting', 'waiting', 'resting', 'working', 'dead', 'given-up', 'dead-at-last'])
    await enqueue(desk.db, task, {});
  await set(desk, 'waiting', `run_at = '2026-01-02T03:04:05Z'`);
  await set(desk, 'resting', `run_at = now() + interval '1 hour', attempts = 1`);
  await set(desk, 'working', `attempts = 3, locked_at = now() - interval '3 hours 59 minutes', locked_by = 'one'`);
  await set(desk, 'dead', `attempts = 1, locked_at = now() - interval '4 hours 1 minute', locked_by = 'two'`);
  await set(desk, 'given-up', `attempts = 3, last_error = 'Broken'`);
  await set(desk, 'dead-at-last', `attempts = 3, locked_at = '2026-01-01T00:00:00Z', locked_by = 'two'`);

  const { queue, failed } = (await desk.asha.calls(jobs.all, {})).reply;

  const counted = queue.map(({ task, waiting, working, resting, given_up }) => [
    task,
    waiting,
    working,
    resting,
    given_up,
  ]);
  expect(counted).toEqual([
    ['dead', 1, 0, 0, 0],
    ['dead-at-last', 0, 0, 0, 1],
    ['given-up', 0, 0, 0, 1],
    ['resting', 0, 0, 1, 0],
    ['waiting', 2, 0, 0, 0],
    ['working', 0, 1, 0, 0],
  ]);
  expect(queue.find(({ task }) => task === 'waiting')?.oldest).toBe('2026-01-02T03:04:05Z');
  expect(failed.map(({ task, reason, attempts }) => [task, reason, attempts])).toEqual([
    ['given-up', 'Broken', 3],
    ['dead-at-last', null, 3],
  ]);
  expect(failed[1]?.failed_at).toBe('2026-01-01T00:00:00Z');
});

test('work that is tried again by itself is never given up: it is not told, out of reach, and goes at the next tidying', async () => {
  const desk = await openDesk();
  for (const task of SWEPT_TASKS) await enqueue(desk.db, task, {});
  await set(desk, 'seat-order', `attempts = 1, run_at = now() + interval '1 hour'`);
  await desk.pool.query(`update graphile_worker._private_jobs set attempts = 3 where attempts = 0`);
  const { rows } = await desk.pool.query<{ id: string }>(`select id from graphile_worker.jobs where attempts = 3`);
  expect(rows).toHaveLength(SWEPT_TASKS.length - 1);

  const { queue, failed } = (await desk.asha.calls(jobs.all, {})).reply;
  expect(queue).toMatchObject([{ task: 'seat-order', resting: 1, given_up: 0 }]);
  expect(failed).toEqual([]);
  expect((await desk.asha.calls(jobs.remove, { work_id: rows[0]?.id ?? '' })).status).toBe(404);

  await desk.tick('tidy-up');
  const left = await desk.pool.query('select task_identifier as task from graphile_worker.jobs');
  expect(left.rows).toEqual([{ task: 'seat-order' }]);
  await desk.pool.query('delete from graphile_worker._private_jobs');
});

test('work that fails in earnest is told with its first line and its time, never with what it carries', async () => {
  const desk = await openDesk();
  await enqueue(desk.db, 'given-up', { otp: '482913' });
  const answer = 'Failed query: \n  select from nowhere where a = $1\nparams: ravi@acme.example';
  await desk.pool.query(
    `update graphile_worker._private_jobs set attempts = 3, last_error = $1, run_at = timestamptz '2026-11-21T06:00:00Z' + exp(3) * interval '1 second'`,
    [answer],
  );
  const { failed } = (await desk.asha.calls(jobs.all, {})).reply;
  expect(failed).toMatchObject([
    { reason: 'Failed query: select from nowhere where a = $1', failed_at: '2026-11-21T06:00:00Z' },
  ]);
  expect(JSON.stringify(failed)).not.toMatch(/482913|ravi/);
});

test('given-up work is brought on as if never tried, or removed; other work is out of reach', async () => {
  const desk = await openDesk();
  for (const task of ['bad', 'worse', 'fine']) await enqueue(desk.db, task, {});
  await set(desk, 'bad', `attempts = 3, last_error = 'Broken'`);
  await set(desk, 'worse', `attempts = 3, last_error = 'Broken'`);
  const { rows } = await desk.pool.query<{ id: string }>('select id from graphile_worker.jobs order by id');
  const [bad = '', worse = '', fine = ''] = rows.map(({ id }) => id);
  const GONE = { status: 404, reply: { message: 'This job is not there any more.' } };
  expect(await desk.asha.calls(jobs.again, { work_id: fine })).toMatchObject(GONE);
  expect(await desk.asha.calls(jobs.remove, { work_id: fine })).toMatchObject(GONE);
  expect(await desk.asha.calls(jobs.again, { work_id: '999999999999999999' })).toMatchObject(GONE);

  const clicks = await Promise.all([1, 2].map(() => desk.asha.calls(jobs.again, { work_id: bad })));
  expect(clicks.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect((await desk.asha.calls(jobs.remove, { work_id: worse })).status).toBe(200);

  const left = await desk.pool.query(
    'select id, attempts, run_at <= now() as due from graphile_worker.jobs order by id',
  );
  expect(left.rows).toEqual([bad, fine].map((one) => ({ id: one, attempts: 0, due: true })));
  expect(await desk.actions()).toEqual(['job_tried_again asha@desk.example', 'job_removed asha@desk.example']);
  await desk.pool.query('delete from graphile_worker._private_jobs');
});
