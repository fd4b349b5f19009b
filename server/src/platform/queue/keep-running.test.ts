import { run } from 'graphile-worker';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { keepRunning } from './keep-running.ts';
import { testServer } from '../../testing/server.ts';
import { queueLogger } from './worker.ts';

test('a queue that cannot be begun when the node starts is begun later', async () => {
  const { pool: pgPool } = await testServer();
  const log = pino({ level: 'silent' });
  const options = { pgPool, taskList: {}, parsedCronItems: [], noHandleSignals: true, logger: queueLogger(log) };
  let tries = 0;
  const soon = new AbortController();
  const queue = await keepRunning(
    (events) => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Error('Connection terminated')) : run({ ...options, events });
    },
    log,
    soon.signal,
  );
  onTestFinished(async () => {
    soon.abort();
    await queue.stop();
  });
  expect(queue.isRunning()).toBe(false);
  await expect.poll(queue.isRunning, { timeout: 10_000 }).toBe(true);
});
