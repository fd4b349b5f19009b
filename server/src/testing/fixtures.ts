import type { Db } from '../platform/db/db.ts';
import { customerProfilesTable } from '../platform/db/tables/accounts.ts';
import { booksInvoicesTable } from '../platform/db/tables/books.ts';
import { contactsTable, customersTable, domainsTable } from '../platform/db/tables/customers.ts';
import { renewalsTable } from '../platform/db/tables/renewals.ts';
import { subscriptionIdsTable, subscriptionsTable } from '../platform/db/tables/subscriptions.ts';

type Inserted<Table extends { $inferInsert: object }> = Table['$inferInsert'];

export interface RenewalOptions {
  domain?: string;
  company?: string;
  /** The renewal date, an ISO day. */
  renewsOn?: string;
  seats?: number | null;
  /** The id of the subscription at its provider. */
  externalId?: string;
  sku?: string;
  customer?: Partial<Inserted<typeof customersTable>>;
  /** Any column of the renewal. */
  renewal?: Partial<Inserted<typeof renewalsTable>>;
  subscription?: Partial<Inserted<typeof subscriptionsTable>>;
}

const first = <Row>(rows: Row[]): Row => {
  const [row] = rows;
  if (row === undefined) throw new Error('Nothing was written.');
  return row;
};

/** A customer with one domain, one subscription and its open renewal. */
export async function makeRenewal(db: Db, request: RenewalOptions = {}) {
  const { domain = 'acme.example', company = 'Acme Pvt Ltd', renewsOn = '2027-04-01', seats = 25 } = request;
  const { externalId = `sub-${domain}-${renewsOn}`, sku = 'Google Workspace Business Starter' } = request;
  const customer = first(
    await db
      .insert(customersTable)
      .values({ companyName: company, ...request.customer })
      .returning(),
  );
  const domainRow = first(await db.insert(domainsTable).values({ name: domain, customerId: customer.id }).returning());
  const plan = { skuName: sku, planName: 'ANNUAL', status: 'ACTIVE', numberOfSeats: seats };
  const subscription = first(
    await db
      .insert(subscriptionsTable)
      .values({
        customerId: customer.id,
        domainId: domainRow.id,
        source: 'google',
        externalId,
        skuId: '1010020027',
        termEnd: renewsOn,
        ...plan,
        ...request.subscription,
      })
      .returning(),
  );
  await db.insert(subscriptionIdsTable).values({ externalId, subscriptionId: subscription.id });
  const renewal = first(
    await db
      .insert(renewalsTable)
      .values({
        subscriptionId: subscription.id,
        customerId: customer.id,
        termEnd: renewsOn,
        externalId,
        domainName: domain.toLowerCase(),
        resellerType: 'N',
        currency: subscription.currency,
        ...plan,
        ...request.renewal,
      })
      .returning(),
  );
  return { id: renewal.id, customerId: customer.id, subscriptionId: subscription.id, renewal };
}

/** A person of a customer. */
export async function makeContact(
  db: Db,
  customerId: number,
  person: Partial<Omit<Inserted<typeof contactsTable>, 'customerId'>> = {},
) {
  return first(
    await db
      .insert(contactsTable)
      .values({ name: 'Ravi Iyer', ...person, customerId })
      .returning(),
  );
}

/** Details that a customer's person gave at registration. */
export async function makeProfile(
  db: Db,
  accountId: number,
  profile: Partial<Omit<Inserted<typeof customerProfilesTable>, 'accountId'>> = {},
) {
  const answer = { companyName: 'Acme Pvt Ltd', designation: 'Owner', industryType: 'SMB', ...profile } as const;
  return first(
    await db
      .insert(customerProfilesTable)
      .values({ ...answer, accountId })
      .returning(),
  );
}

/** A domain, of a new customer where none is named. */
export async function makeDomain(
  db: Db,
  options: Partial<Inserted<typeof domainsTable>> & { customer?: Partial<Inserted<typeof customersTable>> } = {},
) {
  const { customer, ...domain } = options;
  const newCustomer = async () =>
    first(
      await db
        .insert(customersTable)
        .values({ companyName: 'Acme Pvt Ltd', ...customer })
        .returning(),
    ).id;
  const customerId = domain.customerId ?? (await newCustomer());
  return first(
    await db
      .insert(domainsTable)
      .values({ name: 'acme.example', ...domain, customerId })
      .returning(),
  );
}

let invoices = 0;

/** An invoice of the books that was sent, and of which all is to be paid. @param customerId null: nobody of ours */
export async function makeInvoice(
  db: Db,
  customerId: number | null,
  own: Partial<typeof booksInvoicesTable.$inferInsert> = {},
) {
  invoices += 1;
  await db.insert(booksInvoicesTable).values({
    ...{ zohoId: `invoice-${invoices}`, booksContactId: 'contact-1', number: `INV-${invoices}`, status: 'sent' },
    ...{ date: '2026-10-01', currency: 'INR', exchangeRate: '1', total: '1000.00', balance: '1000.00' },
    ...own,
    customerId,
  });
}
