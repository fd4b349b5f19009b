import { domains } from '@desk/contract/domains';
import { asc, eq } from 'drizzle-orm';
import { auditLogTable } from '../../../platform/db/tables/audit.ts';
import { customersTable, domainsTable } from '../../../platform/db/tables/customers.ts';
import { outboxTable } from '../../../platform/db/tables/outbox.ts';
import { makeProfile } from '../../../testing/fixtures.ts';
import { testServer } from '../../../testing/server.ts';

/** A desk with a member of staff (asha) and a customer who is logged in (ravi, of Acme Pvt Ltd). */
export async function domainsDesk() {
  const desk = await testServer();
  const { db } = desk;
  const customer = async (email: string, companyName: string) => {
    const person = await desk.as({ email, kind: 'customer', menus: ['map_domain', 'add_license'] });
    await makeProfile(db, person.id, { companyName });
    return { ...person, asks: (domainName: string) => person.calls(domains.add, { domainName }) };
  };
  const asha = await desk.as();
  const domainOf = async (name: string) => {
    const [domain] = await db.select().from(domainsTable).where(eq(domainsTable.name, name));
    return domain;
  };

  return {
    ...desk,
    asha,
    customer,
    ravi: await customer('ravi@acme.example', 'Acme Pvt Ltd'),
    domainOf,
    companyOf: async (name: string) => {
      const ofDomain = eq(customersTable.id, (await domainOf(name))?.customerId ?? 0);
      const [company] = await db.select().from(customersTable).where(ofDomain);
      return company;
    },
    /** As the screen does: with the present owner named, as the list tells it. */
    decides: async (name: string, status: 'ACTIVE' | 'REJECTED') => {
      const domain_id = (await domainOf(name))?.id ?? 4711;
      const owner = (await asha.calls(domains.pending, {})).reply.domains.find((row) => row.domain_id === domain_id);
      const { customer_id = 0, user_email = null, domain_status = 'ACTIVE' } = owner?.present_owner ?? {};
      const present = owner?.present_owner ? { present_owner: { customer_id, user_email, domain_status } } : {};
      return asha.calls(domains.decide, { domain_id, domain_name: name, status, ...present });
    },
    sets: async (name: string, status: 'ACTIVE' | 'SUSPENDED' | 'REJECTED', reason?: string) =>
      asha.calls(domains.setStatus, {
        ...{ domain_id: (await domainOf(name))?.id ?? 4711, domain_name: name, status },
        ...(reason !== undefined && { reason }),
      }),
    entries: () => db.select().from(auditLogTable).orderBy(asc(auditLogTable.id)),
    mails: () =>
      db.select({ to: outboxTable.recipient, subject: outboxTable.subject }).from(outboxTable).orderBy(outboxTable.id),
    /** The whole messages, the oldest first. */
    outbox: () => db.select().from(outboxTable).orderBy(outboxTable.id),
  };
}
