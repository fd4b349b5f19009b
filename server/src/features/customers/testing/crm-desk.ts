import { customers } from '@desk/contract/customers';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect } from 'vitest';
import { startZoho } from '../../../../../simulators/zoho/start.ts';
import { makeWorld } from '../../../../../simulators/world/world.ts';
import { auditLogTable } from '../../../platform/db/tables/audit.ts';
import {
  contactsTable,
  contactWritesTable,
  customersTable,
  domainsTable,
} from '../../../platform/db/tables/customers.ts';
import { makeZoho } from '../../../integrations/zoho/client.ts';
import { testServer } from '../../../testing/server.ts';

/** A CRM with the people of so many customers, anew for each test, and desks that are connected to it. */
export function crmDesk({ people = 3, today = '2026-11-21' } = {}) {
  const world = makeWorld({ today, customers: people });
  const start = () => startZoho({ world });
  let running: Awaited<ReturnType<typeof start>> | undefined;
  const stop = async () => running?.stop();
  beforeEach(async () => {
    await stop();
    running = await start();
  });
  afterAll(stop);
  const zoho = () => running ?? expect.unreachable('the CRM runs only within a test');
  const client = (timeoutMs: number) => {
    const { env } = zoho();
    return makeZoho({
      accountsUrl: env.ZOHO_ACCOUNTS_URL,
      crmUrl: env.ZOHO_CRM_URL,
      clientId: env.ZOHO_CLIENT_ID,
      clientSecret: env.ZOHO_CLIENT_SECRET,
      refreshToken: env.ZOHO_REFRESH_TOKEN,
      sleep: () => Promise.resolve(),
      timeoutMs,
    });
  };
  const crmPeople = () => zoho().crm.contacts();
  type CrmPerson = ReturnType<typeof crmPeople>[number];

  const openDesk = async ({ now = () => new Date(`${today}T06:30:00Z`), timeoutMs = 20_000 } = {}) => {
    const service = client(timeoutMs);
    const { crm } = service;
    /** Wraps the request for the n-th page of people. */
    let around = (_n: number, list: () => ReturnType<typeof crm.listContacts>) => list();
    let asked = 0;
    const listContacts: typeof crm.listContacts = (...query) => around((asked += 1), () => crm.listContacts(...query));
    const desk = await testServer({ clients: { zoho: { ...service, crm: { ...crm, listContacts } } }, now });
    const { db, pool } = desk;
    const asha = await desk.as();
    const lastSync = async () => (await asha.calls(customers.sync, {})).reply.sync ?? expect.unreachable('no sync');
    const person = async (email: string) => {
      const rows = await db
        .select()
        .from(contactsTable)
        .where(eq(contactsTable.email, email))
        .orderBy(contactsTable.id);
      return rows[0] ?? expect.unreachable(`nobody with ${email}`);
    };
    return {
      ...desk,
      asha,
      person,
      people: () => db.select().from(contactsTable).orderBy(asc(contactsTable.id)),
      writes: () => db.select().from(contactWritesTable).orderBy(asc(contactWritesTable.id)),
      companies: () => db.select().from(customersTable).orderBy(asc(customersTable.id)),
      domains: () => db.select().from(domainsTable).orderBy(asc(domainsTable.id)),
      entries: () => db.select().from(auditLogTable).orderBy(asc(auditLogTable.id)),
      lastSync,
      aroundPages: (happens: typeof around) => {
        around = happens;
      },
      /** One press, worked off. */
      synced: async () => {
        expect((await asha.calls(customers.startSync, {})).status).toBe(200);
        await desk.work();
        return lastSync();
      },
      /** Runs the jobs and runs that wait for their next try, as when the pause is over. */
      afterThePause: async () => {
        await pool.query('update graphile_worker._private_jobs set run_at = now()');
        await pool.query(`update sync_runs set heartbeat_at = '2020-01-01'`);
        await pool.query(`update contact_writes set next_try_at = '2020-01-01' where next_try_at is not null`);
        await desk.work();
      },
      /** Nothing older than this was there when the last sync began. */
      syncedUntil: (instant: string) =>
        pool.query(`update sync_runs set read_from = $1 where state = 'done'`, [instant]),
    };
  };
  return {
    zoho,
    openDesk,
    crmPeople,
    crmPerson: (email: string) =>
      crmPeople().find(({ Email }) => Email === email) ?? expect.unreachable(`the CRM does not know ${email}`),
    /** Somebody works in the CRM itself. */
    changeInCrm: (id: string, change: Partial<CrmPerson>, at = `${today}T12:00:00+05:30`) => {
      const one = crmPeople().find((row) => row.id === id) ?? expect.unreachable(`the CRM does not know ${id}`);
      Object.assign(one, change, { Modified_Time: at });
    },
  };
}

export const NEW_CUSTOMER = {
  domain_name: 'acme.example',
  first_name: 'Ravi',
  last_name: 'Iyer',
  company_name: 'Acme Pvt Ltd',
  phone_number: '+91 60000 00001',
  email: 'ravi@acme.example',
};
