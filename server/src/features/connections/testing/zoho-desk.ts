import { connections, type Service } from '@desk/contract/connections';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect } from 'vitest';
import { makeWorld } from '../../../../../simulators/world/world.ts';
import { startZoho } from '../../../../../simulators/zoho/start.ts';
import { auditLogTable } from '../../../platform/db/tables/audit.ts';
import { booksContactsTable, booksInvoicesTable } from '../../../platform/db/tables/books.ts';
import { customersTable } from '../../../platform/db/tables/customers.ts';
import { syncRunsTable } from '../../../platform/db/tables/subscriptions.ts';
import { ticketsTable } from '../../../platform/db/tables/tickets.ts';
import { makeZoho } from '../../../integrations/zoho/client.ts';
import { testServer } from '../../../testing/server.ts';

/** A Zoho with the books and the help desk of so many customers, anew for each test, and desks that are connected to it. */
export function zohoDesk({ customers = 4, today = '2026-11-21' } = {}) {
  const world = makeWorld({ today, customers });
  const start = () => startZoho({ world, booksCallsPerMinute: 100_000 });
  let running: Awaited<ReturnType<typeof start>> | undefined;
  const stop = async () => running?.stop();
  beforeEach(async () => {
    await stop();
    running = await start();
  });
  afterAll(stop);
  const zoho = () => running ?? expect.unreachable('Zoho runs only within a test');

  const client = (now: () => Date) => {
    const { env } = zoho();
    return makeZoho({
      accountsUrl: env.ZOHO_ACCOUNTS_URL,
      crmUrl: env.ZOHO_CRM_URL,
      booksUrl: env.ZOHO_BOOKS_URL,
      booksOrganizationId: env.ZOHO_BOOKS_ORGANIZATION_ID,
      deskUrl: env.ZOHO_DESK_URL,
      deskOrganizationId: env.ZOHO_DESK_ORG_ID,
      clientId: env.ZOHO_CLIENT_ID,
      clientSecret: env.ZOHO_CLIENT_SECRET,
      refreshToken: env.ZOHO_REFRESH_TOKEN,
      sleep: () => Promise.resolve(),
      now: () => now().getTime(),
    });
  };

  const openDesk = async ({ now = () => new Date(`${today}T06:30:00Z`), env = {} } = {}) => {
    const desk = await testServer({ clients: { zoho: client(now) }, now, env });
    const { db, pool } = desk;
    const asha = await desk.as();
    const connection = async (service: Service) => {
      const { reply } = await asha.calls(connections.all, {});
      return reply.connections.find((one) => one.service === service) ?? expect.unreachable(service);
    };
    return {
      ...desk,
      asha,
      connection,
      /** One press, worked off. */
      synced: async (service: Service) => {
        expect((await asha.calls(connections.run, { service })).status).toBe(200);
        await desk.work();
        return connection(service);
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
      /** Nothing older than this was there when the last sync began. */
      syncedUntil: (instant: string) =>
        pool.query(`update sync_runs set read_from = $1 where state = 'done'`, [instant]),
      runs: () => db.select().from(syncRunsTable).orderBy(asc(syncRunsTable.id)),
      contacts: () => db.select().from(booksContactsTable).orderBy(asc(booksContactsTable.zohoId)),
      invoices: () => db.select().from(booksInvoicesTable).orderBy(asc(booksInvoicesTable.zohoId)),
      invoice: async (id: string) => {
        const [found] = await db.select().from(booksInvoicesTable).where(eq(booksInvoicesTable.zohoId, id));
        return found ?? expect.unreachable(`no invoice ${id}`);
      },
      tickets: () => db.select().from(ticketsTable).orderBy(asc(ticketsTable.zohoId)),
      companies: () => db.select().from(customersTable).orderBy(asc(customersTable.id)),
      entries: () => db.select().from(auditLogTable).orderBy(asc(auditLogTable.id)),
    };
  };
  return { world, zoho, openDesk };
}
