import { asc, eq, sql } from 'drizzle-orm';
import { audit, changesBetween } from '../../platform/audit/audit.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { accountsTable as a, customerProfilesTable as p } from '../../platform/db/tables/accounts.ts';
import { customersTable as c, domainsTable as d } from '../../platform/db/tables/customers.ts';

/** The company of a person's domains, else a new one made from what the person said when registering. */
export async function companyOf(tx: Db, ctx: ActorContext, personId: number): Promise<number> {
  const [earlier] = await tx
    .select({ customerId: d.customerId })
    .from(d)
    .where(eq(d.ownerId, personId))
    .orderBy(sql`${d.status} = 'ACTIVE' desc`, asc(d.id))
    .limit(1);
  if (earlier) return earlier.customerId;
  const owner = tx
    .select({
      companyName: sql<string>`coalesce(${p.companyName}, ${a.email})`.as('company_name'),
      email: a.email,
      phone: a.phone,
    })
    .from(a)
    .leftJoin(p, eq(p.accountId, a.id))
    .where(eq(a.id, personId));
  const [person = { companyName: '', email: '', phone: '' }] = await owner;
  const [made] = await tx.insert(c).values(person).returning({ id: c.id });
  const id = made?.id ?? 0;
  const changes = changesBetween({}, { company_name: person.companyName, email: person.email, phone: person.phone });
  await audit(tx, ctx, { action: 'customer_created', subject: 'customer', subjectId: id, changes });
  return id;
}
