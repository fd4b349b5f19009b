import { eq } from 'drizzle-orm';
import type { Db } from '../platform/db/db.ts';
import { aximaDomainsTable, aximaProductsTable, aximaSubscriptionsTable } from '../platform/db/tables/axima.ts';

interface AddOnOptions extends Partial<
  Pick<typeof aximaSubscriptionsTable.$inferInsert, 'startDate' | 'billingFrequency'>
> {
  readonly domain: string;
  readonly renewalDate?: string;
  readonly product?: 'Axima Mail Business' | 'Axima Archive';
}

/** A subscription to the add-on product, on a domain that may have others. */
export async function makeAddOn(db: Db, request: AddOnOptions) {
  const { domain, renewalDate = '2026-12-10', product = 'Axima Mail Business', ...more } = request;
  const own = { customerName: 'Ravi Iyer', customerEmail: `ravi@${domain}`, companyName: `Company of ${domain}` };
  await db
    .insert(aximaDomainsTable)
    .values({ name: domain, ...own })
    .onConflictDoNothing();
  const [of] = await db
    .select({ id: aximaDomainsTable.id })
    .from(aximaDomainsTable)
    .where(eq(aximaDomainsTable.name, domain));
  const [sold] = await db
    .select({ id: aximaProductsTable.id })
    .from(aximaProductsTable)
    .where(eq(aximaProductsTable.name, product));
  const [made] = await db
    .insert(aximaSubscriptionsTable)
    .values({
      ...{ domainId: of?.id ?? 0, productId: sold?.id ?? 0, userCount: 5, billingFrequency: 'Annual', renewalDate },
      ...more,
    })
    .returning({ id: aximaSubscriptionsTable.id });
  if (!made) throw new Error('The add-on was not made.');
  return made;
}
