import { sql } from 'drizzle-orm';

/** A mail that asks for somebody, and that nobody has seen to; of the alias `m`. */
export const ASKS = sql.raw(`m.settled_at is null and m.kind in ('reply', 'bounce')`);

/**
 * Of a line of ours in a history, that it answers who wrote: not one that a mail wrote, nor one that tells of an offer, unless whoever sent it
 * called it the answer.
 */
export const ANSWERS = (alias: string) => sql.raw(`not coalesce(${alias}.form ?| array['inbound', 'offer'], false)`);

/** What a line in a history was written by: a mail, and no word of ours. */
export const OF_A_MAIL = (alias: string) => sql.raw(`coalesce(${alias}.form ? 'inbound', false)`);
