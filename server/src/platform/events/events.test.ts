import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { databaseUrl, pool } from '../../testing/clone.ts';
import { eventually } from '../../testing/eventually.ts';
import { listen, createAnnouncer, type DeskEvent, type NodeEvent } from './events.ts';

const log = pino({ level: 'silent' });
const RETRY_MS = 20;
/** Time enough to see that there is no connection meanwhile. */
const SLOW_RETRY_MS = 1_000;

const listeners = async (): Promise<number[]> => {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where application_name = 'reseller-desk events' and datname = current_database() and query = 'listen desk'`,
  );
  return rows.map(({ pid }) => pid);
};
const untilOneListens = (but: number[]) =>
  vi.waitFor(
    async () => {
      const pids = await listeners();
      expect(pids).toHaveLength(1);
      expect(but).not.toContain(pids[0]);
      return pids;
    },
    { timeout: 10_000, interval: 20 },
  );

test('however often the database hangs up, one connection listens and each event is heard once', async () => {
  const received: (DeskEvent | NodeEvent)[] = [];
  const listener = listen(databaseUrl, log, (event) => received.push(event), RETRY_MS);
  onTestFinished(listener.stop);
  const seen: number[] = [];
  for (let loss = 0; loss < 4; loss += 1) {
    const pids = await untilOneListens(seen);
    seen.push(...pids);
    await pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [pids]);
  }
  await untilOneListens(seen);
  // A second connection would have come by now.
  await pause(5 * RETRY_MS);
  expect(await listeners()).toHaveLength(1);

  const announcer = createAnnouncer(pool, log);
  announcer.announce({ kind: 'month', month: '2027-04' });
  announcer.announce({ kind: 'sync' });
  await announcer.stop();
  await eventually(() => expect(received.map(({ kind }) => kind).sort()).toEqual(['month', 'sync']));

  await listener.stop();
  await eventually(async () => expect(await listeners()).toEqual([]));
});

test('who stops right after a loss has no connection any more', async () => {
  const subscription = listen(databaseUrl, log, () => undefined, SLOW_RETRY_MS);
  const pids = await untilOneListens([]);
  await pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [pids]);
  await eventually(async () => expect(await listeners()).toEqual([]));
  await subscription.stop();
  await pause(5 * SLOW_RETRY_MS);
  expect(await listeners()).toEqual([]);
});
