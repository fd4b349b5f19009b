import { acquireLockOf } from '../../platform/db/locks.ts';
import type { BodyOf } from '@desk/contract/call';
import { customers, reachedNow, UPDATED } from '@desk/contract/customers';
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { audit, changesBetween, type Entry } from '../../platform/audit/audit.ts';
import { enqueueRow, type JobOptions } from '../../platform/queue/enqueue.ts';
import {
  contactsTable as k,
  contactWritesTable as w,
  customersTable as c,
  domainsTable as d,
} from '../../platform/db/tables/customers.ts';
import { namedDomain } from '../../platform/domain-names/typed.ts';
import { monthsOfCustomers } from '../../domain/customers/customers.ts';
import { syncPeople } from '../../domain/customers/sync-people.ts';
import { acquireSyncLock } from '../../domain/sync/sync-lock.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';
import type { CrmContact, CrmPage } from '../../integrations/zoho/crm-records.ts';
import type { HeldRun } from '../../domain/sync/runs.ts';
import { SYNC_SERVICES } from '../../domain/sync/services.ts';
import { startSync } from '../../domain/sync/start.ts';
import { differing, FIELDS, movedAlong, type Field } from './rules.ts';

type Customer = typeof c.$inferSelect;
type Contact = typeof k.$inferSelect;

export const enqueueWrite = (db: Db, id: number, options: JobOptions = {}) =>
  enqueueRow(db, 'contact-write', [w, id], options);

/** The fields of a contact that the CRM refused, if that was its last answer. */
async function refusedOf(tx: Db, contactId: number): Promise<readonly Field[]> {
  const [newest] = await tx.select().from(w).where(eq(w.contactId, contactId)).orderBy(desc(w.id)).limit(1);
  return newest?.state === 'refused' ? newest.fields : [];
}

/**
 * The CRM is to hear what staff changed of a contact, and what it refused to hear before.
 * @returns whether there is anything to hear.
 */
async function queueCrmWrite(
  tx: Db,
  contactId: number,
  createdBy: string,
  changed: readonly Field[],
): Promise<boolean> {
  const refused = await refusedOf(tx, contactId);
  const fields = FIELDS.filter((field) => changed.includes(field) || refused.includes(field));
  if (fields.length === 0) return false;
  const [write] = await tx.insert(w).values({ contactId, createdBy, fields }).returning({ id: w.id });
  if (write) await enqueueWrite(tx, write.id);
  return true;
}

const made = (subject: string, subjectId: number, now: Record<string, unknown>): Entry => ({
  action: `${subject}_created`,
  subject,
  subjectId,
  changes: changesBetween({}, now),
});

type NewPerson = typeof k.$inferInsert & { customerId: number; email: string; phone: string };

/** Somebody of this address whom the sync brought before, and who is nobody's yet, becomes the customer's. */
async function takeOver(tx: Db, ctx: ActorContext, { companyName, ...person }: NewPerson): Promise<boolean> {
  const isStray = and(eq(k.email, person.email), isNull(k.customerId));
  const [was] = await tx.select().from(k).where(isStray).orderBy(asc(k.id)).limit(1).for('no key update');
  if (!was) return false;
  const now = { ...person, email: was.email, companyName: was.companyName ?? companyName };
  await tx.update(k).set(now).where(eq(k.id, was.id));
  const { customerId: customer_id, name, phone } = now;
  const changes = changesBetween({ ...was, customer_id: was.customerId }, { customer_id, name, phone });
  await audit(tx, ctx, { action: 'contact_changed', subject: 'contact', subjectId: was.id, changes });
  const changed = was.zohoId === null ? FIELDS : differing(was, { ...was, phone });
  await queueCrmWrite(tx, was.id, ctx.actor.email, changed);
  return true;
}

async function addPerson(tx: Db, ctx: ActorContext, person: NewPerson): Promise<void> {
  if (await takeOver(tx, ctx, person)) return;
  const { customerId, name, email, phone } = person;
  const [contact = { id: 0 }] = await tx.insert(k).values(person).returning({ id: k.id });
  await audit(tx, ctx, made('contact', contact.id, { customer_id: customerId, name, email, phone }));
  await queueCrmWrite(tx, contact.id, ctx.actor.email, FIELDS);
}

export async function addCustomer({ formData }: BodyOf<typeof customers.add>, ctx: ActorContext) {
  const { company_name, phone_number: phone, email, first_name, last_name } = formData;
  const name = namedDomain(formData.domain_name) ?? refuse(customers.add, 400);
  await ctx.write(async (tx) => {
    const company = { companyName: company_name, email, phone };
    const [customer = { id: 0 }] = await tx.insert(c).values(company).returning({ id: c.id });
    const customerId = customer.id;
    const [domain] = await tx.insert(d).values({ name, customerId }).onConflictDoNothing().returning({ id: d.id });
    // Somebody has it, or was faster; the company goes with the transaction.
    if (!domain) return refuse(customers.add, 409);
    const person = { firstName: first_name, lastName: last_name, name: `${first_name} ${last_name}` };
    await audit(
      tx,
      ctx,
      made('customer', customerId, { company_name, email, phone }),
      made('domain', domain.id, { name, customer_id: customerId }),
    );
    await addPerson(tx, ctx, { customerId, ...person, ...company, website: name });
  });
  ctx.announce({ kind: 'crm' });
  ctx.announce({ kind: 'licences' });
  return {};
}

