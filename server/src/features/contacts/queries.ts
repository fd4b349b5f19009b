import type { BodyOf, ReplyOf } from '@desk/contract/call';
import { contacts, type AskedCompany, type AskedPerson, type Standing } from '@desk/contract/renewal-work/contacts';
import type { SilencedCause } from '@desk/contract/words/reach';
import { eq, sql } from 'drizzle-orm';
import type { Place } from '../../domain/contacts/reachable-contacts.ts';
import { numbersOf } from '../../domain/contacts/numbers.ts';
import { readPlaces, readSilenced, type Places } from '../../domain/contacts/read-reachable-contacts.ts';
import { customerOf } from '../../domain/customers/of-domain.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { contactsTable as k } from '../../platform/db/tables/customers.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { suggestedRoles } from './rules.ts';

/** Whose domain it is; undefined: nobody knows the name. */
export async function customerIdOf(db: Db, domain: string): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: number | null }>(sql`select ${customerOf(domain)} as id`);
  return rows[0]?.id ?? undefined;
}

type SilentNumbers = ReadonlyMap<number | 'company' | 'reseller', Standing['silenced_number']>;

const sinceOf = ({ cause, reason, createdAt }: { cause: SilencedCause; reason: string; createdAt: Date }) => ({
  ...{ cause, reason, since: createdAt.toISOString() },
});

/** Numbers of a customer to which nothing is written, by whose they are. */
async function silentNumbersOf(db: Db, customerId: number): Promise<SilentNumbers> {
  const holders = await numbersOf(db, customerId);
  const found = await readSilenced(
    db,
    holders.map(({ number }) => number),
  );
  return new Map(
    holders.map(({ of, number }) => {
      const silenced = found.get(number);
      return [of, silenced ? { number, ...sinceOf(silenced) } : null];
    }),
  );
}

/** How everybody of a customer stands, in the order in which they are asked. */
function standingsOf(
  { places, silenced }: Places,
  numbers: SilentNumbers,
): readonly { place: Place; standing: Standing }[] {
  let asked = 0;
  return places.map((place) => {
    const found = place.address === null ? undefined : silenced.get(place.address);
    const { as: asked_as, notAsked: not_asked, contactId } = place;
    const whose = contactId ?? (asked_as === 'reseller' ? 'reseller' : 'company');
    const standing = {
      ...{ place: not_asked === null ? (asked += 1) : null, asked_as, not_asked },
      silenced: found ? sinceOf(found) : null,
      silenced_number: numbers.get(whose) ?? null,
    };
    return { place, standing };
  });
}

const peopleOf = (db: Db, customerId: number) =>
  db
    .select({
      ...{ id: k.id, name: k.name, email: k.email, phone: k.phone, mobile: k.mobile },
      ...{ roles: k.roles, role: k.role, zohoId: k.zohoId },
    })
    .from(k)
    .where(eq(k.customerId, customerId));

function onWire({ id, role, zohoId, ...person }: Awaited<ReturnType<typeof peopleOf>>[number], standing: Standing) {
  const hasRoles = (person.roles ?? []).length > 0;
  return {
    ...{ contact_id: id, ...person, roles: hasRoles ? person.roles : null, crm_role: role },
    ...{ suggested_roles: hasRoles ? [] : suggestedRoles(role), is_in_crm: zohoId !== null, ...standing },
  } satisfies AskedPerson;
}

export async function contactsOf(
  { domain_name }: BodyOf<typeof contacts.all>,
  { db }: ActorContext,
): Promise<ReplyOf<typeof contacts.all>> {
  const customerId = (await customerIdOf(db, domain_name)) ?? refuse(contacts.all, 404);
  const [found, rows, numbers] = await Promise.all([
    readPlaces(db, customerId),
    peopleOf(db, customerId),
    silentNumbersOf(db, customerId),
  ]);
  if (!found) return refuse(contacts.all, 404);
  const { company } = found;
  const known = new Map(rows.map((row) => [row.id, row]));
  const standings = standingsOf(found, numbers);
  // Who is asked first stands first; who came between the two questions stands in neither.
  const inOrder = standings.toSorted(
    (one, other) => Number(one.standing.place === null) - Number(other.standing.place === null),
  );
  const people = inOrder.flatMap(({ place: { contactId }, standing }) => {
    const row = contactId === null ? undefined : known.get(contactId);
    return row ? [onWire(row, standing)] : [];
  });
  const without = (as: 'company' | 'reseller', name: string, email: string | null): AskedCompany => {
    const standing = standings.find(({ place }) => place.as === as)?.standing;
    const nowhere = { place: null, asked_as: as, not_asked: 'no_address', silenced: null } as const;
    return { name, email, ...(standing ?? { ...nowhere, silenced_number: numbers.get(as) ?? null }) };
  };
  return {
    people,
    company: without('company', company.name, company.email),
    reseller: company.reseller && without('reseller', company.reseller.name, company.reseller.email),
    nobody_reachable: standings.every(({ standing }) => standing.place === null),
  };
}
