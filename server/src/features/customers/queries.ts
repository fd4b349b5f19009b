import type { BodyOf, ReplyOf } from '@desk/contract/call';
import type { CustomerContact, customers } from '@desk/contract/customers';
import { and, asc, desc, eq, ilike, sql, type SQL } from 'drizzle-orm';
import type { ActorContext, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { containsPattern } from '../../platform/db/sql/containing.ts';
import {
  contactsTable as k,
  contactWritesTable as w,
  customersTable as c,
} from '../../platform/db/tables/customers.ts';
import { orderOf, sometimesEmpty } from '../../platform/db/sql/order.ts';
import { syncRunsTable as y } from '../../platform/db/tables/subscriptions.ts';
import { nextNight } from '../../domain/sync/nightly.ts';

const PAGE = 10;

/** Each of the two tables by its own index: over both at once the database would read all of them. */
function found(search: string): SQL | undefined {
  if (search === '') return undefined;
  const pattern = containsPattern(search);
  return sql`${k.id} in (
    select id from contacts where company_name ilike ${pattern} or name ilike ${pattern} or email::text ilike ${pattern}
    union
    select k.id from contacts k join customers c on c.id = k.customer_id where c.company_name ilike ${pattern})`;
}

const companyName = sql<string | null>`coalesce(${k.companyName}, ${c.companyName})`;
const inOrder = [asc(companyName), asc(k.name), asc(k.id)];
const CONTACT_ORDER = {
  contact_id: k.id,
  contact_name: sql`lower(${k.name})`,
  first_name: sometimesEmpty(sql`lower(${k.firstName})`),
  last_name: sometimesEmpty(sql`lower(${k.lastName})`),
  email: sometimesEmpty(k.email),
  company_name: sometimesEmpty(sql`lower(${companyName})`),
  timestamp: k.createdAt,
};

/** People of a company, by the name that the CRM or we have. */
const ofCompany = (name: string): SQL => sql`${k.id} in (
  select id from contacts where company_name ilike ${containsPattern(name)}
  union select k.id from contacts k join customers c on c.id = k.customer_id
  where c.company_name ilike ${containsPattern(name)} and k.company_name is null)`;

/** Their newest change, of which there are few, or whether the CRM knows them without one. */
function inCrmState(state: CustomerContact['crm_state']): SQL {
  const newest = sql`${k.id} in (select w.contact_id from contact_writes w where w.state = ${state}
    and not exists (select from contact_writes later where later.contact_id = w.contact_id and later.id > w.id))`;
  if (state === 'queued' || state === 'refused') return newest;
  const unchanged = sql`not exists (select from contact_writes w where w.contact_id = ${k.id})`;
  return state === 'none'
    ? sql`(${k.zohoId} is null and ${unchanged})`
    : sql`(${newest} or (${k.zohoId} is not null and ${unchanged}))`;
}

export async function pageOfContacts(
  { search = '', name = '', company = '', crm_state, page = 1, ...sorting }: BodyOf<typeof customers.all>,
  { db }: ActorContext,
): Promise<ReplyOf<typeof customers.all>> {
  const where = and(
    found(search),
    name === '' ? undefined : ilike(k.name, containsPattern(name)),
    company === '' ? undefined : ofCompany(company),
    crm_state && inCrmState(crm_state),
  );
  const order = orderOf(CONTACT_ORDER, sorting, inOrder);
  const shown = db
    .select({ id: k.id })
    .from(k)
    .leftJoin(c, eq(c.id, k.customerId))
    .where(where)
    .orderBy(...order)
    .limit(PAGE)
    .offset((page - 1) * PAGE)
    .as('shown');
  const newest = db.select().from(w).where(eq(w.contactId, k.id)).orderBy(desc(w.id)).limit(1).as('newest');
  const state = sql<
    CustomerContact['crm_state']
  >`coalesce(${newest.state}, case when ${k.zohoId} is null then 'none' else 'done' end)`;
  const [rows, total] = await Promise.all([
    db
      .select({
        contact_id: k.id,
        contact_name: k.name,
        website: sql<string | null>`coalesce(${k.website}, (
          select d.name from domains d where d.customer_id = ${k.customerId} order by d.status <> 'ACTIVE', d.id limit 1))`,
        first_name: k.firstName,
        last_name: k.lastName,
        email: k.email,
        company_name: companyName,
        phone: k.phone,
        mobile: k.mobile,
        timestamp: k.createdAt,
        crm_state: state,
        crm_reason: newest.reason,
      })
      .from(shown)
      .innerJoin(k, eq(k.id, shown.id))
      .leftJoin(c, eq(c.id, k.customerId))
      .leftJoinLateral(newest, sql`true`)
      .orderBy(...order),
    db.$count(k, where),
  ]);
  return { customer: rows.map((row) => ({ ...row, timestamp: row.timestamp.toISOString() })), total };
}

export async function contactSync(services: Services): Promise<ReplyOf<typeof customers.sync>> {
  const [run] = await services.db.select().from(y).where(eq(y.service, 'crm_contacts')).orderBy(desc(y.id)).limit(1);
  const next_run = await nextNight(services, 'crm_contacts');
  if (!run) return { sync: null, next_run };
  const { state, startedAt, finishedAt, subscriptions: contacts, changed, error } = run;
  const times = { started_at: startedAt.toISOString(), finished_at: finishedAt?.toISOString() ?? null };
  return { sync: { state, ...times, contacts, changed, error }, next_run };
}

/** A person with what the CRM has to know of them. */
export async function personOf(db: Db, contactId: number) {
  const [person] = await db
    .select({ contact: k, customerName: c.companyName })
    .from(k)
    .leftJoin(c, eq(c.id, k.customerId))
    .where(eq(k.id, contactId));
  return person;
}

/** Those of these persons of the CRM that are contacts of ours already, by their ids there. */
export async function heldBy(db: Db, zohoIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ zohoId: k.zohoId, name: k.name })
    .from(k)
    .where(sql`${k.zohoId} = any(${sql.param([...zohoIds])}::text[])`);
  return new Map(rows.flatMap(({ zohoId, name }) => (zohoId === null ? [] : [[zohoId, name]])));
}
