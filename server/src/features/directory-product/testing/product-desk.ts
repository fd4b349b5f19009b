import type { InputOf } from '@desk/contract/call';
import { connections } from '@desk/contract/connections';
import { directoryProduct, type Organization as Listed } from '@desk/contract/directory-product';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect } from 'vitest';
import type { Organization } from '../../../../../simulators/jumpcloud/organizations.ts';
import { startJumpCloud } from '../../../../../simulators/jumpcloud/start.ts';
import { makeWorld } from '../../../../../simulators/world/world.ts';
import { auditLogTable } from '../../../platform/db/tables/audit.ts';
import { organizationsTable } from '../../../platform/db/tables/directory-product.ts';
import { renewalsTable } from '../../../platform/db/tables/renewals.ts';
import { subscriptionIdsTable, subscriptionsTable, syncRunsTable } from '../../../platform/db/tables/subscriptions.ts';
import { makeJumpCloud } from '../../../integrations/jumpcloud/client.ts';
import { makeDomain } from '../../../testing/fixtures.ts';
import { testServer } from '../../../testing/server.ts';

export const TODAY = '2026-11-21';
const NOW = new Date(`${TODAY}T06:30:00Z`);

/** The id of the n-th organisation, in their order. */
export const idOf = (n: number): string => `624d${n.toString(16).padStart(20, '0')}`;

/** An organisation with one product, by its place in the order of ids. */
export function organization(
  n: number,
  request: Partial<Organization> & { users?: number; plan?: string } = {},
): Organization {
  const { users = 40, plan = 'Platform', ...changed } = request;
  const product = {
    ...{ name: plan, productCode: 'JCPLATFORM', productCategory: 'Bundle', contractType: 'annual' },
    ...{ committedUsers: users, uncommittedUsers: 0, maxUserCount: users, pricePerUser: 19 },
  };
  return {
    ...{ id: idOf(n), name: `Company ${n}`, contactName: 'Ravi Iyer', contactEmail: `it@elsewhere-${n}.example` },
    ...{ created: '2025-01-10', maxSystemUsers: users + 10, maxUserQuantity: users + 5, products: [product] },
    ...changed,
  };
}

/** The dialog's default body. */
export const CONTRACT: InputOf<typeof directoryProduct.setContract> = {
  ...{ domain_name: 'acme.example', end_date: '2027-03-31', contract_licences: 40, price: '240000' },
  ...{ currency: 'INR', customer_status: 'ACTIVE' },
};

/** A JumpCloud without organisations, anew for each test, and desks that are connected to it. */
export function productDesk() {
  const start = () => startJumpCloud({ world: makeWorld({ today: TODAY, customers: 1, resellers: 0 }) });
  let running: Awaited<ReturnType<typeof start>> | undefined;
  const stop = async () => running?.stop();
  beforeEach(async () => {
    await stop();
    running = await start();
    for (const { id } of running.organizations()) running.remove(id);
  });
  afterAll(stop);
  const jumpcloud = () => running ?? expect.unreachable('JumpCloud runs only within a test');

  const client = () => {
    const { env } = jumpcloud();
    return makeJumpCloud({
      url: env.JUMPCLOUD_URL,
      apiKey: env.JUMPCLOUD_API_KEY,
      providerId: env.JUMPCLOUD_PROVIDER_ID,
      sleep: () => Promise.resolve(),
    });
  };

  const openDesk = async ({ now = () => NOW } = {}) => {
    const desk = await testServer({ clients: { jumpcloud: client() }, now });
    const { db, pool } = desk;
    const asha = await desk.as();
    const standing = async () => {
      const { reply } = await asha.calls(connections.all, {});
      return reply.connections.find(({ service }) => service === 'directory_product') ?? expect.unreachable();
    };
    const listed = async (search: string): Promise<Listed> => {
      const { reply } = await asha.calls(directoryProduct.organizations, { search });
      return reply.organizations[0] ?? expect.unreachable(`no organisation ${search}`);
    };
    return {
      ...desk,
      asha,
      standing,
      /** One press, worked off. */
      synced: async () => {
        expect((await asha.calls(connections.run, { service: 'directory_product' })).status).toBe(200);
        await desk.work();
        return standing();
      },
      /** Runs the jobs and runs that wait for their next try, as when the pause is over. */
      afterThePause: async () => {
        await pool.query('update graphile_worker._private_jobs set run_at = now()');
        await pool.query(`update sync_runs set heartbeat_at = '2020-01-01'`);
        await desk.work();
      },
      /** The worker of the running sync died in the middle of it, and its heartbeat is old. */
      workerDies: async () => {
        await pool.query('delete from graphile_worker._private_jobs');
        await pool.query(`update sync_runs set state = 'running', heartbeat_at = '2020-01-01' where state = 'queued'`);
      },
      /** A domain of ours with its customer. */
      domain: (name: string, companyName = 'Acme Pvt Ltd') => makeDomain(db, { name, customer: { companyName } }),
      /** The first organisation that the search finds, as the list shows it. */
      listed,
      contract: (options: Partial<InputOf<typeof directoryProduct.setContract>> = {}) =>
        asha.calls(directoryProduct.setContract, { ...CONTRACT, ...options }),
      runs: () => db.select().from(syncRunsTable).orderBy(asc(syncRunsTable.id)),
      organizations: () => db.select().from(organizationsTable).orderBy(asc(organizationsTable.id)),
      subscriptions: () => db.select().from(subscriptionsTable).orderBy(asc(subscriptionsTable.id)),
      subscriptionIds: async () =>
        (await db.select().from(subscriptionIdsTable)).map(({ externalId }) => externalId).toSorted(),
      renewals: () => db.select().from(renewalsTable).orderBy(asc(renewalsTable.id)),
      entries: (subject: string) =>
        db.select().from(auditLogTable).where(eq(auditLogTable.subject, subject)).orderBy(asc(auditLogTable.id)),
    };
  };
  return { jumpcloud, openDesk };
}
