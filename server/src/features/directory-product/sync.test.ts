import { describe, expect, test } from 'vitest';
import { timetable } from '../../app/jobs.ts';
import { testServer } from '../../testing/server.ts';
import { directorySync } from './jobs.ts';
import { idOf, organization, productDesk } from './testing/product-desk.ts';

const { jumpcloud, openDesk } = productDesk();
type Desk = Awaited<ReturnType<typeof openDesk>>;

const many = (count: number) => {
  for (let n = 1; n <= count; n++) jumpcloud().put(organization(n));
};
const calls = () => jumpcloud().calls('organizations.get');
const gone = async (desk: Desk) =>
  (await desk.organizations()).filter(({ goneAt }) => goneAt !== null).map(({ organizationId }) => organizationId);

/** Calls `happens` before each page of organisations is requested. */
function beforePages(desk: Desk, happens: (n: number) => void) {
  const client = desk.services.clients.jumpcloud ?? expect.unreachable('JumpCloud is configured');
  let n = 0;
  desk.services.clients.jumpcloud = {
    ...client,
    listOrganizations: (...query) => {
      happens((n += 1));
      return client.listOrganizations(...query);
    },
  };
}

describe('a sync of the directory product', () => {
  test('brings all organisations with plan and licences', async () => {
    const desk = await openDesk();
    many(60);
    jumpcloud().put(
      organization(7, {
        name: '  =cmd|calc ',
        contactEmail: 'Ravi@Acme.EXAMPLE',
        products: [...organization(7).products, ...organization(7, { plan: 'Passwords', users: 90 }).products],
      }),
    );
    expect(await desk.synced()).toMatchObject({ state: 'done', read: 60, changed: 60, error: null });
    const rows = await desk.organizations();
    expect(rows.map(({ organizationId }) => organizationId)).toEqual(Array.from({ length: 60 }, (_, n) => idOf(n + 1)));
    expect(rows[6]).toMatchObject({
      ...{ name: '=cmd|calc', email: 'ravi@acme.example', planName: 'Platform + Passwords' },
      ...{ productCode: 'JCPLATFORM', licences: 90, goneAt: null, domainId: null, subscriptionId: null },
    });
    expect(await desk.subscriptions()).toEqual([]);
  });

  test('again, with nothing new, writes nothing down but itself', async () => {
    const desk = await openDesk();
    many(3);
    await desk.synced();
    const before = await desk.entries('directory_organization');
    expect(await desk.synced()).toMatchObject({ state: 'done', read: 3, changed: 0 });
    expect(await desk.entries('directory_organization')).toEqual(before);
    expect((await desk.entries('sync')).map(({ action }) => action)).toEqual([
      ...['directory_sync_started', 'directory_sync'],
      ...['directory_sync_started', 'directory_sync'],
    ]);
  });

  test('tells what changed with old and new', async () => {
    const desk = await openDesk();
    many(2);
    await desk.synced();
    jumpcloud().put(organization(2, { name: 'Beta LLP', users: 55 }));
    expect(await desk.synced()).toMatchObject({ changed: 1 });
    expect((await desk.entries('directory_organization')).at(-1)).toMatchObject({
      action: 'organization_changed',
      actor: 'asha@desk.example',
      changes: [
        { field: 'name', old: 'Company 2', new: 'Beta LLP' },
        { field: 'licences', old: '40', new: '55' },
      ],
    });
  });

  test('notes who is gone, and who is back', async () => {
    const desk = await openDesk();
    many(3);
    await desk.synced();
    jumpcloud().remove(idOf(2));
    expect(await desk.synced()).toMatchObject({ state: 'done', changed: 1 });
    expect(await gone(desk)).toEqual([idOf(2)]);
    expect(await desk.listed('Company 2')).toMatchObject({ gone: true });
    expect(await desk.synced()).toMatchObject({ changed: 0 });
    jumpcloud().put(organization(2));
    expect(await desk.synced()).toMatchObject({ changed: 1 });
    expect(await gone(desk)).toEqual([]);
    expect((await desk.entries('directory_organization')).slice(-2).map(({ action }) => action)).toEqual([
      'organization_gone',
      'organization_back',
    ]);
  });

  test('takes nobody for gone whom the moving pages did not show', async () => {
    const desk = await openDesk();
    many(60);
    await desk.synced();
    beforePages(desk, (n) => {
      if (n === 2) jumpcloud().remove(idOf(1));
    });
    expect(await desk.synced()).toMatchObject({ state: 'done' });
    expect(await gone(desk)).toEqual([]);
    await desk.synced();
    expect(await gone(desk)).toEqual([idOf(1)]);
  });

  test('of a provider that suddenly lists nobody asks for each before it believes it', async () => {
    const desk = await openDesk();
    many(60);
    await desk.synced();
    const client = desk.services.clients.jumpcloud ?? expect.unreachable();
    desk.services.clients.jumpcloud = { ...client, listOrganizations: () => Promise.resolve({ rows: [] }) };
    expect(await desk.synced()).toMatchObject({ state: 'done', changed: 0 });
    expect(await gone(desk)).toEqual([]);
  });

  test('gives the licences of a contract to its renewal, and touches nothing else of ours', async () => {
    const desk = await openDesk();
    jumpcloud().put(organization(1, { name: 'acme.example', users: 40 }));
    jumpcloud().put(organization(2));
    await desk.synced();
    await desk.domain('acme.example');
    const { id } = await desk.listed('acme.example');
    await desk.contract({ id });
    const [before] = await desk.subscriptions();
    const [renewal] = await desk.renewals();
    jumpcloud().put(organization(1, { name: 'Acme Directory', users: 46, plan: 'Core' }));
    desk.announced.length = 0;

    await desk.synced();

    expect(await desk.subscriptions()).toEqual([{ ...before, numberOfSeats: 46 }]);
    expect(await desk.renewals()).toEqual([{ ...renewal, numberOfSeats: 46 }]);
    expect(await desk.listed('Acme Directory')).toMatchObject({
      ...{ no_of_lic: 46, contract_licences: 40, plan_name: 'Core', domain_name: 'acme.example', version: 2 },
    });
    expect(desk.announced).toContainEqual({ kind: 'month', month: '2027-03' });
    expect((await desk.entries('subscription')).at(-1)).toMatchObject({
      action: 'subscription_changed',
      changes: [{ field: 'number_of_seats', old: '40', new: '46' }],
    });
    expect((await desk.entries('renewal')).at(-1)).toMatchObject({ action: 'provider_changed' });
  });
});

