import type { contactsTable } from '../../platform/db/tables/customers.ts';
import type { CrmContact } from '../../integrations/zoho/crm-records.ts';

/** A contact of ours, as far as the CRM has its fields. */
export type KnownPerson = Pick<
  typeof contactsTable.$inferSelect,
  'id' | 'zohoId' | 'customerId' | 'name' | 'firstName' | 'lastName' | 'email' | 'phone' | 'mobile' | 'companyName'
>;
export type PersonFacts = Omit<KnownPerson, 'id' | 'customerId'>;

/** PostgreSQL holds neither NUL nor halves of characters; nothing at all is null. */
export const cleaned = (text: string | null): string | null =>
  (text ?? '')
    .slice(0, 500)
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim() || null;

/** The address as it is compared. */
export const addressOf = ({ email }: Pick<KnownPerson, 'email'>): string | null =>
  cleaned(email)?.toLowerCase() ?? null;

/** How a person is reached: in the CRM's words, but an address that differs in capitals alone stays as it is. */
const reachedBy = (person: CrmContact, known: Pick<KnownPerson, 'email'>) => ({
  email: addressOf(person) === addressOf(known) ? known.email : addressOf(person),
  phone: cleaned(person.phone),
  mobile: cleaned(person.mobile),
});

const STRANGER = {
  name: null,
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  mobile: null,
  companyName: null,
};
type Old = Pick<KnownPerson, keyof typeof STRANGER> | typeof STRANGER;

const nameOf = ({ fullName, firstName, lastName }: CrmContact, old: Old): string =>
  cleaned(fullName) ?? cleaned(`${firstName ?? ''} ${lastName ?? ''}`) ?? old.name ?? 'Nameless';

/**
 * The facts of a person's contact. Where the CRM has nothing, what we know stays. `isOurs`: how the person is reached is
 * decided here, the change is yet to be written to the CRM or was refused by it.
 */
export function factsOf(person: CrmContact, known: KnownPerson | undefined, isOurs = false): PersonFacts {
  const old: Old = known ?? STRANGER;
  const facts = isOurs ? old : reachedBy(person, old);
  return {
    zohoId: person.id,
    name: nameOf(person, old),
    firstName: cleaned(person.firstName) ?? old.firstName,
    lastName: cleaned(person.lastName) ?? old.lastName,
    companyName: cleaned(person.companyName) ?? old.companyName,
    email: facts.email ?? old.email,
    phone: facts.phone ?? old.phone,
    mobile: facts.mobile ?? old.mobile,
  };
}

/**
 * Which contact of ours each person is, by the person's id in the CRM: the one that bears it, else the oldest one with the
 * same address that the CRM does not know yet. No contact is two persons.
 */
export function matchPeople(
  people: readonly CrmContact[],
  contacts: readonly KnownPerson[],
): ReadonlyMap<string, KnownPerson> {
  const matched = new Map(contacts.flatMap((one) => (one.zohoId === null ? [] : [[one.zohoId, one] as const])));
  const unknown = contacts.filter((one) => one.zohoId === null).toSorted((one, other) => one.id - other.id);
  for (const person of people) {
    const address = addressOf(person);
    if (matched.has(person.id) || address === null) continue;
    const at = unknown.findIndex((one) => addressOf(one) === address);
    for (const contact of unknown.splice(at, at < 0 ? 0 : 1)) matched.set(person.id, contact);
  }
  return matched;
}
