import { connections } from '@desk/contract/connections';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { syncRunsTable as y } from '../../platform/db/tables/subscriptions.ts';
import { timetable } from '../../app/jobs.ts';
import { testServer } from '../../testing/server.ts';
import { booksSync } from '../books/jobs.ts';
import { deskSync } from '../tickets/jobs.ts';
import { zohoDesk } from './testing/zoho-desk.ts';

const { zoho, openDesk } = zohoDesk();
const noSignal = new AbortController().signal;

describe('the connections', () => {
  test('of a desk without services say so, and cannot be run', async () => {
    const desk = await testServer();
    const asha = await desk.as();
    const { reply } = await asha.calls(connections.all, {});
    expect(reply.connections).toEqual(
      ['google', 'crm_contacts', 'books', 'desk', 'directory_product'].map((service) => ({
        ...{ service, configured: false, state: null, started_at: null, finished_at: null, started_by: null },
        ...{ read: 0, changed: 0, skipped: 0, attempts: 0, error: null, done_at: null, next_run: null },
      })),
    );
    for (const { service } of reply.connections)
      expect(await asha.calls(connections.run, { service })).toMatchObject({
        status: 503,
        reply: { message: 'This service is not configured.' },
      });
    expect(await desk.db.$count(y)).toBe(0);
  });

  test('tell of each service its newest run, its last good one and the next', async () => {
    const desk = await openDesk();
    expect(await desk.connection('books')).toMatchObject({ configured: true, next_run: '2026-11-21T21:40:00Z' });
    expect(await desk.connection('desk')).toMatchObject({ state: null, next_run: '2026-11-21T22:10:00Z' });
    expect(await desk.connection('google')).toMatchObject({ configured: false, next_run: null });
    const good = await desk.synced('desk');
    expect(good).toMatchObject({ state: 'done', started_by: 'asha@desk.example', read: 8, changed: 8, attempts: 1 });
    expect(good.done_at).toBe(good.finished_at);
    zoho().faults.next({ kind: 'refused-with-200', only: 'desk.departments', times: 9 });

    const bad = await desk.synced('desk');

    expect(bad).toMatchObject({ state: 'failed', done_at: good.done_at, read: 0 });
    expect(bad.error).toMatch(/^Zoho/);
    expect(await desk.connection('books')).toMatchObject({ state: null });
  });

  test('are run by administrators alone', async () => {
    const desk = await openDesk();
    const sales = await desk.as({ email: 'sunil@desk.example', role: 'SALESC' });
    expect((await sales.calls(connections.all, {})).status).toBe(403);
    expect((await sales.calls(connections.run, { service: 'books' })).status).toBe(403);
    expect(await desk.runs()).toEqual([]);
  });

  test('each run once at a time, however many press; what was pressed is written down', async () => {
    const desk = await openDesk();
    const press = () => desk.asha.calls(connections.run, { service: 'desk' });
    const answers = await Promise.all(Array.from({ length: 5 }, press));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.reply.message).toBe('A sync is already running.');
    expect((await desk.asha.calls(connections.run, { service: 'crm_contacts' })).status).toBe(200);
    await desk.work();
    expect((await desk.runs()).map(({ service, state }) => [service, state])).toEqual([
      ['desk', 'done'],
      ['crm_contacts', 'done'],
    ]);
    const entries = (await desk.entries()).filter(({ subject }) => subject === 'sync');
    expect(entries.map(({ action, actor }) => [action, actor]).toSorted()).toEqual([
      ['contact_sync', 'asha@desk.example'],
      ['contact_sync_started', 'asha@desk.example'],
      ['desk_sync', 'asha@desk.example'],
      ['desk_sync_started', 'asha@desk.example'],
    ]);
  });
});

describe('by itself', () => {
  test.each([
    ['books', '2026-11-20T21:40:00Z'],
    ['desk', '2026-11-20T22:10:00Z'],
  ] as const)('the sync of %s starts once a night', async (service, slot) => {
    const at = { now: new Date(Date.parse(slot) - 60_000) };
    const desk = await openDesk({ now: () => at.now });
    const tick = async () => {
      await timetable.tasks['nightly-syncs']?.({}, desk.services, noSignal);
      return desk.db.$count(y, eq(y.service, service));
    };
    expect(await tick()).toBe(0);
    at.now = new Date(slot);
    expect(await tick()).toBe(1);
    await desk.db.update(y).set({ state: 'done', startedAt: at.now });
    at.now = new Date(Date.parse(slot) + 15 * 60_000);
    expect(await tick()).toBe(1);
  });

  test('a night that failed over what may pass is tried again at each turn while it is due, another one is not', async () => {
    const slot = Date.parse('2026-11-20T21:40:00Z');
    const at = { now: new Date(slot) };
    const desk = await openDesk({ now: () => at.now });
    const tick = async (minutes: number) => {
      at.now = new Date(slot + minutes * 60_000);
      await booksSync.startNightly(desk.services);
      await desk.db.update(y).set({ startedAt: at.now }).where(eq(y.state, 'queued'));
      return desk.db.$count(y);
    };
    const fails = (mayPass: boolean) => desk.db.update(y).set({ state: 'failed', mayPass, finishedAt: at.now });
    expect(await tick(0)).toBe(1);
    await fails(true);
    expect(await tick(7)).toBe(1);
    expect(await tick(15)).toBe(2);
    await fails(true);
    expect(await tick(121)).toBe(2);
    expect(await tick(30)).toBe(3);
    await fails(false);
    expect(await tick(45)).toBe(3);
  });

  test('a service whose night cannot be started keeps no other from its own, and the queue tries again', async () => {
    const desk = await openDesk({ now: () => new Date('2026-11-20T22:10:00Z') });
    const clients = {
      ...desk.services.clients,
      get providers(): never {
        throw new Error('broken');
      },
    };
    const night = timetable.tasks['nightly-syncs']?.({}, { ...desk.services, clients }, noSignal);
    await expect(night).rejects.toThrow('broken');
    expect((await desk.runs()).map(({ service }) => service)).toEqual(['crm_contacts', 'books', 'desk']);
  });

  test('of a failed run it is kept whether it may pass', async () => {
    const desk = await openDesk();
    zoho().faults.next({ kind: 'out-of-scope', only: 'desk.departments', times: 9 });
    await desk.synced('desk');
    expect(await desk.runs()).toMatchObject([{ state: 'failed', mayPass: false }]);
    zoho().faults.clear();
    zoho().faults.next({ kind: 'unavailable', only: 'books.contacts', times: 99 });
    await desk.synced('books');
    for (let pause = 0; pause < 4; pause++) await desk.afterThePause();
    expect((await desk.runs()).at(-1)).toMatchObject({ service: 'books', state: 'failed', mayPass: true });
  });

  test('what was never read is read at once, and only once', async () => {
    const desk = await openDesk();
    for (let sweep = 0; sweep < 2; sweep++) {
      await Promise.all([booksSync.sweep(desk.services), deskSync.sweep(desk.services)]);
      await desk.work();
    }
    expect((await desk.runs()).map(({ service, state }) => `${service} ${state}`).toSorted()).toEqual([
      'books done',
      'desk done',
    ]);
    expect(await desk.invoices()).toHaveLength(12);
    expect(await desk.tickets()).toHaveLength(8);
  });

  test('nothing is started for a service that is not configured', async () => {
    const desk = await testServer();
    await booksSync.sweep(desk.services);
    await deskSync.sweep(desk.services);
    await timetable.tasks['nightly-syncs']?.({}, desk.services, noSignal);
    expect(await desk.db.$count(y)).toBe(0);
  });
});
