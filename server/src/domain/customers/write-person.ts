import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { audit, changesBetween } from '../../platform/audit/audit.ts';
import {
  contactsTable as k,
  contactWritesTable as w,
  customersTable as c,
} from '../../platform/db/tables/customers.ts';
import { enqueueRow, type JobOptions } from '../../platform/queue/enqueue.ts';
import { monthsOfCustomers } from './customers.ts';
import { differing, FIELDS, movedAlong, type Field, type Reached } from './reached-by.ts';

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

type Facts = Partial<Pick<Contact, 'customerId' | 'name' | 'email' | 'phone' | 'mobile' | 'roles'>>;

/** A person as the audit log tells them. */
const auditedFields = ({ customerId, name, email, phone, mobile, roles }: Facts): Record<string, unknown> => ({
  ...(customerId !== undefined && { customer_id: customerId }),
  ...(name !== undefined && { name }),
  ...(email !== undefined && { email }),
  ...(phone !== undefined && { phone }),
  ...(mobile !== undefined && { mobile }),
  ...(roles !== undefined && { roles: roles?.join(', ') ?? null }),
});

type NewPerson = typeof k.$inferInsert & { customerId: number; email: string };

/** Somebody of this address whom the sync brought before, and who is nobody's yet, becomes the customer's. */
async function takeOver(tx: Db, ctx: ActorContext, { companyName, ...person }: NewPerson): Promise<number | undefined> {
  const isStray = and(eq(k.email, person.email), isNull(k.customerId));
  const [was] = await tx.select().from(k).where(isStray).orderBy(asc(k.id)).limit(1).for('no key update');
  if (!was) return undefined;
  // Numbers that nobody typed stay as the CRM has them.
  const reached = { email: was.email, phone: person.phone ?? was.phone, mobile: person.mobile ?? was.mobile };
  const now = { ...person, ...reached, companyName: was.companyName ?? companyName };
  await tx.update(k).set(now).where(eq(k.id, was.id));
  const changes = changesBetween(auditedFields(was), auditedFields(now));
  await audit(tx, ctx, { action: 'contact_changed', subject: 'contact', subjectId: was.id, changes });
  await queueCrmWrite(tx, was.id, ctx.actor.email, was.zohoId === null ? FIELDS : differing(was, reached));
  return was.id;
}

/**
 * A customer gets a person, of whom the CRM hears.
 * @returns their id.
 */
export async function addPerson(tx: Db, ctx: ActorContext, person: NewPerson): Promise<number> {
  const taken = await takeOver(tx, ctx, person);
  if (taken !== undefined) return taken;
  const [contact = { id: 0 }] = await tx.insert(k).values(person).returning({ id: k.id });
  const changes = changesBetween({}, auditedFields(person));
  await audit(tx, ctx, { action: 'contact_created', subject: 'contact', subjectId: contact.id, changes });
  await queueCrmWrite(tx, contact.id, ctx.actor.email, FIELDS);
  return contact.id;
}

export interface HeldPerson {
  readonly contact: Contact;
  readonly customer: Customer | undefined;
}

/**
 * A contact and its customer, held until the transaction ends; the customer first, as an import holds them.
 * @returns undefined where there is no such contact, `moved` where it became another customer's meanwhile.
 */
export async function holdPerson(tx: Db, id: number): Promise<HeldPerson | 'moved' | undefined> {
  const [of] = await tx.select({ customerId: k.customerId }).from(k).where(eq(k.id, id));
  const whose = eq(c.id, of?.customerId ?? 0);
  const [customer] = await tx.select().from(c).where(whose).for('no key update');
  const [contact] = await tx.select().from(k).where(eq(k.id, id)).for('no key update');
  if (!contact) return undefined;
  return contact.customerId === (customer?.id ?? null) ? { contact, customer } : 'moved';
}

/**
 * Notifications go to the customer's own address: where that was this person's, it changes too.
 * @returns the months whose lists show it.
 */
async function moveAlong(tx: Db, ctx: ActorContext, customer: Customer, was: Contact, is: Reached) {
  const own = movedAlong(customer, was, is);
  const changes = changesBetween({ ...customer }, { ...own });
  if (changes.length === 0) return [];
  await tx.update(c).set(own).where(eq(c.id, customer.id));
  await audit(tx, ctx, { action: 'customer_changed', subject: 'customer', subjectId: customer.id, changes });
  return monthsOfCustomers(tx, [customer.id]);
}

type PersonNow = Reached & Partial<Pick<Contact, 'name' | 'firstName' | 'lastName' | 'roles'>>;

/**
 * A person is so from now on; of how they are reached the CRM hears. In addresses capitals make no difference.
 * @returns the months whose lists show it; undefined: nothing has changed, and there is nothing that the CRM has to hear.
 */
export async function changePerson(
  tx: Db,
  ctx: ActorContext,
  { contact, customer }: HeldPerson,
  now: PersonNow,
): Promise<string[] | undefined> {
  const { email, phone, mobile, ...beside } = now;
  const changed = differing(contact, now);
  const set = changed.length > 0 ? now : beside;
  const changes = changesBetween(auditedFields(contact), auditedFields(set));
  if (changes.length > 0) {
    await tx.update(k).set(set).where(eq(k.id, contact.id));
    await audit(tx, ctx, { action: 'contact_changed', subject: 'contact', subjectId: contact.id, changes });
  }
  // A repeated click finds its own change: nothing is left to do, unless the CRM refused it.
  const isToBeHeard = await queueCrmWrite(tx, contact.id, ctx.actor.email, changed);
  if (changes.length === 0 && !isToBeHeard) return undefined;
  return customer ? moveAlong(tx, ctx, customer, contact, { email, phone, mobile }) : [];
}
