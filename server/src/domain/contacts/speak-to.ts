import type { DomainSummary } from '@desk/contract/timeline';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { BOOKS_CONTACT_JOIN } from '../customers/main-contact.ts';
import { numberOf, phonesOf } from './numbers.ts';
import { addressKey, type Place } from './reachable-contacts.ts';
import { readPlaces } from './read-reachable-contacts.ts';

type SpokenTo = NonNullable<DomainSummary['speak_to']>;
type Phones = Awaited<ReturnType<typeof phonesOf>>;

const present = (phones: readonly (string | null)[]): string | undefined =>
  phones.find((phone): phone is string => phone !== null && phone.trim() !== '');

interface Person extends Pick<Place, 'name' | 'address' | 'notAsked'> {
  readonly phones: readonly (string | null)[];
}

const withPhones = (place: Place, phones: Phones): Person => ({
  ...place,
  phones: phones.get(place.contactId ?? (place.as === 'reseller' ? 'reseller' : 'company')) ?? [],
});

const isAsked = ({ notAsked }: Person): boolean => notAsked === null;

/** Everybody of a customer in the order in which they are asked, with their numbers; undefined: there is no such customer. */
async function readPeople(db: Db, customerId: number) {
  const [found, phones] = await Promise.all([readPlaces(db, customerId), phonesOf(db, customerId)]);
  return found && { company: found.company, phones, people: found.places.map((place) => withPhones(place, phones)) };
}

/** Who wrote, by the address or the number that they wrote from, or by the name that they gave; undefined: nobody of these. */
function whoWrote(wrote: string, people: readonly Person[]): Person | undefined {
  const isTheirs = ({ address, phones }: Person) => address === addressKey(wrote) || numberOf(...phones) === wrote;
  return people.find(isTheirs) ?? people.find(({ name }) => name === wrote);
}

/**
 * The addresses at which those who wrote can be asked.
 * @param wrote from where, or as whom
 * @returns an address for each; null: they are none of those who can be asked
 */
export async function readAskedWriters(
  db: Db,
  customerId: number,
  wrote: readonly string[],
): Promise<readonly (string | null)[]> {
  const found = wrote.length === 0 ? undefined : await readPeople(db, customerId);
  const people = found?.people ?? [];
  return wrote.map((one) => {
    const address = whoWrote(one, people)?.address;
    return people.find((person) => isAsked(person) && person.address === address)?.address ?? null;
  });
}

type Named = Pick<Person, 'name' | 'phones'>;
const NOBODY: Named = { name: '', phones: [] };

/** Who is to be spoken to; of a writer whom nobody knows there is what they wrote from. Undefined: nobody wrote, and nobody is asked. */
function choose(people: readonly Person[], wrote: string | undefined): Named | undefined {
  if (wrote === undefined) return people.find(isAsked);
  return whoWrote(wrote, people) ?? { name: wrote, phones: [numberOf(wrote)] };
}

/** The number of a company, where nobody of its people has one: ours, else that of the books. */
async function companyPhone(db: Db, customerId: number, phones: Phones): Promise<string | undefined> {
  const own = present(phones.get('company') ?? []);
  if (own !== undefined) return own;
  const { rows } = await db.execute<{ mobile: string | null; phone: string | null }>(
    sql`select b.mobile, b.phone from customers c ${sql.raw(BOOKS_CONTACT_JOIN)} where c.id = ${customerId}`,
  );
  return present(rows.flatMap(({ mobile, phone }) => [mobile, phone]));
}

/**
 * Whom to speak to about what a customer has to decide: who wrote and waits for an answer, else who is asked first, else whoever has a
 * number. Null: nobody.
 * @param wrote from where, or as whom; undefined: nobody waits
 */
export async function readSpeakTo(db: Db, customerId: number, wrote: string | undefined): Promise<SpokenTo | null> {
  const found = await readPeople(db, customerId);
  if (!found) return null;
  const { company, phones, people } = found;
  const one = choose(people, wrote);
  const { name, phones: own } = one ?? people.find((person) => present(person.phones)) ?? NOBODY;
  const number = present(own);
  if (number !== undefined) return { name, phone: { number, of: name } };
  // Who buys through a reseller is not called past it.
  const ofCompany = company.reseller ? undefined : await companyPhone(db, customerId, phones);
  if (ofCompany !== undefined) return { name: name || company.name, phone: { number: ofCompany, of: company.name } };
  return one ? { name, phone: null } : null;
}
