import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { contactsTable, customersTable, domainsTable } from '../../platform/db/tables/customers.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import type { TestServer } from '../../testing/server.ts';
import { googleDesk } from './testing/google-desk.ts';

const CUSTOMERS = 40;
const { google, openDesk } = googleDesk(CUSTOMERS);

const ofExternalId = async ({ db }: TestServer, id: string) => {
  const [row] = await db.select().from(s).where(eq(s.externalId, id));
  return row ?? expect.unreachable(`no subscription ${id}`);
};
const renewalsOf = ({ db }: TestServer, subscriptionId: number) =>
  db.select().from(r).where(eq(r.subscriptionId, subscriptionId)).orderBy(r.termEnd);
const anAnnual = (renewalType = 'AUTO_RENEW_MONTHLY_PAY') =>
  google()
    .state.subscriptions()
    .find(
      ({ status, plan, billingMethod, renewalSettings, skuId }) =>
        status === 'ACTIVE' &&
        plan.planName === 'ANNUAL' &&
        billingMethod === 'ONLINE' &&
        skuId === '1010020027' &&
        renewalSettings?.renewalType === renewalType,
    ) ?? expect.unreachable('the world has such a subscription');

test('a subscription that Google brings is in the currency of the business, and so is its renewal', async () => {
  const desk = await openDesk(undefined, { BUSINESS_CURRENCY: 'NZD' });

  await desk.synced();

  expect(await desk.db.selectDistinct({ currency: s.currency }).from(s)).toEqual([{ currency: 'NZD' }]);
  expect(await desk.db.selectDistinct({ currency: r.currency }).from(r)).toEqual([{ currency: 'NZD' }]);
});

