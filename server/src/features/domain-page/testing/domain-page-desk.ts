import { ticketsTable } from '../../../platform/db/tables/tickets.ts';
import { makeInvoice } from '../../../testing/fixtures.ts';
import { testServer } from '../../../testing/server.ts';

/** A desk with a member of staff (asha), and what fills the tables that the services outside fill. */
export async function domainPageDesk() {
  const desk = await testServer();
  const { db, pool } = desk;
  const asha = await desk.as();
  let made = 0;
  return {
    ...desk,
    asha,
    /** A sync of a service that ended at an instant. */
    synced: (service: string, at: string, state = 'done') =>
      pool.query(
        'insert into sync_runs (service, state, finished_at, started_at, read_from) values ($1, $2, $3, now(), now())',
        [service, state, at],
      ),
    makeInvoice: (customerId: number | null, invoice: Parameters<typeof makeInvoice>[2] = {}) =>
      makeInvoice(db, customerId, invoice),
    makeTicket: (domainName: string | null, ticket: Partial<typeof ticketsTable.$inferInsert> = {}) =>
      db.insert(ticketsTable).values({
        ...{ zohoId: `ticket-${(made += 1)}`, number: String(made), department: 'support' as const },
        ...{ subject: 'MX change', status: 'Open', statusType: 'Open', openedAt: new Date('2026-11-04T11:21:07Z') },
        ...ticket,
        domainName,
      }),
  };
}
