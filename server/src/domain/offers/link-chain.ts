import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { addressKeySql } from '../contacts/nobody-reachable.ts';

/** A link and those from which it was passed on, up to that of who had it from us, as the relation `upwards`. @param id of the link, in SQL */
const upwardsFrom = (id: SQL): SQL => sql`with recursive upwards as (
    select id, recipient, name, contact_id, offer_id, revoked_at, forwarded_from_id from decision_links first where first.id = ${id}
    union all select one.id, one.recipient, one.name, one.contact_id, one.offer_id, one.revoked_at, one.forwarded_from_id
      from decision_links one join upwards on one.id = upwards.forwarded_from_id
  )`;

/**
 * Whether one of `upwards` was revoked by somebody, and not by another version of its offer. Each offer is looked up by its id: PostgreSQL takes
 * a chain for a hundred links, and would read all offers.
 */
const IS_REVOKED_BY_HAND = sql`exists (select from upwards by_hand
    where by_hand.revoked_at < coalesce((select its.replaced_at from offers its where its.id = by_hand.offer_id), 'infinity'))`;

const sameAddress = (one: string, other: string): SQL => sql.raw(`${addressKeySql(one)} = ${addressKeySql(other)}`);

/**
 * Whether who had a link from us would be asked still, and so who has it from them: of a customer who buys through a reseller the reseller, else
 * the customer's own address and its people but viewers. Nobody of whom one was revoked that it was passed on from.
 * @param linkId and the customer of its offer, in SQL
 */
export const isAsked = (linkId: SQL, customerId: SQL): SQL<boolean> => sql<boolean>`(${upwardsFrom(linkId)}
    select not ${IS_REVOKED_BY_HAND} and case when c.reseller_id is not null then ${sameAddress('upwards.recipient', 'e.email')}
      else coalesce(${sameAddress('upwards.recipient', 'c.email')}, false) or exists (select from contacts person
        where person.customer_id = c.id and ${sameAddress('person.email', 'upwards.recipient')} and not coalesce('viewer' = any(person.roles), false)) end
    from upwards, customers c left join resellers e on e.id = c.reseller_id
    where upwards.forwarded_from_id is null and c.id = ${customerId})`;

/** Who had the first link of a chain from us. */
export interface FirstAsked {
  readonly address: string;
  readonly name: string;
  readonly contactId: number | null;
  /** Somebody revoked a link of the chain: that it was passed on counts no longer. */
  readonly isRevoked: boolean;
}

/** Of a link, or of that from which it was passed on in the end. */
export async function firstAsked(db: Db, linkId: number): Promise<FirstAsked | undefined> {
  const { rows } = await db.execute<FirstAsked & Record<string, unknown>>(sql`${upwardsFrom(sql`${linkId}::int`)}
    select recipient::text as address, name, contact_id as "contactId", ${IS_REVOKED_BY_HAND} as "isRevoked"
    from upwards where forwarded_from_id is null`);
  return rows[0];
}
