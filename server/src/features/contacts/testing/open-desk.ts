import type { InputOf } from '@desk/contract/call';
import { contacts } from '@desk/contract/renewal-work/contacts';
import { asc, eq } from 'drizzle-orm';
import { auditLogTable } from '../../../platform/db/tables/audit.ts';
import {
  contactsTable as k,
  contactWritesTable as w,
  customersTable as c,
  silencedAddressesTable,
} from '../../../platform/db/tables/customers.ts';
import { makeContact, makeRenewal } from '../../../testing/fixtures.ts';
import { testServer } from '../../../testing/server.ts';

export const NOW = '2026-11-23T04:00:00.000Z';
export const domain_name = 'acme.example';
export type Person = InputOf<typeof contacts.save>['person'];
export const person = (more: Partial<Person> = {}): Person => ({
  ...{ name: 'Asha Rao', customer_email: 'asha@acme.example', phone: '', mobile: '', roles: ['buyer'] },
  ...more,
});

/** A desk with a customer that renews, and nobody of it yet. */
export async function openDesk() {
  const desk = await testServer({ now: () => new Date(NOW) });
  const { db } = desk;
  const asha = await desk.as();
  const { customerId } = await makeRenewal(db);
  const add = (more: Parameters<typeof makeContact>[2]) => makeContact(db, customerId, more);
  return {
    ...desk,
    ...{ asha, customerId, add },
    silence: (address: string, cause: 'bounced' | 'unsubscribed' = 'bounced') =>
      db.insert(silencedAddressesTable).values({ address, cause, reason: 'No such mailbox' }),
    list: async () => (await asha.calls(contacts.all, { domain_name })).reply,
    save: (body: Omit<InputOf<typeof contacts.save>, 'domain_name'>) =>
      asha.calls(contacts.save, { domain_name, ...body }),
    confirm: (address: string, reason?: string) =>
      asha.calls(contacts.confirmAddress, { domain_name, address, ...(reason !== undefined && { reason }) }),
    row: async (id: number) => (await db.select().from(k).where(eq(k.id, id)))[0],
    company: async () => (await db.select().from(c).where(eq(c.id, customerId)))[0],
    entries: () => db.select().from(auditLogTable).orderBy(asc(auditLogTable.id)),
    writes: () => db.select().from(w).orderBy(asc(w.id)),
  };
}
