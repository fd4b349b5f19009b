import { readFileSync } from 'node:fs';
import { access } from '@desk/contract/access';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildApp } from '../../app/app.ts';
import { connect } from '../db/connection/connect.ts';
import { enqueue } from '../queue/enqueue.ts';
import { queueMessages } from '../outbox/outbox.ts';
import { testServer, PASSWORD } from '../../testing/server.ts';
import { startWorker } from '../queue/worker.ts';
import { eventually } from '../../testing/eventually.ts';

const METRICS_TOKEN = 'a token of the monitor';
const bearer = { authorization: `Bearer ${METRICS_TOKEN}` };

async function measured(env: Record<string, string> = { METRICS_TOKEN }) {
  const desk = await testServer({ env });
  const ask = (headers: Record<string, string> = bearer) => desk.app.inject({ url: '/metrics', headers });
  return { desk, ask };
}
/** The value of a metric with just these labels; undefined where there is none. */
const valueOf = (body: string, name: string): number | undefined => {
  const line = body.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
};

test('nobody learns that there are metrics who has not the token', async () => {
  const { desk, ask } = await measured();
  const without = await measured({});
  const nowhere = await desk.app.inject('/api/nowhere');
  const answer = ({ statusCode, body }: typeof nowhere) => [statusCode, body.replace(/"request_id":"[^"]*"/, '')];
  expect(answer(await ask({}))).toEqual(answer(nowhere));
  for (const authorization of [METRICS_TOKEN, `Bearer ${METRICS_TOKEN}x`, 'Bearer '])
    expect(answer(await ask({ authorization }))).toEqual(answer(nowhere));
  for (const headers of [bearer, { authorization: 'Bearer ' }])
    expect(answer(await without.ask(headers))).toEqual(answer(nowhere));
  expect((await ask()).statusCode).toBe(200);
});

test('requests are measured by pattern, method and class; the process and its connections too', async () => {
  const { desk, ask } = await measured();
  const route = `desk_http_request_seconds_count{route="/api/${access.brand.path}",method="POST"`;
  const before = (await ask()).body;
  await desk.stranger.calls(access.brand, {});
  await desk.stranger.calls(access.brand, { surprise: 1 } as never);
  const { body, headers } = await ask();
  expect(headers['content-type']).toContain('text/plain');
  for (const status of ['2xx', '4xx']) {
    const name = `${route},status="${status}"}`;
    expect(valueOf(body, name)).toBe((valueOf(before, name) ?? 0) + 1);
  }
  expect(valueOf(body, 'desk_http_requests_in_flight')).toBe(1);
  for (const name of ['nodejs_eventloop_lag_seconds', 'process_resident_memory_bytes'])
    expect(valueOf(body, name)).toBeGreaterThanOrEqual(0);
  expect(body).toContain('nodejs_gc_duration_seconds');
  expect(valueOf(body, 'desk_database_connections{pool="requests",state="waiting"}')).toBe(0);
});

test("names follow Prometheus's rules: _total is for counters and every counter has it, units are whole, all have words", async () => {
  const { body } = await (await measured()).ask();
  const kinds = [...body.matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name = '', kind = '']) => ({ name, kind }));
  const namesWhere = (isWrong: (metric: { name: string; kind: string }) => boolean) =>
    kinds.filter(isWrong).map(({ name, kind }) => `${kind} ${name}`);
  expect(kinds.length).toBeGreaterThan(30);
  expect(namesWhere(({ name, kind }) => name.endsWith('_total') !== (kind === 'counter'))).toEqual([]);
  expect(namesWhere(({ name }) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name))).toEqual([]);
  // Suffixes that a histogram adds, metric types, and units that are not base units.
  const reserved =
    /_(count|sum|bucket|counter|gauge|histogram|ms|millis|milliseconds|minutes|hours|days|kb|mb|percent)(_|$)/;
  expect(namesWhere(({ name }) => reserved.test(name))).toEqual([]);
  const explained = new Set([...body.matchAll(/^# HELP (\S+) \S/gm)].map(([, name]) => name));
  expect(namesWhere(({ name }) => !explained.has(name))).toEqual([]);
  expect(namesWhere(({ name }) => kinds.filter((other) => other.name === name).length > 1)).toEqual([]);
});

test('logins, and passwords that are hashed for them, are counted', async () => {
  const { desk, ask } = await measured();
  await desk.account({ kind: 'customer', email: 'buyer@acme.example' });
  const before = (await ask()).body;
  await desk.stranger.calls(access.login, { email: 'buyer@acme.example', password: PASSWORD });
  await desk.stranger.calls(access.login, { email: 'buyer@acme.example', password: 'seven green kettles' });
  const { body } = await ask();
  for (const event of ['session_opened', 'authn_login_fail']) {
    const name = `desk_security_events_total{event="${event}"}`;
    expect(valueOf(body, name)).toBe((valueOf(before, name) ?? 0) + 1);
  }
  expect(valueOf(body, 'desk_password_hashes{state="running"}')).toBe(0);
});

test('jobs are measured by task and outcome', async () => {
  const { desk, ask } = await measured();
  const tasks = { good: () => Promise.resolve(), bad: () => Promise.reject(new Error('Broken')) };
  const worker = await startWorker(desk.services, { tasks, urgent: {}, slow: {}, wakes: [], sweeps: [], crontab: [] });
  onTestFinished(worker.stop);
  await enqueue(desk.db, 'good', {});
  await enqueue(desk.db, 'bad', {});
  await eventually(async () => {
    const { body } = await ask();
    expect(valueOf(body, 'desk_job_seconds_count{task="good",outcome="done"}')).toBe(1);
    expect(valueOf(body, 'desk_job_seconds_count{task="bad",outcome="failed"}')).toBeGreaterThan(0);
  });
  await desk.db.execute(sql`delete from graphile_worker._private_jobs`);
});

test('what waits in the database is told by state, task and service, and by nothing about a person', async () => {
  const { desk, ask } = await measured();
  const mail = { channel: 'Email', purpose: 'notice', body: 'Hello', createdBy: 'asha@desk.example' } as const;
  const recipients = ['ravi@acme.example', 'meera@acme.example', 'done@acme.example', 'lost@acme.example'];
  await queueMessages(desk.db, ...recipients.map((recipient) => ({ ...mail, recipient })));
  await desk.pool.query(`
    update outbox set created_at = now() - interval '90 seconds' where recipient like 'ravi%';
    update outbox set state = 'sent' where recipient like 'done%';
    update outbox set state = 'failed' where recipient like 'lost%';
    insert into sync_runs (service, state, finished_at, started_at, read_from) values
      ('google', 'done', '2027-01-01T00:00:00Z', now(), now()), ('google', 'done', '2027-01-02T00:00:00Z', now(), now()),
      ('google', 'failed', '2027-01-03T00:00:00Z', now(), now()), ('books', 'failed', '2027-01-04T00:00:00Z', now(), now());
    update graphile_worker._private_jobs set attempts = max_attempts
      where id = (select min(id) from graphile_worker._private_jobs)`);
  const { body } = await ask();
  const value = (name: string) => valueOf(body, name);
  expect(value('desk_outbox_messages{state="queued"}')).toBe(2);
  expect(value('desk_outbox_messages{state="failed"}')).toBe(1);
  expect(value('desk_outbox_messages{state="sent"}')).toBeUndefined();
  expect(value('desk_outbox_oldest_seconds{state="queued"}')).toBeGreaterThanOrEqual(90);
  expect(value('desk_queue_waiting{task="deliver-at-once"}')).toBe(3);
  expect(value('desk_queue_given_up{task="deliver-at-once"}')).toBe(1);
  expect(value('desk_sync_succeeded_timestamp_seconds{service="google"}')).toBe(Date.UTC(2027, 0, 2) / 1_000);
  expect(value('desk_sync_failed_timestamp_seconds{service="google"}')).toBe(Date.UTC(2027, 0, 3) / 1_000);
  expect(value('desk_sync_succeeded_timestamp_seconds{service="books"}')).toBeUndefined();
  expect(value('desk_sync_failed_timestamp_seconds{service="books"}')).toBe(Date.UTC(2027, 0, 4) / 1_000);
  expect(body).not.toContain('@');
  await desk.db.execute(sql`delete from graphile_worker._private_jobs`);
});

test('the database is asked once in a while, however often the metrics are read', async () => {
  const { desk, ask } = await measured();
  const asked = vi.spyOn(desk.services.pool, 'query');
  onTestFinished(() => asked.mockRestore());
  await Promise.all([ask(), ask(), ask()]);
  await ask();
  const questions = asked.mock.calls.map(([question]) => JSON.stringify(question));
  expect(questions.filter((question) => /outbox|graphile_worker|sync_runs/.test(question))).toHaveLength(3);
});

test('without its database a node still tells what it knows itself', async () => {
  const { desk } = await measured();
  const { pool } = connect('postgres://desk:x@127.0.0.1:1/desk', pino({ level: 'silent' }), {
    now: () => new Date(),
    max: 2,
  });
  onTestFinished(() => pool.end());
  const { app } = await buildApp({ ...desk.services, pool }, { checkReplies: true });
  const { statusCode, body } = await app.inject({ url: '/metrics', headers: bearer });
  expect(statusCode).toBe(200);
  for (const of of ['outbox', 'queue', 'syncs'])
    expect(valueOf(body, `desk_database_numbers_readable{of="${of}"}`)).toBe(0);
  expect(body).not.toContain('desk_outbox_messages{');
  expect(valueOf(body, 'desk_http_requests_in_flight')).toBe(1);
});

test('a token that can be guessed is refused when the node starts', async () => {
  await expect(testServer({ env: { METRICS_TOKEN: 'short' } })).rejects.toThrow('METRICS_TOKEN');
});

test('the handbook names every metric of the desk, and none that is not there', async () => {
  const { ask } = await measured();
  await ask();
  const { body } = await ask();
  const served = [...body.matchAll(/^# TYPE (desk_\w+) /gm)].map(([, name]) => name);
  const handbook = readFileSync(new URL('../../../../docs/metrics.md', import.meta.url), 'utf8');
  const rows = [...handbook.matchAll(/^\| `(desk_\w+)` /gm)].map(([, name]) => name);
  expect(rows.toSorted()).toEqual(served.toSorted());
  const [alerts = ''] = handbook.split('### Alerts')[1]?.split('\n## ') ?? [];
  expect(alerts).toContain('desk_');
  for (const [name] of alerts.matchAll(/(?:desk|nodejs)_\w+/g)) expect(body).toContain(name);
});
