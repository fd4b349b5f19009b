import { lockNumber } from '../db/locks.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { databaseUrl } from '../../testing/clone.ts';
import { testServer } from '../../testing/server.ts';
import { queueRun, SCHEDULED_JOBS, withJobRun } from './job-runs.ts';
import { withClient } from '../db/connection/one-client.ts';

test('a scheduled run that is left out, because another node has the lock of its job, is told', async () => {
  const desk = await testServer();
  const lines: unknown[] = [];
  const log = pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) });
  const work = vi.fn(() => Promise.resolve());
  const run = withJobRun('reconcile_terms', work);
  const { signal } = new AbortController();

  await withClient(databaseUrl, 'test', async (other) => {
    await other.query('select pg_advisory_lock($1, $2)', [lockNumber('job run'), SCHEDULED_JOBS.reconcile_terms.lock]);
    await run({}, { ...desk.services, log }, signal);
  });
  expect(work).not.toHaveBeenCalled();
  expect(lines).toMatchObject([{ event: 'job_run_skipped', job: 'reconcile_terms' }]);

  await run({}, { ...desk.services, log }, signal);
  expect(work).toHaveBeenCalledOnce();
  expect(lines).toHaveLength(1);
});

test('a run that waits is worked on, though somebody asks for another at that very moment', async () => {
  const { db, services } = await testServer();
  const work = vi.fn(() => Promise.resolve());
  const run = withJobRun('coverage', work);
  const waiting = await db.transaction((tx) => queueRun(tx, 'coverage', null));

  const going = await db.transaction(async (tx) => {
    expect(await queueRun(tx, 'coverage', null)).toBeUndefined();
    const begun = run({ run_id: waiting }, services, new AbortController().signal);
    await pause(100);
    return { begun };
  });
  await going.begun;

  expect(work).toHaveBeenCalledOnce();
});
