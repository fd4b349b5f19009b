import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startFaultyConnection } from '../../../../fault-tests/faulty-connection.ts';
import { connectQueue } from '../db/connection/queue-pool.ts';
import { startHeartbeat } from '../db/connection/heartbeat.ts';
import { databaseUrl } from '../../testing/clone.ts';
import { testServer } from '../../testing/server.ts';
import { startWorker } from './worker.ts';

const LISTENING = `select pid from pg_stat_activity where datname = current_database()
  and application_name = 'reseller-desk' and query like 'LISTEN "jobs:insert"%'`;

test('every queue hears of new jobs again after its line was dead without a word', async () => {
  const desk = await testServer();
  const log = pino({ level: 'silent' });
  const line = await startFaultyConnection(() => Number(new URL(databaseUrl).port));
  const over = Object.assign(new URL(databaseUrl), { port: String(line.port) }).href;
  const watched = startHeartbeat(over, log, { look: 20, timeoutMs: 3_000 });
  const silences: boolean[] = [];
  watched.follow((isSilent) => silences.push(isSilent));
  const { db, pool } = connectQueue(over, log, { now: () => new Date(), line: watched });
  const nothing = { tasks: {}, urgent: {}, slow: {}, wakes: [], sweeps: [], crontab: [] };
  const worker = await startWorker({ ...desk.services, log, db, pool }, nothing);
  onTestFinished(async () => {
    await line.become('pass');
    await worker.stop();
    await watched.stop();
    await pool.end();
    await line.stop();
  });
  const listening = () => desk.pool.query<{ pid: number }>(LISTENING).then(({ rows }) => rows.map(({ pid }) => pid));
  await expect.poll(listening, { timeout: 10_000 }).toHaveLength(3);
  const before = await listening();

  await line.become('silent');
  await expect.poll(() => silences, { timeout: 15_000 }).toEqual([true]);
  await line.become('pass');

  const anew = async () => (await listening()).filter((pid) => !before.includes(pid));
  await expect.poll(anew, { timeout: 15_000 }).toHaveLength(3);
});
