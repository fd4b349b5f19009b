import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { audit, changesBetween, type Author, type Entry } from '../../platform/audit/audit.ts';
import { contactsTable, customersTable as c, domainsTable as d } from '../../platform/db/tables/customers.ts';
import type { ProviderCustomer } from '../../providers/port.ts';
import { chunked, recordset } from '../../platform/db/sql/recordset.ts';

/** A customer that Google was asked about, with a domain of its subscriptions. */
export interface AskedCustomer {
  domain: string;
  googleCustomerId: string;
  about: ProviderCustomer;
}

/**
 * True for a customer (in SQL as `c`) whose company is called by one of its domains: Google told no name of it yet, and
 * a name from any source is accepted.
 */
export const isNameless = sql`exists (select from domains own where own.customer_id = c.id and own.name = c.company_name::citext)`;

const UNKNOWN_FACTS = { organizationName: null, contactName: null, alternateEmail: null, phoneNumber: null };
const knownFactsOf = ({ about }: AskedCustomer) => (about.relation === 'managed' ? about : UNKNOWN_FACTS);

const entryOf = (subject: string, action: string, subjectId: number, now: object, old: object = {}): Entry => ({
  action,
  subject,
  subjectId,
  changes: changesBetween({ ...old }, { ...now }),
});

async function addContact(tx: Db, customerId: number, asked: AskedCustomer): Promise<Entry[]> {
  const { contactName, alternateEmail: email, phoneNumber: phone } = knownFactsOf(asked);
  const name = contactName ?? email;
  if (name === null) return [];
  const known = await tx.$count(
    contactsTable,
    sql`${contactsTable.customerId} = ${customerId} and (${contactsTable.email} = ${email} or ${contactsTable.name} = ${name})`,
  );
  if (known > 0) return [];
  const contact = { customerId, name, email, phone, role: 'Google contact' };
  const made = await tx.insert(contactsTable).values(contact).returning({ id: contactsTable.id });
  return made.map(({ id }) =>
    entryOf('contact', 'contact_created', id, { customer_id: customerId, name, email, phone }),
  );
}

async function addCustomer(tx: Db, asked: AskedCustomer): Promise<Entry[]> {
  const { googleCustomerId, domain: name } = asked;
  const { organizationName, alternateEmail: email, phoneNumber: phone } = knownFactsOf(asked);
  const companyName = organizationName ?? name;
  const [made] = await tx
    .insert(c)
    .values({ googleCustomerId, companyName, email, phone })
    .onConflictDoNothing()
    .returning({ id: c.id });
  if (!made) return [];
  const customerId = made.id;
  const domains = await tx.insert(d).values({ name, customerId }).onConflictDoNothing().returning({ id: d.id });
  const now = { google_customer_id: googleCustomerId, company_name: companyName, email, phone };
  return [
    entryOf('customer', 'customer_created', customerId, now),
    ...domains.map(({ id }) => entryOf('domain', 'domain_created', id, { name, customer_id: customerId })),
    ...(await addContact(tx, customerId, asked)),
  ];
}

/** The name of a customer that had none, and what else Google tells with it. */
async function nameCustomer(tx: Db, asked: AskedCustomer): Promise<Entry[]> {
  const { organizationName, alternateEmail, phoneNumber } = knownFactsOf(asked);
  if (organizationName === null) return [];
  const { rows } = await tx.execute<{
    id: number;
    company_name: string;
    email: string | null;
    phone: string | null;
  }>(sql`
    select id, company_name, email, phone from customers c
    where google_customer_id = ${asked.googleCustomerId} and company_name <> ${organizationName} and ${isNameless}
    for no key update`);
  const [known] = rows;
  if (!known) return [];
  const { id, ...old } = known;
  const now = { companyName: organizationName, email: old.email ?? alternateEmail, phone: old.phone ?? phoneNumber };
  await tx.update(c).set(now).where(eq(c.id, id));
  const changed = { company_name: now.companyName, email: now.email, phone: now.phone };
  return [entryOf('customer', 'customer_changed', id, changed, old), ...(await addContact(tx, id, asked))];
}

/**
 * Writes customers that are new, and the names of those that had none. Part of a transaction that has taken its turn.
 * @returns the ids of the customers that have another name now.
 */
