import { customersTable, domainsTable, resellersTable } from '../../../platform/db/tables/customers.ts';
import { subscriptionsTable } from '../../../platform/db/tables/subscriptions.ts';
import { testServer, type TestServerOptions } from '../../../testing/server.ts';

export interface Options {
  name: string;
  company?: string;
  email?: string;
  /** The e-mail of one of the desk's resellers. */
  reseller?: string;
  status?: 'PENDING' | 'ACTIVE' | 'SUSPENDED' | 'REJECTED';
  /** The states of its subscriptions. */
  subscriptions?: readonly ('ACTIVE' | 'SUSPENDED' | 'ended')[];
  ownerId?: number;
}

/** A desk with a member of staff (asha), these resellers by e-mail, and these domains, each of a customer of its own. */
export async function directoryDesk(
  resellers: readonly string[],
  requests: readonly Options[],
  options: TestServerOptions = {},
) {
  const desk = await testServer(options);
  const { db } = desk;
  const asha = await desk.as();
  const made = resellers.map((email, n) => ({
    email,
    name: `Person ${n}`,
    companyName: `Reseller ${n}`,
    phone: `+91 20 100${n}`,
  }));
  const idOf = new Map<string | undefined, number>();
  if (made.length > 0)
    for (const { id, email } of await db.insert(resellersTable).values(made).returning()) idOf.set(email, id);
  const add = async ({
    name,
    company = 'Acme Pvt Ltd',
    email,
    reseller,
    status,
    subscriptions = [],
    ownerId,
  }: Options) => {
    const [customer = { id: 0 }] = await db
      .insert(customersTable)
      .values({ companyName: company, email, resellerId: idOf.get(reseller) })
      .returning();
    const customerId = customer.id;
    const [domain = { id: 0 }] = await db
      .insert(domainsTable)
      .values({ name, customerId, status, ownerId })
      .returning();
    const rows = subscriptions.map((state, n) => ({
      ...{ customerId, domainId: domain.id, source: 'google' as const, externalId: `${name}-${n}`, skuId: '1' },
      ...{ skuName: 'Google Workspace Business Starter', planName: 'ANNUAL' },
      status: state === 'ended' ? 'ACTIVE' : state,
      endedAt: state === 'ended' ? new Date('2026-01-01T00:00:00Z') : null,
    }));
    if (rows.length > 0) await db.insert(subscriptionsTable).values(rows);
    return customerId;
  };
  const customers: number[] = [];
  for (const request of requests) customers.push(await add(request));
  return { desk, asha, add, customers };
}
