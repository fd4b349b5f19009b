import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import Fastify from 'fastify';
import { pino } from 'pino';
import { connect, extendTimeouts } from '../db/connection/connect.ts';
import { db, pool, serverDb } from '../../testing/clone.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { handleError } from './problems.ts';
import { Refusal } from './refusal.ts';

let desk: TestServer;
beforeAll(async () => {
  desk = await testServer();
});

/** The answer to a request whose handler does this. */
async function answerTo(work: () => Promise<unknown>) {
  const app = Fastify();
  app.setErrorHandler(handleError);
  app.get('/', work);
  const answer = await app.inject('/');
  await app.close();
  return answer;
}
const BUSY = 'The service is busy. Please try again in a moment.';

test('a statement of a request ends after 10 seconds and waits 3 for others, long work has more time', async () => {
  const ask = sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`;
  expect((await serverDb.execute(ask)).rows).toEqual([{ statement: '10s', lock: '3s' }]);
  await serverDb.transaction(async (tx) => {
    await extendTimeouts(tx);
    expect((await tx.execute(ask)).rows).toEqual([{ statement: '30s', lock: '20s' }]);
  });
  expect((await serverDb.execute(ask)).rows).toEqual([{ statement: '10s', lock: '3s' }]);
});

test('a statement that takes too long is a busy service', async () => {
  const answer = await answerTo(() =>
    db.transaction(async (tx) => {
      await tx.execute(`set local statement_timeout = 20`);
      await tx.execute('select pg_sleep(60)');
    }),
  );
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ error: true, message: BUSY });
  expect(answer.headers['retry-after']).toBe('2');
});

test.each([
  ['a NUL in a text', sql`select ${'a\0'}::text`],
  ['a NUL in JSON', sql`select ${String.raw`"\u0000"`}::jsonb`],
])('%s that nobody refused is a bad request, not a failure', async (_, statement) => {
  const answer = await answerTo(() => db.execute(statement));
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ error: true, message: 'The request could not be read.' });
});

test('a refusal that was meant is no failure in the log, one that was not is told with its place', async () => {
  const lines: { level: number; event?: string; stack?: string }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]);
  const app = Fastify({ loggerInstance: pino({ level: 'info' }, { write }) });
  app.setErrorHandler(handleError);
  app.get('/full', () => Promise.reject(new Refusal(503, 'Come again')));
  app.get('/broken', () => Promise.reject(new Error('broken')));

  expect((await app.inject('/full')).statusCode).toBe(503);
  expect((await app.inject('/broken')).statusCode).toBe(500);
  await app.close();

  const messages = lines.filter(({ event }) => event?.startsWith('request_'));
  expect(messages).toMatchObject([{ level: 40 }, { level: 50 }]);
  expect(messages.map(({ stack }) => stack !== undefined)).toEqual([false, true]);
});

test('a row that somebody else holds too long is a busy service', async () => {
  await desk.account();
  const holder = await pool.connect();
  await holder.query('begin; select from accounts for update');
  const answer = await answerTo(() =>
    db.transaction(async (tx) => {
      await tx.execute('set local lock_timeout = 20');
      await tx.execute('update accounts set name = name');
    }),
  );
  await holder.query('rollback');
  holder.release();
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ message: BUSY });
});

test('a database that is away is a busy service', async () => {
  const away = connect('postgres://desk:x@127.0.0.1:1/desk', pino({ level: 'silent' }), { now: () => new Date() });
  const answer = await answerTo(() => away.db.execute('select 1'));
  expect(answer.statusCode).toBe(503);
  await away.pool.end();
});

test.each(['/%c0', '/api/%zz'])(
  'the address %s, which cannot be read, is answered like any other problem',
  async (url) => {
    const { statusCode, headers, body } = await desk.app.inject(url);
    expect(statusCode).toBe(400);
    const { error, message, request_id, ...more } = JSON.parse(body) as Record<string, unknown>;
    expect({ error, message, more }).toEqual({ error: true, message: 'The request could not be read.', more: {} });
    expect(request_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers['content-security-policy']).toMatch(/script-src 'self'; style-src 'self';/);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
  },
);

test.each([
  [
    'there is no room to sort in',
    `set local temp_file_limit = 0; set local work_mem = '64kB';
     select count(*) from (select n from generate_series(1, 100000) n order by md5(n::text)) as sorted`,
  ],
  ['it takes no writes, as a standby', 'set transaction read only; delete from sessions'],
  ['its operator ends the connection', 'select pg_terminate_backend(pg_backend_pid())'],
])('a database of which %s is a busy service', async (_, statements) => {
  const answer = await answerTo(async () => {
    const client = await pool.connect();
    try {
      await client.query(`begin; ${statements}; commit`);
    } finally {
      client.release(true);
    }
  });
  expect(answer.json()).toMatchObject({ error: true, message: BUSY });
  expect(answer.statusCode).toBe(503);
});

test('two who wait for each other are told to come again, not that something is wrong', async () => {
  await desk.account({ email: 'meera@desk.example' });
  await desk.account({ email: 'ravi@desk.example' });
  const ours = await pool.connect();
  await ours.query(
    `begin; set local deadlock_timeout = '20ms'; select from accounts where email like 'meera%' for update`,
  );
  const theirs = answerTo(() =>
    db.transaction(async (tx) => {
      await tx.execute(`set local deadlock_timeout = '20ms'`);
      await tx.execute(`select from accounts where email like 'ravi%' for update`);
      await tx.execute(`select from accounts where email like 'meera%' for update`);
    }),
  );
  // In this database alone: others of the same PostgreSQL are worked in at the same time.
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const mine = await answerTo(async () => {
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBeGreaterThan(0);
    await ours.query(`select from accounts where email like 'ravi%' for update`);
  });
  await ours.query('rollback');
  ours.release();
  const answers = [mine, await theirs].filter(({ statusCode }) => statusCode !== 200);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([503]);
});
