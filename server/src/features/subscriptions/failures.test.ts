import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { subscriptionsTable as s, syncRunsTable as y } from '../../platform/db/tables/subscriptions.ts';
import { googleSync } from './jobs.ts';
import { googleDesk } from './testing/google-desk.ts';
import { NOW } from '../../platform/db/now.ts';

/** Three pages of subscriptions. */
const { google, openDesk } = googleDesk(150);

describe('when Google fails', () => {
  test.each(['unavailable', 'reset', 'quotaExceeded'] as const)(
    'for long (%s) on the second page, the run rests and goes on there',
    async (kind) => {
      const desk = await openDesk();
      google().faults.add({ kind, method: 'subscriptions.list', after: 1, times: 6 });

      const resting = await desk.synced();
      expect(resting).toMatchObject({ state: 'queued', pages: 1, attempts: 1, finished_at: null });
      expect(resting.error).toMatch(/Try again in some minutes\./);
      expect(await desk.db.$count(s)).toBe(0);
      const asked = google().state.calls('subscriptions.list');

      expect(await desk.afterThePause()).toMatchObject({ state: 'done', attempts: 2, error: null });
      const pages = Math.ceil(google().state.subscriptions().length / 100);
      expect(google().state.calls('subscriptions.list') - asked).toBe(pages - 1);
    },
  );

  test('for five tries the run fails, and the next one begins where it stopped', async () => {
    const desk = await openDesk();
    google().faults.add({ kind: 'unavailable', method: 'subscriptions.list', after: 1, times: 30 });
    await desk.synced();
    for (let attempt = 2; attempt <= 4; attempt++) await desk.afterThePause();
    expect(await desk.afterThePause()).toMatchObject({ state: 'failed', attempts: 5, pages: 1 });
    const asked = google().state.calls('subscriptions.list');

    const run = await desk.synced();

    const pages = Math.ceil(google().state.subscriptions().length / 100);
    expect(run).toMatchObject({ state: 'done', pages, created: google().state.subscriptions().length });
    expect(google().state.calls('subscriptions.list') - asked).toBe(pages - 1);
  });

  test('to know the token of the page, it is read from the first page again', async () => {
    const desk = await openDesk();
    google().faults.add({ kind: 'unavailable', method: 'subscriptions.list', after: 1, times: 6 });
    await desk.synced();
    await desk.db.update(y).set({ pageToken: 'bm9uc2Vuc2U6MQ' });

    const run = await desk.afterThePause();

    expect(run).toMatchObject({ state: 'done', created: google().state.subscriptions().length });
    expect(run.pages).toBe(Math.ceil(google().state.subscriptions().length / 100));
  });
});

test('a run whose worker died is taken up on the page where it stopped', async () => {
  const desk = await openDesk();
  google().faults.add({ kind: 'unavailable', method: 'subscriptions.list', after: 1, times: 6 });
  await desk.synced();
  await desk.pool.query('delete from graphile_worker._private_jobs');
  await desk.db.update(y).set({ state: 'running', heartbeatAt: sql`${NOW} - interval '44 seconds'` });
  await googleSync.sweep(desk.services);
  await desk.work();
  expect(await desk.newestRun()).toMatchObject({ state: 'running' });

  await desk.db.update(y).set({ heartbeatAt: sql`${NOW} - interval '46 seconds'` });
  await googleSync.sweep(desk.services);
  await desk.work();

  expect(await desk.newestRun()).toMatchObject({ state: 'done', created: google().state.subscriptions().length });
});
