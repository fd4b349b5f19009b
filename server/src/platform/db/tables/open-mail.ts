import { sql } from 'drizzle-orm';

/** A mail that asks for somebody, and that nobody has seen to; of the alias `m`. */
export const ASKS = sql.raw(`m.settled_at is null and m.kind in ('reply', 'bounce')`);

/** What a line in a history was written by: a mail, and no word of ours. */
export const OF_A_MAIL = (alias: string) => sql.raw(`coalesce(${alias}.form ? 'inbound', false)`);
