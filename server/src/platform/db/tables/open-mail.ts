import { sql } from 'drizzle-orm';

/** A mail that asks for somebody, and that nobody has seen to; of the alias `m`. */
export const ASKS = sql.raw(`m.settled_at is null and m.kind in ('reply', 'bounce')`);

/** From when on somebody has to speak for it to be seen to; of the alias `m`. */
export const ASKS_SINCE = sql.raw('coalesce(m.reopened_at, m.created_at)');

/** Of a line in a history, that it is neither one that a mail wrote, nor one that tells of an offer, unless whoever sent it called it the answer. */
const IS_WORD = (alias: string) => `not coalesce(${alias}.form ?| array['inbound', 'offer'], false)`;

/** Of a line in a history, that a status was saved by it, and nothing that somebody typed with it. */
export const isStatusAloneSql = (alias: string) => `(${alias}.form ? 'add_lic' and not ${alias}.form ? 'comment')`;

/**
 * Of a line in a history, that it was not written with something else, whose instant it would bear: the decision of a customer, or a refusal or
 * take-back of what was wanted, of which the customer knows nothing, unless somebody typed the line; nor with a wish that somebody has taken back, with a line of theirs, where
 * it says no more than that. Both are looked up by the index of the renewal: with `offset` PostgreSQL joins no two histories for it, and
 * `is true` takes no index of the states.
 */
const STANDS_ALONE = (alias: string) => `not exists (select from renewal_decisions by_customer
      where by_customer.renewal_id = ${alias}.renewal_id and by_customer.created_at = ${alias}.updated_on offset 0)
    and not exists (select from instructions ended where ended.renewal_id = ${alias}.renewal_id and (
      ended.finished_at = ${alias}.updated_on and (ended.state in ('refused', 'cancelled')) is true and (${alias}.form is null or ${isStatusAloneSql(alias)})
      or ended.created_at = ${alias}.updated_on and (ended.state = 'cancelled') is true and ${isStatusAloneSql(alias)}
        and exists (select from renewal_comments taken_back
          where taken_back.renewal_id = ended.renewal_id and taken_back.updated_on = ended.finished_at)) offset 0)`;

/** Of a line in a history, that one of the staff has spoken by it: it answers who wrote, and what was planned. */
export const ANSWERS = (alias: string) => sql.raw(`(${IS_WORD(alias)} and ${STANDS_ALONE(alias)})`);

/** When one of the staff has last spoken about a renewal of the alias `r`, as `at`: lines are looked at from the newest on, until one is such a word. */
export const LAST_SPOKEN = sql.raw(`select line.updated_on as at from (
      select own.renewal_id, own.updated_on, own.form from renewal_comments own
      where r.followup_comment is not null and own.renewal_id = r.id and ${IS_WORD('own')} order by own.id desc offset 0) line
    where ${STANDS_ALONE('line')} limit 1`);

/** What a line in a history was written by: a mail, and no word of ours. */
export const OF_A_MAIL = (alias: string) => sql.raw(`coalesce(${alias}.form ? 'inbound', false)`);
