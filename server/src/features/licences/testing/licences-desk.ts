import { licences } from '@desk/contract/licences';
import { sync } from '@desk/contract/sync';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startGoogle } from '../../../../../simulators/google/start.ts';
import type { PlanName } from '../../../../../simulators/world/types.ts';
import { makeWorld } from '../../../../../simulators/world/world.ts';
import { auditLogTable } from '../../../platform/db/tables/audit.ts';
import { domainsTable } from '../../../platform/db/tables/customers.ts';
import { pricesTable, seatOrdersTable } from '../../../platform/db/tables/licences.ts';
import { renewalsTable } from '../../../platform/db/tables/renewals.ts';
import { subscriptionsTable } from '../../../platform/db/tables/subscriptions.ts';
import type { Provider } from '../../../providers/port.ts';
import { clockFrom } from '../../../testing/clock-from.ts';
import { googleProvider } from '../../../testing/google.ts';
import { testServer } from '../../../testing/server.ts';
import { seatOrder } from '../jobs.ts';

const TODAY = '2026-11-21';
const STARTER = '1010020027';
const CLOUD_IDENTITY = '1010010001';

interface Options {
  plan?: PlanName;
  seats?: number;
  licensed?: number;
}

/** Replaces some of the provider's answers. */
type Twist = (provider: Provider) => Partial<Provider>;

/** A Google for the tests of one file, and desks that have read what it has. */
export function googleWithSeats() {
  const world = makeWorld({ today: TODAY, customers: 1 });
  const running: { google?: Awaited<ReturnType<typeof startGoogle>> } = {};
  /** The totals that each subscription was brought to, in order: what really happened at Google. */
  const effects = new Map<string, number[]>();
  const google = () => running.google ?? expect.unreachable('Google runs only within a test');

  beforeAll(async () => {
    running.google = await startGoogle({ world });
    const { store } = running.google.state;
    const put = store.put;
    const totalIn = (seats: { numberOfSeats?: number; maximumNumberOfSeats?: number }) =>
      seats.numberOfSeats ?? seats.maximumNumberOfSeats ?? 0;
    store.put = (subscription) => {
      const before = store.all().find((one) => one.subscriptionId === subscription.subscriptionId);
      const made = put(subscription);
      if (before && totalIn(before.seats) !== totalIn(made.seats))
        effects.set(made.subscriptionId, [...(effects.get(made.subscriptionId) ?? []), totalIn(made.seats)]);
      return made;
    };
  });
  afterEach(() => google().faults.clear());
  afterAll(() => running.google?.stop());

  const client = (timeoutMs = 20_000, sleep = () => Promise.resolve()) =>
    googleProvider(google().env, { sleep, timeoutMs });

  let customers = 0;
  /** A customer of Google's with one subscription, which no other test knows. */
  function sold({ plan = 'ANNUAL', seats = 10, licensed = 0 }: Options) {
    const { state } = google();
    const [pattern] = state.accounts.all();
    customers += 1;
    const domain = `fresh-${customers}.example`;
    if (!pattern) return expect.unreachable('the world has a customer');
    state.accounts.put({ ...pattern, customerId: `C0fresh${customers}`, customerDomain: domain });
    const skuId = plan === 'FREE' ? CLOUD_IDENTITY : STARTER;
    const bought = state.add({ customer: domain, skuId, planName: plan, seats });
    state.change(bought.subscriptionId, { seats: { ...bought.seats, licensedNumberOfSeats: licensed } });
    return { domain, externalId: bought.subscriptionId };
  }

  /** A desk that has just read Google's list, with staff (asha) and a customer (ravi) who has the domain that is sold. */
  async function openDesk({ twist, timeoutMs, ...options }: Options & { twist?: Twist; timeoutMs?: number } = {}) {
    const { domain, externalId } = sold(options);
    const plain = client(timeoutMs);
    let minutes = 0;
    const clock = clockFrom(`${TODAY}T06:30:00Z`);
    const now = () => new Date(clock().getTime() + minutes * 60_000);
    const desk = await testServer({ clients: { providers: { google: client() } }, now });
    const { db } = desk;
    const asha = await desk.as();
    const ravi = await desk.as({ email: 'ravi@acme.example', kind: 'customer' });
    await asha.calls(sync.start, {});
    await desk.work();
    await db.update(domainsTable).set({ ownerId: ravi.id }).where(eq(domainsTable.name, domain));
    await db.insert(pricesTable).values({ skuId: STARTER, planName: 'ANNUAL', currency: 'INR', yearly: '1632.00' });
    desk.services.clients.providers = { google: { ...plain, ...twist?.(plain) } };
    desk.announced.length = 0;

    const ours = async () => {
      const [row] = await db.select().from(subscriptionsTable).where(eq(subscriptionsTable.externalId, externalId));
      return row ?? expect.unreachable('the sync has brought it');
    };
    const wants = (seats: unknown, added_seats: unknown, more: object = {}) =>
      ({ domain_name: domain, subscription_id: externalId, seats, added_seats, ...more }) as {
        domain_name: string;
        subscription_id: string;
        seats: number;
        added_seats: number;
      };
    return {
      ...desk,
      ...{ asha, ravi, domain, externalId, ours, wants },
      adds: (seats: unknown, added: unknown, more: object = {}, headers: Record<string, string> = {}) =>
        ravi.calls(licences.add, wants(seats, added, more), headers),
      orders: () => db.select().from(seatOrdersTable).orderBy(asc(seatOrdersTable.id)),
      renewal: async () => {
        const [row] = await db.select().from(renewalsTable).where(eq(renewalsTable.externalId, externalId));
        return row ?? expect.unreachable('an annual plan has a renewal');
      },
      entries: () =>
        db
          .select()
          .from(auditLogTable)
          .where(sql`${auditLogTable.action} like 'seats_%'`)
          .orderBy(asc(auditLogTable.id)),
      /** Google's seats, and the totals that it was brought to on the way. */
      atGoogle: () => {
        const { seats } = google().state.subscription(externalId);
        return {
          seats: seats.numberOfSeats ?? seats.maximumNumberOfSeats ?? 0,
          effects: effects.get(externalId) ?? [],
        };
      },
      /** One try of the newest order, without the queue. */
      tries: async () => {
        minutes += 2;
        await desk.pool.query('update seat_orders set next_try_at = null');
        const { rows } = await desk.pool.query<{ id: number }>('select max(id) as id from seat_orders');
        await seatOrder({ id: rows[0]?.id }, desk.services, new AbortController().signal);
      },
      /** Lets the pause of a postponed order pass, and runs its next try. */
      afterThePause: async () => {
        minutes += 2;
        await desk.pool.query(`update seat_orders set next_try_at = '2020-01-01' where next_try_at is not null`);
        await desk.pool.query('update graphile_worker._private_jobs set run_at = now()');
        await desk.work();
      },
    };
  }
  return { google, client, openDesk };
}
export type LicencesDesk = Awaited<ReturnType<ReturnType<typeof googleWithSeats>['openDesk']>>;
