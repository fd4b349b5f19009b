import { sql, type SQL } from 'drizzle-orm';
import { LISTED } from './listed.ts';

/**
 * The customer that a name belongs to: as a domain of ours, else as the name on the newest renewal, from before the domain
 * was renamed; else who only wishes for it. Null: nobody knows the name.
 */
export const customerOf = (name: string): SQL => sql`(
  select customer_id from (
    select d.customer_id, case when ${sql.raw(LISTED)} then 1 else 3 end as place, 0 as renewal_id
      from domains d where d.name = ${name}::citext
    union all (select r.customer_id, 2, r.id from renewals r where r.domain_name = ${name}::citext order by r.id desc limit 1)
  ) as known order by place limit 1)`;

/** The subscriptions of a domain. Of a name that is no domain of ours any more those that were renewed under it. */
export const subscriptionsOf = (name: string): SQL => sql`(
  select s.id from subscriptions s join domains d on d.id = s.domain_id where d.name = ${name}::citext
  union select r.subscription_id from renewals r where r.domain_name = ${name}::citext
    and not exists (select from domains d where d.name = ${name}::citext and ${sql.raw(LISTED)}))`;

/** The renewals under a name, and those of its subscriptions from when the domain had another one. */
export const renewalsOfDomain = (name: string): SQL => sql`(
  select r.id from renewals r where r.domain_name = ${name}::citext
  union select r.id from domains d join subscriptions s on s.domain_id = d.id join renewals r on r.subscription_id = s.id
    where d.name = ${name}::citext)`;