/** A contact and its customer, held until the transaction ends; the customer first, as an import holds them. */
async function lockContact(tx: Db, id: number): Promise<{ contact: Contact; customer: Customer | undefined }> {
  const [of] = await tx.select({ customerId: k.customerId }).from(k).where(eq(k.id, id));
  const whose = eq(c.id, of?.customerId ?? 0);
  const [customer] = await tx.select().from(c).where(whose).for('no key update');
  const [contact] = await tx.select().from(k).where(eq(k.id, id)).for('no key update');
  if (!contact) return refuse(customers.update, 404);
  return contact.customerId === (customer?.id ?? null) ? { contact, customer } : refuse(customers.update, 409);
}

/**
 * Notifications go to the customer's own address: where that was this person's, it changes too.
 * @returns the months whose lists show it.
 */
async function moveAlong(
  tx: Db,
  ctx: ActorContext,
  customer: Customer,
  was: Contact,
  is: Pick<Contact, 'email' | 'phone'>,
) {
  const own = movedAlong(customer, was, is);
  const changes = changesBetween({ ...customer }, { ...own });
  if (changes.length === 0) return [];
  await tx.update(c).set(own).where(eq(c.id, customer.id));
  await audit(tx, ctx, { action: 'customer_changed', subject: 'customer', subjectId: customer.id, changes });
  return monthsOfCustomers(tx, [customer.id]);
}

type Typed = Omit<BodyOf<typeof customers.update>['formData'], 'contact_id'>;

/** The typed contact details as they are stored; refused where they are neither valid nor unchanged. */
function reachedBy({ email: customer_email, phone, mobile }: Contact, typed: Typed, isOther: boolean) {
  const read = reachedNow({ customer_email, phone, mobile }).safeParse(typed);
  if (!read.success && isOther) return refuse(customers.update, 409);
  if (!read.success) return refuseFields(read.error.issues.map((one) => ({ ...one, path: ['formData', ...one.path] })));
  const { data } = read;
  return { email: data.customer_email || null, phone: data.phone || null, mobile: data.mobile || null };
}

export async function updateContact({ formData, seen }: BodyOf<typeof customers.update>, ctx: ActorContext) {
  const { contact_id: id, ...typed } = formData;
  const months = await ctx.write(async (tx) => {
    const { contact, customer } = await lockContact(tx, id);
    const isOther = seen !== undefined && differing(contact, { ...seen, email: seen.customer_email }).length > 0;
    const now = reachedBy(contact, typed, isOther);
    const changed = differing(contact, now);
    if (changed.length > 0) {
      if (isOther) return refuse(customers.update, 409);
      await tx.update(k).set(now).where(eq(k.id, id));
      const changes = changesBetween({ ...contact }, now);
      await audit(tx, ctx, { action: 'contact_changed', subject: 'contact', subjectId: id, changes });
    }
    // A repeated click finds its own change: nothing is left to do, unless the CRM refused it.
    if (!(await queueCrmWrite(tx, id, ctx.actor.email, changed))) return undefined;
    return customer ? moveAlong(tx, ctx, customer, contact, now) : [];
  });
  if (months) ctx.announce({ kind: 'crm' });
  for (const month of months ?? []) ctx.announce({ kind: 'month', month });
  return { error: false, message: UPDATED };
}

export async function startContactSync(ctx: ActorContext) {
  await startSync(customers.startSync, 'crm_contacts', ctx);
  return {};
}

/** A page of people and how far the run is, in one transaction: a run that dies goes on with the next page. */
export const storePage = (db: Db, run: HeldRun, { rows, nextPageToken }: CrmPage<CrmContact>, askedAt: Date) =>
  db.transaction(async (tx) => {
    await acquireSyncLock(tx);
    const changed = await syncPeople(tx, rows, { author: run.author, askedAt });
    await SYNC_SERVICES.crm_contacts.runs.pageRead(tx, run, { rows: rows.length, changed, nextPageToken });
  });

/** The CRM's answer to the search for a contact: it is this person, with numbers that we may not know. */
export interface Link {
  zohoId: string;
  phone: string | null;
  mobile: string | null;
}

/** The contact is that person of the CRM from now on; false where another contact of ours is. */
export async function linkContact(tx: Db, contactId: number, { zohoId, phone, mobile }: Link): Promise<boolean> {
  // Of two contacts that want to be the same person, the second one sees the first.
  await acquireLockOf(tx, 'contact of the CRM', zohoId);
  const { rows } = await tx.execute<{ was: Record<string, unknown>; now: Record<string, unknown> }>(sql`
    update contacts k set zoho_id = ${zohoId}, phone = coalesce(k.phone, ${phone}), mobile = coalesce(k.mobile, ${mobile})
    from contacts old
    where k.id = ${contactId} and old.id = k.id
      and not exists (select from contacts x where x.zoho_id = ${zohoId} and x.id <> k.id)
    returning jsonb_build_object('zoho_id', old.zoho_id, 'phone', old.phone, 'mobile', old.mobile) as was,
      jsonb_build_object('zoho_id', k.zoho_id, 'phone', k.phone, 'mobile', k.mobile) as now`);
  const [linked] = rows;
  if (!linked) return false;
  const changes = changesBetween(linked.was, linked.now);
  await audit(tx, {}, { action: 'contact_linked', subject: 'contact', subjectId: contactId, changes });
  return true;
}
