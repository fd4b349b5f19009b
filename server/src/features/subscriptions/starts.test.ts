import { sync } from '@desk/contract/sync';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { syncRunsTable as y } from '../../platform/db/tables/subscriptions.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';
import { googleSync, reconcilePassedTerms } from './jobs.ts';
import { googleDesk } from './testing/google-desk.ts';

const { google, openDesk } = googleDesk(4);

test('without a configured Google the run fails at once', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  await asha.calls(sync.start, {});
  await desk.work();
  const { reply } = await asha.calls(sync.runs, {});
  expect(reply).toMatchObject({
    runs: [{ state: 'failed', error: 'The Google Reseller API is not configured.' }],
    next_run: null,
  });
});

test('of parallel starts one begins, the others are told', async () => {
  const desk = await openDesk();
  const answers = await Promise.all(Array.from({ length: 5 }, () => desk.asha.calls(sync.start, {})));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.reply.message).toBe('A sync is already running.');
  await desk.work();
  expect((await desk.asha.calls(sync.runs, {})).reply.runs).toHaveLength(1);
});

test('a quota at Google that passes is noticed by nobody', async () => {
  const desk = await openDesk();
  google().faults.add({ kind: 'quotaExceeded', times: 3 });
  expect(await desk.synced()).toMatchObject({ state: 'done', attempts: 1 });
});

test('a service account that Google does not accept fails the run at once in a sentence', async () => {
  const desk = await openDesk();
  google().faults.add({ kind: 'unauthorized', times: 9 });
  const run = await desk.synced();
  expect(run).toMatchObject({ state: 'failed', attempts: 1 });
  expect(run.error).toContain('Google did not accept the service account.');
});

test('the nightly sync starts once a night, and the screen says when', async () => {
  const at = { now: new Date('2026-11-20T20:25:00Z') };
  const { asha, ...desk } = await openDesk(() => at.now);
  const tick = async () => {
    await googleSync.startNightly(desk.services);
    return desk.db.$count(y);
  };

  expect((await asha.calls(sync.runs, {})).reply.next_run).toBe('2026-11-20T20:40:00Z');
  expect(await tick()).toBe(0);
  at.now = new Date('2026-11-20T20:40:00Z');
  expect((await asha.calls(sync.runs, {})).reply.next_run).toBe('2026-11-21T20:40:00Z');
  expect(await tick()).toBe(1);
  await desk.db.update(y).set({ state: 'done', startedAt: at.now });
  at.now = new Date('2026-11-20T20:55:00Z');
  expect(await tick()).toBe(1);
});

test('a term on our own date closes on the next business day without a sync', async () => {
  const at = { now: new Date('2026-11-21T18:29:00Z') };
  const desk = await testServer({ now: () => at.now });
  const { subscriptionId } = await makeRenewal(desk.db, {
    renewsOn: '2026-11-21',
    subscription: { source: 'file', termEnd: null, ownRenewalDate: '2026-11-21' },
  });
  const renewals = () => desk.db.select().from(r).where(eq(r.subscriptionId, subscriptionId)).orderBy(r.termEnd);
  const tick = () => reconcilePassedTerms(desk.services);

  await tick();
  expect(await renewals()).toMatchObject([{ termEnd: '2026-11-21', state: 'open' }]);
  at.now = new Date('2026-11-21T18:31:00Z');
  await tick();
  expect(await renewals()).toMatchObject([{ state: 'closed' }, { termEnd: '2027-11-21', state: 'open' }]);
  expect(desk.announced).toEqual([
    { kind: 'month', month: '2026-11' },
    { kind: 'month', month: '2027-11' },
  ]);
});
