import type { ClientBase } from 'pg';

/** So often a text is sent before it gets a name: what is asked once leaves nothing behind. */
const BEFORE_NAMED = 4;
/** So many texts get one: a connection of PostgreSQL keeps some 50 kB for each. */
const MOST_NAMED = 300;
/** So many are remembered at most before they have one; lists of any length make texts without end. */
const MOST_COUNTED = 5_000;

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
    const count = (counted.get(text) ?? 0) + 1;
    if (count >= BEFORE_NAMED) {
      counted.delete(text);
      names.set(text, `repeated-${names.size + 1}`);
    } else if (count > 1 || counted.size < MOST_COUNTED) counted.set(text, count);
    return names.get(text);
  };
}

export type StatementNames = ReturnType<typeof statementNames>;

const isMany = (values: unknown): boolean => Array.isArray(values) && values.length > 0;

/**
 * Has a connection prepare what is asked again and again with other values: `in transactions`, where rows are looked up by their keys and
 * written, or `always`, as jobs ask. What a screen lists by filters that come and go is planned for its values each time: a plan for any
 * values could read a whole index for a search of two letters. Such a query has a name where its own test holds its plan.
 */
export function prepareRepeated(client: ClientBase, nameOf: StatementNames, when: 'in transactions' | 'always'): void {
  const ask = client.query.bind(client) as Ask;
  const isToPrepare = (question: unknown, values: unknown): question is Question & { text: string } => {
    if (typeof question !== 'object' || question === null || 'submit' in question) return false;
    const { text, name, values: own } = question as Question;
    if (typeof text !== 'string' || name !== undefined || !(isMany(values) || isMany(own))) return false;
    return when === 'always' || client.getTransactionStatus() === 'T';
  };
  client.query = ((question: unknown, values: unknown, ...more: unknown[]) => {
    const name = isToPrepare(question, values) ? nameOf(question.text) : undefined;
    return ask(name === undefined ? question : { ...(question as Question), name }, values, ...more);
  }) as typeof client.query;
}
