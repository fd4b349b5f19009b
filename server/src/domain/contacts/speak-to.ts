import type { DomainSummary } from '@desk/contract/timeline';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { BOOKS_CONTACT_JOIN } from '../customers/main-contact.ts';
import { numberOf, phonesOf } from './numbers.ts';
import { addressKey, type Place } from './reach.ts';
import { readPlaces } from './read-reach.ts';

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

/** Who wrote, by the address or the number that they wrote from, or by the name that they gave; nobody else's number is theirs. */
function whoWrote(wrote: string, people: readonly Person[]): Pick<Person, 'name' | 'phones'> {
  const isTheirs = ({ address, phones }: Person) => address === addressKey(wrote) || numberOf(...phones) === wrote;
  const known = people.find(isTheirs) ?? people.find(({ name }) => name === wrote);
  return known ?? { name: wrote, phones: [numberOf(wrote)] };
}

const NOBODY: Pick<Person, 'name' | 'phones'> = { name: '', phones: [] };

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
  const [found, phones] = await Promise.all([readPlaces(db, customerId), phonesOf(db, customerId)]);
  if (!found) return null;
  const { company, places } = found;
  const people = places.map((place) => withPhones(place, phones));
  const asked = people.find(({ notAsked }) => notAsked === null);
  const one = wrote === undefined ? asked : whoWrote(wrote, people);
  const { name, phones: own } = one ?? people.find((person) => present(person.phones)) ?? NOBODY;
  const number = present(own);
  if (number !== undefined) return { name, phone: { number, of: name } };
  // Who buys through a reseller is not called past it.
  const ofCompany = company.reseller ? undefined : await companyPhone(db, customerId, phones);
  if (ofCompany !== undefined) return { name: name || company.name, phone: { number: ofCompany, of: company.name } };
  return one ? { name, phone: null } : null;
}
