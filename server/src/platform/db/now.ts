import { sql } from 'drizzle-orm';
import type { ClientBase } from 'pg';
import type { Clock } from '../time/clock.ts';

/**
 * Stands among the parameters of a statement for the instant of the connection's clock: that at which its transaction began, or
 * the statement where it stands alone. So what one transaction writes bears one time, and a clock that is turned is obeyed.
 */
export const INSTANT = {
  /** The driver asks for it where nobody gave the connection a clock. */
  toPostgres: (): never => {
    throw new Error('A statement asks for the time on a connection that was given no clock.');
  },
  /** In words where parameters are shown; PostgreSQL takes them for no time, as where values are made literals. */
  toString: () => 'the instant of the connection',
};

/** The same in a query. The database's own clock is asked by nobody: `launcher/checks/one-clock.test.ts`. */
export const NOW = sql`${INSTANT}::timestamptz`;

/** The time of the clock itself, where a transaction may have waited for others since it began. */
export const at = (time: Date) => sql`${time.toISOString()}::timestamptz`;

type Ask = (...given: unknown[]) => unknown;
interface Question {
  readonly text?: string;
  readonly values?: unknown[];
}

const BEGINS = /^\s*begin\b/i;
const ENDS = /(?:^|;)\s*(?:commit|rollback)\s*;?\s*$/i;

/** Gives a connection its clock. */
export function setClock<Client extends ClientBase>(client: Client, now: Clock): Client {
  const ask = client.query.bind(client) as Ask;
  let begun: string | undefined;
  const instant = () => begun ?? now().toISOString();
  const filled = (values: unknown): unknown => {
    if (!Array.isArray(values) || !values.includes(INSTANT)) return values;
    const time = instant();
    return values.map((value: unknown) => (value === INSTANT ? time : value));
  };
  client.query = ((question: string | Question, values: unknown, ...more: unknown[]) => {
    const text = typeof question === 'string' ? question : (question.text ?? '');
    if (BEGINS.test(text)) begun = now().toISOString();
    if (ENDS.test(text)) begun = undefined;
    const asked =
      typeof question === 'object' && question.values?.includes(INSTANT) === true
        ? { ...question, values: filled(question.values) }
        : question;
    return ask(asked, filled(values), ...more);
  }) as typeof client.query;
  return client;
}
