import { access } from '@desk/contract/access';
import { domains } from '@desk/contract/domains';
import { renewals } from '@desk/contract/renewals';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp, pathOf } from './app.ts';
import { connect } from '../platform/db/connection/connect.ts';
import { databaseUrl } from '../testing/clone.ts';
import { testServer, PASSWORD } from '../testing/server.ts';

const log = pino({ level: 'silent' });

/** A node with pools of its own, as in production. */
async function node() {
  const desk = await testServer();
  const own = (max: number) => {
    const made = connect(databaseUrl, log, { now: () => new Date(), max });
    onTestFinished(() => made.pool.end());
    return made;
  };
  const { pool, db } = own(12);
  const services = { ...desk.services, pool, db, sessionPool: own(2).pool };
  const { app } = await buildApp(services, { checkReplies: true, pools: { logins: own(3).pool, jobs: pool } });
  onTestFinished(() => app.close());
  const print = (call: Parameters<typeof pathOf>[0], payload: object, authorization = '') =>
    app.inject({ method: 'POST', url: pathOf(call, desk.services.config), payload, headers: { authorization } });
  return { desk, pool, say: print };
}

test('while a table is locked and all connections wait for it, people log in and are known, and the others are told to come again', async () => {
  const { desk, pool, say } = await node();
  const { token = '' } = await desk.as();
  await desk.account({ kind: 'customer', email: 'buyer@acme.example' });
  const holder = await desk.pool.connect();
  await holder.query(`begin; set local idle_in_transaction_session_timeout = 0;
    lock table renewals, domains in access exclusive mode`);
  let isEnough = false;
  const answers: Awaited<ReturnType<typeof say>>[] = [];
  const want = async (call: typeof renewals.all | typeof domains.all) => {
    do answers.push(await say(call, { page: 1 }, token));
    while (!isEnough);
  };
  const wanting = Array.from({ length: 30 }, () => [want(renewals.all), want(domains.all)]).flat();
  onTestFinished(async () => {
    isEnough = true;
    await holder.query('rollback');
    holder.release();
    await Promise.all(wanting);
  });
  // All connections are taken, and others stand in line for them.
  await expect.poll(() => pool.waitingCount, { timeout: 10_000 }).toBeGreaterThan(0);

  const entered = await say(access.login, { email: 'buyer@acme.example', password: PASSWORD });
  const known = await say(access.checkSession, {}, token);
  isEnough = true;
  await Promise.all(wanting);

  expect([entered.statusCode, known.statusCode]).toEqual([200, 200]);
  expect([...new Set(answers.map(({ statusCode }) => statusCode))]).toEqual([503]);
  for (const { headers, body } of answers.slice(0, 10)) {
    expect(headers['retry-after']).toBe('2');
    expect(JSON.parse(body)).toMatchObject({ error: true, message: expect.stringContaining('busy') as string });
  }
  await holder.query('rollback');
  expect((await say(renewals.all, { page: 1 }, token)).statusCode).toBe(200);
});
