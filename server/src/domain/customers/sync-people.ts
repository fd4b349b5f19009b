import { and, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { audit, changesBetween, type Author, type Entry } from '../../platform/audit/audit.ts';
import {
  contactsTable as k,
  contactWritesTable as w,
  customersTable as c,
} from '../../platform/db/tables/customers.ts';
import type { CrmContact } from '../../integrations/zoho/crm-records.ts';
import { isRequest } from './customers.ts';
import { addressOf, factsOf, matchPeople, type KnownPerson, type PersonFacts } from './match-person.ts';
import { recordset } from '../../platform/db/sql/recordset.ts';

const { id, zohoId, customerId, name, firstName, lastName, email, phone, mobile, companyName } = k;
const facts = { zohoId, name, firstName, lastName, email, phone, mobile, companyName, customerId };

/** Of the columns, as the audit tells them. */
const NAMES = new Map(Object.entries(facts).map(([key, column]) => [key, column.name]));

type Kept = PersonFacts & { customerId: number | null };

/** Those of our contacts that these people may be, held until the transaction ends. */
function contactsOf(tx: Db, people: readonly CrmContact[]): Promise<KnownPerson[]> {
  const ids = people.map((person) => person.id);
  const addresses = people.flatMap((person) => addressOf(person) ?? []);
  return tx
    .select({ id, ...facts })
    .from(k)
    .where(or(inArray(zohoId, ids), and(isNull(zohoId), inArray(email, addresses))))
    .orderBy(id)
    .for('no key update');
}

/** Contacts with a change that was not yet written to the CRM when it was read, or that it refused. */
async function unheard(tx: Db, known: readonly KnownPerson[], askedAt: Date) {
  const ids = known.map((contact) => contact.id);
  const isAwaited = sql<boolean>`bool_or(${or(eq(w.state, 'queued'), gte(w.finishedAt, askedAt))})`;
  const isRefused = sql<boolean>`(array_agg(${w.state} order by ${w.id} desc))[1] = 'refused'`;
  const rows = await tx
    .select({ id: w.contactId, isAwaited, isRefused })
    .from(w)
    .where(inArray(w.contactId, ids))
    .groupBy(w.contactId);
  const idsOf = (of: typeof rows): ReadonlySet<number> => new Set(of.map((row) => row.id));
  return {
    isAwaited: idsOf(rows.filter((row) => row.isAwaited)),
    isOurs: idsOf(rows.filter((row) => row.isAwaited || row.isRefused)),
  };
}

/**
 * The customers of people who are not known to be anybody's, by the person's id: the one that bears it, the one with the
 * same address, the one with the domain of the address. Who has a public mailbox is found by no domain, for that is none
 * of our customers'.
 */
async function customersOf(tx: Db, people: readonly CrmContact[]): Promise<ReadonlyMap<string, number>> {
  const rows = people.map((person) => ({ zohoId: person.id, email: addressOf(person) }));
  const { rows: found } = await tx.execute<{ zoho_id: string; customer_id: number | null }>(sql`
    select n.zoho_id, coalesce(
      (select min(c.id) from ${c} c where c.zoho_contact_id = n.zoho_id),
      (select min(c.id) from ${c} c where c.email = n.email having count(*) = 1),
      (select d.customer_id from domains d where d.name = split_part(n.email::text, '@', 2)::citext and not ${isRequest})
    ) as customer_id
    from ${recordset({ zohoId, email }, rows)}`);
  return new Map(found.flatMap((row) => (row.customer_id === null ? [] : [[row.zoho_id, row.customer_id]])));
}

const entryOf = (action: string, subjectId: number, now: Kept, old: object = {}): Entry => {
  const changes = changesBetween({ ...old }, { ...now }).map((change) => ({
    ...change,
    field: NAMES.get(change.field) ?? '',
  }));
  return { action, subject: 'contact', subjectId, changes };
};

async function change(tx: Db, rows: readonly (Kept & { id: number })[]): Promise<void> {
  const settings = Object.values(facts).map(
    (column) => sql`${sql.identifier(column.name)} = n.${sql.identifier(column.name)}`,
  );
  await tx.execute(sql`
    update contacts k set ${sql.join(settings, sql`, `)} from ${recordset({ id, ...facts }, rows)} where k.id = n.id`);
}

async function create(tx: Db, rows: readonly Kept[]): Promise<Entry[]> {
  if (rows.length === 0) return [];
  const made = await tx
    .insert(k)
    .values([...rows])
    .returning({ id, ...facts });
  return made.map(({ id: made, ...now }) => entryOf('contact_created', made, now));
}

/**
 * Brings our contacts to what a page of the CRM says; nobody is deleted, and nothing that we know of somebody. `askedAt`:
 * when the page was asked for. Part of a transaction that has taken its turn.
 * @returns how many contacts are new or different now.
 */
export async function syncPeople(
  tx: Db,
  listed: readonly CrmContact[],
  { author, askedAt }: { author: Author; askedAt: Date },
): Promise<number> {
  const people = [...new Map(listed.map((person) => [person.id, person])).values()];
  const known = await contactsOf(tx, people);
  const { isAwaited, isOurs } = await unheard(tx, known, askedAt);
  const matched = matchPeople(people, known);
  // Somebody who is about to be written to the CRM for the first time is left to that.
  const readable = people.filter((person) => {
    const contact = matched.get(person.id);
    return !contact || contact.zohoId !== null || !isAwaited.has(contact.id);
  });
  const unknown = readable.filter((person) => (matched.get(person.id)?.customerId ?? null) === null);
  const customers = await customersOf(tx, unknown);
  const rows = readable.map((person) => {
    const old = matched.get(person.id);
    const customer = old?.customerId ?? customers.get(person.id) ?? null;
    const now = { ...factsOf(person, old, old && isOurs.has(old.id)), customerId: customer };
    return { old, now };
  });
  const changed = rows.flatMap(({ old, now }) => {
    const entry = old && entryOf('contact_changed', old.id, now, old);
    return entry && entry.changes.length > 0 ? [{ entry, row: { id: old.id, ...now } }] : [];
  });
  await change(
    tx,
    changed.map(({ row }) => row),
  );
  const created = await create(
    tx,
    rows.flatMap(({ old, now }) => (old ? [] : [now])),
  );
  const entries = [...changed.map(({ entry }) => entry), ...created];
  await audit(tx, author, ...entries);
  return entries.length;
}