export async function upsertCustomers(tx: Db, author: Author, customers: readonly AskedCustomer[]): Promise<number[]> {
  const entries: Entry[] = [];
  for (const customer of customers) {
    const made = await addCustomer(tx, customer);
    entries.push(...(made.length > 0 ? made : await nameCustomer(tx, customer)));
  }
  for (const piece of chunked(entries, 2_000)) await audit(tx, author, ...piece);
  return entries.flatMap(({ action, subjectId }) => (action === 'customer_changed' && subjectId ? [subjectId] : []));
}

/** A domain (in SQL as `d`) of which we know only that somebody asked for it: it tells nothing of whose it is. */
export const isRequest = sql`(d.status in ('PENDING', 'REJECTED') and d.owner_id is not null
  and not exists (select from subscriptions held where held.domain_id = d.id))`;

type DomainFacts = Record<'customer_id' | 'status' | 'owner_id' | 'claimed_by_id', string | number | null>;
const factsOf = sql`jsonb_build_object('customer_id', d.customer_id, 'status', d.status, 'owner_id', d.owner_id, 'claimed_by_id', d.claimed_by_id)`;

/** A domain that somebody asked for turns out to be in Google's list: it is that customer's, and the request a claim. */
export async function assignRequestedDomains(tx: Db, author: Author): Promise<void> {
  const { rows } = await tx.execute<{ id: number; was: DomainFacts; now: DomainFacts }>(sql`
    update domains d set customer_id = n.customer_id, status = 'ACTIVE', owner_id = null,
      claimed_by_id = case when d.status = 'PENDING' then d.owner_id else d.claimed_by_id end
    from (
      select distinct on (d.id) d.id, c.id as customer_id, ${factsOf} as was
      from domains d join google_subscriptions g on g.domain = d.name join customers c on c.google_customer_id = g.google_customer_id
      where ${isRequest} order by d.id, g.external_id
    ) as n where n.id = d.id
    returning d.id, n.was, ${factsOf} as now`);
  const entries = rows.map(({ id, was, now }) => entryOf('domain', 'domain_taken_over', id, now, was));
  await audit(tx, author, ...entries);
}

/** A customer that came from a file is the one that Google knows by the same domain. */
export async function linkCustomers(tx: Db, author: Author): Promise<void> {
  const { rows } = await tx.execute<{ id: number; google_customer_id: string }>(sql`
    update customers c set google_customer_id = n.google_customer_id from (
      select distinct on (d.customer_id) d.customer_id, g.google_customer_id
      from google_subscriptions g join domains d on d.name = g.domain
      where not ${isRequest} and not exists (select from customers x where x.google_customer_id = g.google_customer_id)
      order by d.customer_id, g.google_customer_id
    ) as n where c.id = n.customer_id and c.google_customer_id is null
    returning c.id, c.google_customer_id`);
  const entries = rows.map(({ id, ...now }) => entryOf('customer', 'customer_linked', id, now));
  for (const piece of chunked(entries, 2_000)) await audit(tx, author, ...piece);
}

/** A customer that is called by its domain is called by the new name of that domain. */
export async function renameNameless(tx: Db, domains: readonly { id: number; old: string }[]): Promise<Entry[]> {
  const { rows } = await tx.execute<{ id: number; old: string; now: string }>(sql`
    update customers c set company_name = d.name
    from ${recordset(
      { id: d.id, name: d.name },
      domains.map(({ id, old }) => ({ id, name: old })),
    )}
    join domains d on d.id = n.id, customers before
    where c.id = d.customer_id and c.company_name::citext = n.name and before.id = c.id
    returning c.id, before.company_name as old, c.company_name as now`);
  return rows.map(({ id, old, now }) =>
    entryOf('customer', 'customer_changed', id, { company_name: now }, { company_name: old }),
  );
}

/** Months `yyyy-mm` of the renewals of some customers: their lists show the company name. */
export async function monthsOfCustomers(db: Db, customerIds: readonly number[]): Promise<string[]> {
  const { rows } = await db.execute<{ month: string }>(sql`
    select distinct to_char(term_end, 'YYYY-MM') as month from renewals
    where customer_id = any(${sql.param([...customerIds])}::int[]) order by 1`);
  return rows.map((row) => row.month);
}