describe('a sync of the directory product that is cut off', () => {
  const failsAt = (desk: Desk, page: number) =>
    beforePages(desk, (n) => {
      if (n === page) jumpcloud().faults.next({ kind: 'unavailable', only: 'organizations.list', times: 5 });
    });

  test('rests, and goes on with the page that was not read', async () => {
    const desk = await openDesk();
    many(60);
    failsAt(desk, 2);
    expect(await desk.synced()).toMatchObject({ state: 'queued', read: 50, finished_at: null });
    const before = calls();
    await desk.afterThePause();
    expect(await desk.standing()).toMatchObject({ state: 'done', read: 60, attempts: 2, error: null });
    expect(calls() - before).toBe(10);
    expect(await gone(desk)).toEqual([]);
  });

  test('by the death of its worker is taken up by another where it was', async () => {
    const desk = await openDesk();
    many(60);
    failsAt(desk, 2);
    await desk.synced();
    await desk.workerDies();
    const before = calls();
    await directorySync.sweep(desk.services);
    await desk.work();
    expect(await desk.standing()).toMatchObject({ state: 'done', read: 60 });
    expect(calls() - before).toBe(10);
  });

  test('for good is gone on with by the next one', async () => {
    const desk = await openDesk();
    many(60);
    beforePages(desk, (n) => {
      if (n === 2) jumpcloud().faults.next({ kind: 'unauthorized' });
    });
    expect(await desk.synced()).toMatchObject({ state: 'failed', error: /JUMPCLOUD_API_KEY/ as unknown as string });
    expect(await desk.synced()).toMatchObject({ state: 'done', read: 60 });
    expect(await gone(desk)).toEqual([]);
    expect(calls()).toBe(60);
  });

  test.each(['throttled', 'unavailable', 'html', 'reset'] as const)('by a passing fault (%s) goes on', async (kind) => {
    const desk = await openDesk();
    many(2);
    for (const only of ['organizations.list', idOf(2)]) jumpcloud().faults.next({ kind, only });
    expect(await desk.synced()).toMatchObject({ state: 'done', attempts: 1, read: 2 });
    expect(jumpcloud().faults.waiting()).toEqual([]);
  });

  test.each(['odd-shape', 'forbidden'] as const)(
    'by one organisation that cannot be read (%s) reads the others and keeps what it knew of that',
    async (kind) => {
      const desk = await openDesk();
      many(3);
      await desk.synced();
      for (let n = 1; n <= 3; n++) jumpcloud().put(organization(n, { users: 60 }));
      jumpcloud().put(organization(4));
      for (const only of [idOf(2), idOf(4)]) jumpcloud().faults.next({ kind, only });
      expect(await desk.synced()).toMatchObject({ state: 'done', read: 4, skipped: 2 });
      expect((await desk.organizations()).map(({ name, licences, goneAt }) => [name, licences, goneAt])).toEqual([
        ['Company 1', 60, null],
        ['Company 2', 40, null],
        ['Company 3', 60, null],
        ['Company 4', null, null],
      ]);
    },
  );
});

describe('by itself the directory product', () => {
  const signal = new AbortController().signal;

  test('is read at once when it never was, and only once', async () => {
    const desk = await openDesk();
    many(2);
    for (let sweep = 0; sweep < 2; sweep++) {
      await directorySync.sweep(desk.services);
      await desk.work();
    }
    expect((await desk.runs()).map(({ service, state }) => [service, state])).toEqual([['directory_product', 'done']]);
    expect(await desk.organizations()).toHaveLength(2);
  });

  test('is read once a night', async () => {
    const at = { now: new Date('2026-11-20T22:39:00Z') };
    const desk = await openDesk({ now: () => at.now });
    const tick = async () => {
      await timetable.tasks['nightly-syncs']?.({}, desk.services, signal);
      return (await desk.runs()).length;
    };
    expect(await tick()).toBe(0);
    at.now = new Date('2026-11-20T22:40:00Z');
    expect(await tick()).toBe(1);
    await desk.pool.query(`update sync_runs set state = 'done', started_at = $1`, [at.now]);
    expect(await tick()).toBe(1);
  });

  test('is not asked for where it is not configured', async () => {
    const desk = await testServer();
    await directorySync.sweep(desk.services);
    await timetable.tasks['nightly-syncs']?.({}, desk.services, signal);
    const { rows } = await desk.pool.query('select from sync_runs');
    expect(rows).toEqual([]);
  });
});
