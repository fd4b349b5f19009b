import { sql } from 'drizzle-orm';
import type { ClientBase } from 'pg';

/** So often a text is sent before it gets a name: what is asked once leaves nothing behind. */
const BEFORE_NAMED = 4;
/** So many texts of a pool get one: a connection of PostgreSQL keeps some 30 kB for each, until it rests and is closed. */
const MOST_NAMED = 300;
/** So many are counted at most before they have one: lists of any length make texts without end. Then the count begins anew. */
const MOST_COUNTED = 5_000;
/** With more values a text has a list of them in it, and the next list is longer or shorter. The length of a text says nothing: our longest have six thousand letters. */
const MOST_VALUES = 150;

type Ask = (...given: unknown[]) => unknown;
interface Question {
  readonly text?: unknown;
  readonly name?: unknown;
  readonly values?: unknown;
}

/**
 * Gives names to statements by how often they come. With its name a connection of PostgreSQL keeps a statement parsed, and its plan once
 * that is worth it.
 */
export function statementNames({ most = MOST_NAMED }: { readonly most?: number } = {}) {
  const counted = new Map<string, number>();
  const names = new Map<string, string>();
  return (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= most) return known;
    if (counted.size >= MOST_COUNTED) counted.clear();
    const count = (counted.get(text) ?? 0) + 1;
    if (count >= BEFORE_NAMED) {
      counted.delete(text);
      names.set(text, `repeated-${names.size + 1}`);
    } else counted.set(text, count);
    return names.get(text);
  };
}

export type StatementNames = ReturnType<typeof statementNames>;

const isCounted = (values: unknown): boolean =>
  Array.isArray(values) && values.length > 0 && values.length <= MOST_VALUES;

const ANEW = '/* planned anew */';
/** In a statement that is to be planned for its values, however often it comes, as a search by likeness. */
export const PLANNED_ANEW = sql.raw(ANEW);

const ONCE = '/* planned once */';
/**
 * In a statement of a screen that finds its rows by their keys alone, whose plan is the same for all values: it is prepared outside of
 * transactions as well. To plan five joins takes ten times as long as to follow them for one row.
 */
export const PLANNED_ONCE = sql.raw(ONCE);

/** The name is of no use any more: it is unknown, its rows have got another shape, or the driver gave up before PostgreSQL had it. */
const isBroken = (error: unknown): boolean => {
  const { code } = error as { code?: string };
  return code === undefined || code === '26000' || code === '0A000';
};

/**
 * Has a connection prepare what is asked again and again with other values: in transactions, where rows are looked up by their keys and
 * written, or always, as jobs ask. What a screen lists by filters that come and go is planned for its values each time: a plan for any
 * values could read a whole index for a search of two letters. Such a query has a name where its own test holds its plan; one that asks by
 * keys alone says so (`PLANNED_ONCE`).
 */
export function prepareRepeated(client: ClientBase, nameOf: StatementNames, isPrepared: () => boolean): void {
  const ask = client.query.bind(client) as Ask;
  const broken = new Set<string>();
  /** The text of a statement that may get a name. */
  const textOf = (question: unknown, values: unknown): string | undefined => {
    if (typeof question !== 'object' || question === null || 'submit' in question) return undefined;
    const { text, name, values: own } = question as Question;
    const isAsked = typeof text === 'string' && name === undefined && (isCounted(values) || isCounted(own));
    return isAsked && !text.includes(ANEW) ? text : undefined;
  };
  const nameFor = (question: unknown, values: unknown): string | undefined => {
    const text = textOf(question, values);
    if (text === undefined || !(isPrepared() || text.includes(ONCE))) return undefined;
    const name = nameOf(text);
    return name === undefined || broken.has(name) ? undefined : name;
  };
  client.query = ((question: unknown, ...given: unknown[]) => {
    const name = nameFor(question, given[0]);
    if (name === undefined) return ask(question, ...given);
    const answer = ask({ ...(question as Question), name }, ...given);
    // Without a promise it is a question of the pool itself, which closes the connection of one that fails.
    if (answer instanceof Promise)
      answer.catch((error: unknown) => {
        if (isBroken(error)) broken.add(name);
      });
    return answer;
  }) as typeof client.query;
}
