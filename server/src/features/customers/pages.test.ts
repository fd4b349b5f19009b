import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contactsTable as k } from '../../platform/db/tables/customers.ts';
import { syncRunsTable as y } from '../../platform/db/tables/subscriptions.ts';
import { contactSync } from './jobs.ts';
import { crmDesk } from './testing/crm-desk.ts';

/** Four pages. */
const { zoho, openDesk, crmPeople, changeInCrm } = crmDesk({ people: 300 });
const pagesOf = () => Math.ceil(crmPeople().length / 200);
const listed = () => zoho().calls('contacts.list');

describe('when the CRM fails', () => {
  test.each(['throttled', 'unavailable', 'html', 'reset'] as const)(
    'for long (%s) on the third page, the sync rests, and goes on there',
    async (kind) => {
      const desk = await openDesk();
      desk.aroundPages((n, list) => {
        if (n === 3) zoho().faults.next({ kind, only: 'contacts.list', times: 10 });
        return list();
      });

      const resting = await desk.synced();

      expect(resting).toMatchObject({ state: 'queued', contacts: 400, finished_at: null });
      expect(resting.error).toMatch(/^(Zoho|The connection to Zoho)/);
      expect(await desk.people()).toHaveLength(400);
      zoho().faults.clear();
      const asked = listed();
      await desk.afterThePause();
      expect(await desk.lastSync()).toMatchObject({ state: 'done', contacts: crmPeople().length, error: null });
      expect(await desk.people()).toHaveLength(crmPeople().length);
      expect(listed() - asked).toBe(pagesOf() - 2);
    },
  );

  test('for five tries the sync fails; the next one goes on there, and the one after it knows since when', async () => {
    const desk = await openDesk();
    zoho().faults.next({ kind: 'unavailable', only: 'contacts.list', times: 5 });
    await desk.synced();
    await desk.db.update(y).set({ readFrom: new Date('2026-11-21T05:30:00Z') });
    zoho().faults.next({ kind: 'unavailable', only: 'contacts.list', times: 20 });
    for (let attempt = 2; attempt <= 5; attempt++) await desk.afterThePause();
    expect(await desk.lastSync()).toMatchObject({ state: 'failed' });
    // As if its first page had been read before.
    await desk.db.update(y).set({ pageToken: Buffer.from('200').toString('base64url'), pages: 1, subscriptions: 200 });

    expect(await desk.synced()).toMatchObject({ state: 'done', contacts: crmPeople().length });

    expect(await desk.people()).toHaveLength(crmPeople().length - 200);
    const first = crmPeople()[0] ?? expect.unreachable('the CRM has people');
    changeInCrm(first.id, { Mobile: '+91 60000 55555' }, '2026-11-21T11:05:00+05:30');
    await desk.synced();
    expect(await desk.db.$count(k, eq(k.zohoId, first.id))).toBe(1);
  });

  test('to know the token of a page, everything is read from the first page again', async () => {
    const desk = await openDesk();
    zoho().faults.next({ kind: 'unavailable', only: 'contacts.list', times: 5 });
    await desk.synced();
    await desk.db.update(y).set({ pageToken: 'nonsense', pages: 2, subscriptions: 400 });

    await desk.afterThePause();

    expect(await desk.lastSync()).toMatchObject({ state: 'done', contacts: crmPeople().length });
    expect(await desk.db.select().from(y)).toMatchObject([{ pages: pagesOf() }]);
  });

  test('to accept our credentials, the sync fails at once in a sentence', async () => {
    const desk = await openDesk();
    zoho().faults.next({ kind: 'refused-with-200', only: 'token', times: 9 });
    expect(await desk.synced()).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('Zoho did not accept our credentials.') as string,
    });
  });
});

test('a sync whose worker died is taken up on the page where it stopped', async () => {
  const desk = await openDesk();
  zoho().faults.next({ kind: 'unavailable', only: 'contacts.list', times: 5 });
  await desk.synced();
  await desk.pool.query('delete from graphile_worker._private_jobs');
  const pageToken = Buffer.from('400').toString('base64url');
  const died = { state: 'running', pageToken, pages: 2, subscriptions: 400 } as const;
  await desk.db.update(y).set({ ...died, heartbeatAt: new Date('2020-01-01') });

  await contactSync.sweep(desk.services);
  await desk.work();

  expect(await desk.lastSync()).toMatchObject({ state: 'done', contacts: crmPeople().length });
  expect(await desk.people()).toHaveLength(crmPeople().length - 400);
});
