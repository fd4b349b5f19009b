import { sql } from 'drizzle-orm';
import { customType, integer, text, timestamp } from 'drizzle-orm/pg-core';

interface WordList<Word extends string> {
  readonly options: readonly Word[];
}
/** A text column that holds one word of an enumeration of the contract. */
export const oneOf = <Word extends string>(list: WordList<Word>) =>
  text({ enum: [...list.options] as [Word, ...Word[]] });

/** Text that compares without regard to case (extension citext). */
export const citext = customType<{ data: string }>({ dataType: () => 'citext' });
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const key = () => integer().primaryKey().generatedAlwaysAsIdentity();
/** The database's clock fills it. */
export const createdAt = () =>
  timestamp('created_at', { withTimezone: true, mode: 'date' })
    .notNull()
    .default(sql`now()`);