describe('a sync', () => {
  test('brings every subscription with its customer, and a renewal for each commitment', async () => {
    const desk = await openDesk();
    const world = google().state.subscriptions();

    const run = await desk.synced();

    const committed = world.filter(({ plan, billingMethod }) => plan.commitmentInterval && billingMethod === 'ONLINE');
    expect(run).toMatchObject({ state: 'done', created: world.length, subscriptions: world.length, error: null });
    expect(run).toMatchObject({
      renewals_opened: committed.length,
      changed: 0,
      ended: 0,
      started_by: 'asha@desk.example',
    });
    expect(await desk.db.$count(r, eq(r.state, 'open'))).toBe(committed.length);
    expect(await desk.db.$count(customersTable)).toBe(CUSTOMERS);
    const one = google().state.accounts.managed(anAnnual().customerId);
    const [known] = await desk.db
      .select()
      .from(customersTable)
      .where(eq(customersTable.googleCustomerId, one.customerId));
    expect(known).toMatchObject({ companyName: one.postalAddress.organizationName, email: one.alternateEmail });
    expect(await desk.db.$count(contactsTable, eq(contactsTable.customerId, known?.id ?? 0))).toBe(1);
    expect(desk.announced).toContainEqual({ kind: 'month', month: '2027-01' });
  });

  test('that finds nothing new writes nothing but its own entry', async () => {
    const desk = await openDesk();
    await desk.synced();
    const standing = async () => [
      await desk.db.select().from(s).orderBy(s.id),
      await desk.db.select().from(r).orderBy(r.id),
      (await desk.pool.query('select * from month_revisions order by month, shard')).rows,
    ];
    const [before, entries] = [await standing(), await desk.db.$count(auditLogTable)];

    const run = await desk.synced();

    expect(run).toMatchObject({
      state: 'done',
      created: 0,
      changed: 0,
      ended: 0,
      renewals_opened: 0,
      renewals_closed: 0,
    });
    expect(await standing()).toEqual(before);
    const added = await desk.db
      .select({ action: auditLogTable.action })
      .from(auditLogTable)
      .offset(entries)
      .orderBy(auditLogTable.id);
    expect(added.map(({ action }) => action)).toEqual(['sync_started', 'google_sync']);
  });

  test('shows new seats and a renewed term, and leaves our price, its currency and own date alone', async () => {
    const desk = await openDesk();
    const { subscriptionId } = anAnnual();
    await desk.synced();
    const { id } = await ofExternalId(desk, subscriptionId);
    const own = { price: '99.50', currency: 'USD', ownRenewalDate: '2026-05-01' };
    await desk.db.update(s).set(own).where(eq(s.id, id));
    google().state.setSeats(subscriptionId, 77);
    google().state.renew(subscriptionId);

    const run = await desk.synced();

    expect(run).toMatchObject({ changed: 1, renewals_opened: 1, renewals_closed: 1 });
    const [old, next] = await renewalsOf(desk, id);
    expect(old).toMatchObject({ state: 'closed', closedBecause: 'renewed' });
    expect(next).toMatchObject({ state: 'open', termStart: old?.termEnd, numberOfSeats: 77, price: '99.50' });
    expect(await ofExternalId(desk, subscriptionId)).toMatchObject(own);
  });

  test('follows an upgrade: the renewal and the work on it stay, the old id still finds it', async () => {
    const desk = await openDesk();
    const { subscriptionId } = anAnnual();
    await desk.synced();
    const { id } = await ofExternalId(desk, subscriptionId);
    await desk.db.update(r).set({ followupComment: 'wants Standard' }).where(eq(r.subscriptionId, id));
    const upgraded = google().state.upgrade(subscriptionId, '1010020028');

    expect(await desk.synced()).toMatchObject({ created: 0, changed: 1, ended: 0 });

    expect(await ofExternalId(desk, upgraded.subscriptionId)).toMatchObject({ id, skuId: '1010020028' });
    expect(await renewalsOf(desk, id)).toMatchObject([
      {
        followupComment: 'wants Standard',
        externalId: upgraded.subscriptionId,
        skuName: 'Google Workspace Business Standard',
      },
    ]);
    const { rows } = await desk.db.execute(sql`select external_id from subscription_ids where subscription_id = ${id}`);
    expect(rows).toHaveLength(2);
  });

  test('leaves each of two domains of a customer its subscription where all ids change in one night', async () => {
    const desk = await openDesk();
    const { state } = google();
    const first = anAnnual();
    const second = { ...first, subscriptionId: 'S0second', customerDomain: 'second.example' };
    state.store.put(second);
    await desk.synced();
    const known = [await ofExternalId(desk, first.subscriptionId), await ofExternalId(desk, second.subscriptionId)];
    state.remove(first.subscriptionId);
    state.remove(second.subscriptionId);
    state.store.put({ ...first, subscriptionId: 'S0x' });
    state.store.put({ ...second, subscriptionId: 'S0y' });

    expect(await desk.synced()).toMatchObject({ created: 0, changed: 2, ended: 0 });

    const now = [await ofExternalId(desk, 'S0x'), await ofExternalId(desk, 'S0y')];
    expect(now.map(({ id, domainId }) => [id, domainId])).toEqual(known.map(({ id, domainId }) => [id, domainId]));
  });

  test('ends what Google lists no longer, and revives it when it is back', async () => {
    const desk = await openDesk();
    const sold = anAnnual();
    await desk.synced();
    const { id } = await ofExternalId(desk, sold.subscriptionId);
    google().state.remove(sold.subscriptionId);

    expect(await desk.synced()).toMatchObject({ ended: 1, renewals_closed: 1 });
    expect(await renewalsOf(desk, id)).toMatchObject([{ state: 'closed', closedBecause: 'ended' }]);

    google().state.store.put(sold);
    expect(await desk.synced()).toMatchObject({ created: 0, changed: 1 });
    expect(await renewalsOf(desk, id)).toMatchObject([{ state: 'open', closedBecause: null }]);
  });

  test('follows a customer to its new domain', async () => {
    const desk = await openDesk();
    const { subscriptionId, customerId } = anAnnual();
    await desk.synced();
    for (const one of google()
      .state.subscriptions()
      .filter((row) => row.customerId === customerId))
      google().state.change(one.subscriptionId, { customerDomain: 'renamed.example' });

    await desk.synced();

    const { id, domainId } = await ofExternalId(desk, subscriptionId);
    const [domain] = await desk.db.select().from(domainsTable).where(eq(domainsTable.id, domainId));
    expect(domain?.name).toBe('renamed.example');
    expect(await renewalsOf(desk, id)).toMatchObject([{ domainName: 'renamed.example' }]);
    expect(await desk.db.$count(domainsTable)).toBe(CUSTOMERS);
  });

  test('that lists nothing at all changes nothing and says so; the next one asks Google anew', async () => {
    const desk = await openDesk();
    const { created } = await desk.synced();
    const world = google().state.subscriptions();
    for (const { subscriptionId } of world) google().state.remove(subscriptionId);

    expect(await desk.synced()).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('Nothing was changed') as string,
    });

    expect(await desk.db.$count(s, sql`ended_at is null`)).toBe(created);

    for (const one of world) google().state.store.put(one);
    expect(await desk.synced()).toMatchObject({ state: 'done', subscriptions: created });
  });
});
