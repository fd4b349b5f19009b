import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { checks } from '@desk/contract/checks';
import { sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { checkLinesTable, checkRunsTable as r } from '../../platform/db/tables/checks.ts';
import { databaseUrl } from '../../testing/clone.ts';
import { eventually } from '../../testing/eventually.ts';
import { checkFiles, sweepChecks } from './jobs.ts';
import { checksDesk, listOf } from './testing/checks-desk.ts';
import { NOW } from '../../platform/db/now.ts';

const { dns, openDesk } = await checksDesk();
type Desk = Awaited<ReturnType<typeof openDesk>>;
const signal = new AbortController().signal;

const runs = ({ db }: Desk) => db.select().from(r).orderBy(r.id);
const asked = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => dns.asked(`MX ${name}-${n}.dns.example`));
/** Nobody answers a question for this name until it is let go: its lookup lasts three seconds. */
function holds(name: string) {
  dns.faults.next({ kind: 'silence', times: 1_000, only: name });
  return () => dns.faults.clear();
}
const isAsked = (name: string) =>
  vi.waitFor(() => expect(dns.asked(`MX ${name}`)).toBeGreaterThan(0), { timeout: 30_000, interval: 5 });
/** As if the worker that has the run had been silent for so long; then the sweep of another node comes by. */
async function afterSilence(desk: Desk, seconds: number) {
  await desk.db.update(r).set({ heartbeatAt: sql`${NOW} - make_interval(secs => ${seconds})` });
  await desk.pool.query('delete from graphile_worker._private_jobs');
  await sweepChecks(desk.services);
  await desk.work();
}

describe('nodes that come at the same time', () => {
  test('check one file after the other, and no line twice', async () => {
    const desk = await openDesk();
    await desk.begins(`${listOf(30, 'first')}\nholds.dns.example`);
    await desk.begins(listOf(30, 'second'));
    const letGo = holds('holds.dns.example');
    const nodes = Array.from({ length: 4 }, () => checkFiles({ ...desk.services }, signal));
    await isAsked('holds.dns.example');
    expect((await runs(desk)).map(({ state }) => state)).toEqual(['running', 'queued']);
    letGo();

    await Promise.all(nodes);

    expect(await runs(desk)).toMatchObject([
      { state: 'done', checked: 31, attempts: 1 },
      { state: 'done', checked: 30, attempts: 1 },
    ]);
    expect([...asked('first', 30), ...asked('second', 30)]).toEqual(Array(60).fill(1));
  });
});

describe('a cancelled run', () => {
  test('ends between two batches; what was checked stays, and the next file is checked', async () => {
    const desk = await openDesk();
    const { run_id } = await desk.begins(listOf(60, 'stopped'));
    await desk.begins('zoho.dns.example');
    const letGo = holds('stopped-20.dns.example');
    const working = desk.work();
    // The click comes in the middle of the second batch.
    await isAsked('stopped-20.dns.example');

    expect((await desk.asha.calls(checks.cancel, { run_id })).status).toBe(200);
    letGo();
    await working;

    expect(await runs(desk)).toMatchObject([
      { state: 'cancelled', checked: 20 },
      { state: 'done', checked: 1 },
    ]);
    const { run, counts, total } = await desk.look(run_id);
    expect([run.checked, counts, total]).toEqual([20, [{ status: 'no_domain', count: 20 }], 20]);
    expect(dns.asked('MX stopped-40.dns.example')).toBe(0);
  });
});

describe('a worker', () => {
  test('that is killed leaves what it checked, and another goes on after a minute', async () => {
    const desk = await openDesk();
    const { run_id } = await desk.begins(listOf(50, 'killed'));
    const letGo = holds('killed-25.dns.example');
    const script = fileURLToPath(new URL('testing/worker-process.ts', import.meta.url));
    const env = { ...process.env, DATABASE_URL: databaseUrl, ...dns.env, LOG_LEVEL: 'silent' };
    const child = spawn(process.execPath, ['--import', 'tsx', script], { env, stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('exit', (_code, name) => resolve(name)));
    await isAsked('killed-25.dns.example');
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    expect(await runs(desk)).toMatchObject([{ state: 'running', checked: 20, attempts: 1 }]);
    letGo();

    await afterSilence(desk, 40);
    expect(await runs(desk)).toMatchObject([{ state: 'running', checked: 20, attempts: 1 }]);
    await afterSilence(desk, 46);

    expect(await runs(desk)).toMatchObject([{ state: 'done', checked: 50, attempts: 2 }]);
    expect((await desk.look(run_id)).counts).toEqual([{ status: 'no_domain', count: 50 }]);
    expect(asked('killed', 20)).toEqual(Array(20).fill(1));
  }, 60_000);

  test('that only slept finds its run in other hands and writes nothing', async () => {
    const desk = await openDesk();
    await desk.begins(listOf(5, 'slept'));
    const letGo = holds('slept-0.dns.example');
    const sleeper = checkFiles(desk.services, signal);
    await isAsked('slept-0.dns.example');
    await desk.db.update(r).set({ heartbeatAt: new Date('2020-01-01') });

    const other = checkFiles({ ...desk.services }, signal);
    await eventually(async () => expect(await runs(desk)).toMatchObject([{ attempts: 2 }]));
    letGo();
    await Promise.all([sleeper, other]);

    expect(await runs(desk)).toMatchObject([{ state: 'done', checked: 5, attempts: 2 }]);
  });

  test('that is stopped gives its run back at once', async () => {
    const desk = await openDesk();
    await desk.begins(listOf(50, 'given'));
    const letGo = holds('given-0.dns.example');
    const stopping = new AbortController();
    const working = checkFiles(desk.services, stopping.signal);
    await isAsked('given-0.dns.example');
    stopping.abort();
    await working;
    letGo();
    expect(await runs(desk)).toMatchObject([{ state: 'queued', checked: 0 }]);

    await desk.work();

    expect(await runs(desk)).toMatchObject([{ state: 'done', checked: 50 }]);
  });

  test('that meets an error of its own tries again after a pause, and says at last that it failed', async () => {
    const desk = await openDesk();
    const { run_id } = await desk.begins('zoho.dns.example');
    const broken = { ...desk.services, config: { ...desk.services.config, DNS_SERVERS: ['not an address'] } };

    await checkFiles(broken, signal);
    expect(await runs(desk)).toMatchObject([{ state: 'queued', attempts: 1, error: null }]);
    await checkFiles(broken, signal);
    expect(await runs(desk)).toMatchObject([{ attempts: 1 }]);
    for (let attempt = 2; attempt <= 5; attempt += 1) {
      await desk.db.update(r).set({ heartbeatAt: NOW });
      await checkFiles(broken, signal);
    }

    const error = 'The check met an error of its own. The log of the server tells more.';
    expect((await desk.look(run_id)).run).toMatchObject({ state: 'failed', checked: 0, error });
    expect(await desk.db.$count(checkLinesTable, sql`status is null`)).toBe(1);
    expect((await runs(desk))[0]?.finishedAt).not.toBeNull();
  });

  test('is not asked for by a sweep while there is nothing to do', async () => {
    const desk = await openDesk();
    await sweepChecks(desk.services);
    const jobs = await desk.pool.query('select from graphile_worker._private_jobs');
    expect(jobs.rowCount).toBe(0);
  });
});
