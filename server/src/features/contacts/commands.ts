import type { BodyOf, ReplyOf } from '@desk/contract/call';
import { ADDRESS_TAKEN, contacts, NAME_OF_CRM, personNow } from '@desk/contract/renewal-work/contacts';
import { and, eq, ne, sql } from 'drizzle-orm';
import { addressKey } from '../../domain/contacts/reachable-contacts.ts';
import { numbersOf } from '../../domain/contacts/numbers.ts';
import { readPlaces } from '../../domain/contacts/read-reachable-contacts.ts';
import { differing, namesOf } from '../../domain/customers/reached-by.ts';
import { addPerson, changePerson, holdPerson, type HeldPerson } from '../../domain/customers/write-person.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import {
  contactsTable as k,
  customersTable as c,
  silencedAddressesTable as s,
} from '../../platform/db/tables/customers.ts';
import { namedDomain } from '../../platform/domain-names/typed.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';
import { customerIdOf } from './queries.ts';

type Saved = BodyOf<typeof contacts.save>;
type Contact = HeldPerson['contact'];

const refusePerson = (field: string, message: string) => refuseFields([{ path: ['person', field], message }]);

/** What was typed of a person, as it is stored; refused where it is neither valid nor unchanged. */
function personOf({ person }: Saved, was: Contact | null) {
  const reached = was && { customer_email: was.email, phone: was.phone, mobile: was.mobile };
  const read = personNow(reached).safeParse(person);
  if (!read.success) return refuseFields(read.error.issues.map((one) => ({ ...one, path: ['person', ...one.path] })));
  const { name, customer_email: email, phone, mobile, roles } = read.data;
  return {
    ...{ name, email: email || null, phone: phone || null, mobile: mobile || null },
    roles: roles.length === 0 ? null : [...new Set(roles)],
  };
}

/** Two of one customer with one address would be one person twice. Whoever writes has the customer held. */
async function refuseTaken(tx: Db, customerId: number, email: string, but = 0): Promise<void> {
  const taken = await tx.$count(k, and(eq(k.customerId, customerId), eq(k.email, email), ne(k.id, but)));
  if (taken > 0) refusePerson('customer_email', ADDRESS_TAKEN);
}

const namesToKeep = (name: string) => {
  const { firstName, lastName } = namesOf(name);
  return { name, firstName: firstName || null, lastName };
};

async function addContact(tx: Db, ctx: ActorContext, customerId: number, body: Saved) {
  const [customer] = await tx.select().from(c).where(eq(c.id, customerId)).for('no key update');
  if (!customer) return refuse(contacts.save, 404);
  const { name, email, ...rest } = personOf(body, null);
  if (email === null) return refusePerson('customer_email', 'Email cannot be Blank');
  await refuseTaken(tx, customerId, email);
  const { companyName } = customer;
  const website = namedDomain(body.domain_name) ?? null;
  return addPerson(tx, ctx, { customerId, ...namesToKeep(name), email, ...rest, companyName, website });
}

const sameRoles = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  (one ?? []).toSorted().join() === (other ?? []).toSorted().join();

/** Whether a colleague has written it since the form was opened. */
const isOther = (contact: Contact, seen: NonNullable<Saved['seen']>): boolean =>
  contact.name !== seen.name ||
  !sameRoles(contact.roles, seen.roles) ||
  differing(contact, { ...seen, email: seen.customer_email }).length > 0;

async function holdContact(tx: Db, customerId: number, id: number): Promise<HeldPerson> {
  const held = await holdPerson(tx, id);
  if (held === 'moved') return refuse(contacts.save, 409);
  return held?.contact.customerId === customerId ? held : refuse(contacts.save, 404);
}

/** What is other of a person than it was; undefined: nothing. Refused where it is not for this desk to say. */
function changeOf(contact: Contact, now: ReturnType<typeof personOf>) {
  const { name, roles, ...reached } = now;
  const [isNamed, hasRoles] = [name !== contact.name, !sameRoles(contact.roles, roles)];
  if (isNamed && contact.zohoId !== null) return refusePerson('name', NAME_OF_CRM);
  if (!isNamed && !hasRoles && differing(contact, reached).length === 0) return undefined;
  return { ...(isNamed && namesToKeep(name)), ...(hasRoles && { roles }) };
}

async function changeContact(tx: Db, ctx: ActorContext, customerId: number, id: number, body: Saved) {
  const held = await holdContact(tx, customerId, id);
  const { contact } = held;
  const now = personOf(body, contact);
  const { email, phone, mobile } = now;
  const change = changeOf(contact, now);
  // A repeated click finds its own change.
  if (change && body.seen !== undefined && isOther(contact, body.seen)) return refuse(contacts.save, 409);
  if (differing(contact, now).includes('email')) await refuseTaken(tx, customerId, email ?? '', id);
  return changePerson(tx, ctx, held, { email, phone, mobile, ...change });
}

export async function saveContact(body: Saved, ctx: ActorContext): Promise<ReplyOf<typeof contacts.save>> {
  const { domain_name, contact_id: id } = body;
  const { contactId, months } = await ctx.write(async (tx) => {
    const customerId = (await customerIdOf(tx, domain_name)) ?? refuse(contacts.save, 404);
    if (id === undefined) return { contactId: await addContact(tx, ctx, customerId, body), months: [] };
    return { contactId: id, months: await changeContact(tx, ctx, customerId, id, body) };
  });
  if (months) ctx.announce({ kind: 'crm' });
  for (const month of months ?? []) ctx.announce({ kind: 'month', month });
  return { contact_id: contactId };
}

/** Who has the address or the number, for the audit log: a person, else the company or its reseller. */
async function holderOf(tx: Db, customerId: number, address: string) {
  const found = await readPlaces(tx, customerId);
  const place = found?.places.find((one) => one.address === address);
  const whose = place
    ? (place.contactId ?? 'company')
    : (await numbersOf(tx, customerId)).find(({ number }) => number === address)?.of;
  if (whose === undefined) return undefined;
  return typeof whose === 'number'
    ? { subject: 'contact', subjectId: whose }
    : { subject: 'customer', subjectId: customerId };
}

export async function confirmAddress(
  { domain_name, address: typed, reason = '' }: BodyOf<typeof contacts.confirmAddress>,
  ctx: ActorContext,
) {
  const address = addressKey(typed);
  await ctx.write(async (tx) => {
    const customerId = (await customerIdOf(tx, domain_name)) ?? refuse(contacts.confirmAddress, 404);
    const holder = (await holderOf(tx, customerId, address)) ?? refuse(contacts.confirmAddress, 404);
    const [was] = await tx
      .delete(s)
      .where(sql`${s.address} = ${address}::citext`)
      .returning();
    if (!was) return refuse(contacts.confirmAddress, 404);
    if (was.cause === 'unsubscribed' && reason === '') return refuse(contacts.confirmAddress, 422);
    const changes = [
      { field: 'address', old: null, new: address },
      { field: was.cause, old: was.reason, new: null },
      ...(reason === '' ? [] : [{ field: 'reason', old: null, new: reason }]),
    ];
    await audit(tx, ctx, { action: 'address_confirmed', ...holder, changes });
  });
  ctx.announce({ kind: 'crm' });
  return {};
}
