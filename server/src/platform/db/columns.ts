import { customType, integer, text, timestamp } from 'drizzle-orm/pg-core';
import { NOW } from './now.ts';

interface WordList<Word extends string> {
  readonly options: readonly Word[];
}
/** A text column that holds one word of an enumeration of the contract; `name` where it is not the field's. */
export const oneOf = <Word extends string>(list: WordList<Word>, name?: string) => {
  const config = { enum: [...list.options] as [Word, ...Word[]] };
  return name === undefined ? text(config) : text(name, config);
};

/** Text that compares without regard to case (extension citext). */
export const citext = customType<{ data: string }>({ dataType: () => 'citext' });
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const identityKey = () => integer().primaryKey().generatedAlwaysAsIdentity();
/** When the row was written, unless the statement says another time: by the clock of the connection, never by the database's. */
export const stamped = (name: string) =>
  timestamp(name, { withTimezone: true, mode: 'date' })
    .notNull()
    .$defaultFn(() => NOW);
export const createdAt = () => stamped('created_at');

/** Columns of a row whose work outside is done later, by a job that may run twice. Beside them stands a state, at first 'queued'. */
export const leaseColumns = () => ({
  attempts: integer().notNull().default(0),
  /** Why it is not done yet, or never will be; in words for people. */
  reason: text(),
  /** A worker has it until then; after that another may take it up. */
  leasedUntil: timestamp('leased_until', { withTimezone: true, mode: 'date' }),
  nextTryAt: timestamp('next_try_at', { withTimezone: true, mode: 'date' }),
  finishedAt: timestamp('finished_at', { withTimezone: true, mode: 'date' }),
});
