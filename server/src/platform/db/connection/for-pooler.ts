import type { ClientBase } from 'pg';

type Ask = (...given: unknown[]) => unknown;
interface Question {
  readonly text?: unknown;
  readonly name?: unknown;
}

const BEGINS = /^\s*begin\b[^;]*$/i;

/**
 * Has a connection ask nothing that a session would have to remember, as a pooler in transaction mode gives each transaction another one:
 * no statement is prepared under a name, and each transaction is told its timeouts as it begins, in the same message.
 * @param timeouts in milliseconds. A statement outside of transactions has none: there the pooler's own `query_timeout` holds.
 */
export function forPooler(client: ClientBase, timeouts: Readonly<Record<string, number>>): void {
  const settings = Object.entries(timeouts).map(([name, ms]) => `; set local ${name} = ${ms}`).join(''); // prettier-ignore
  const ask = client.query.bind(client) as Ask;
  client.query = ((question: unknown, ...more: unknown[]) => {
    if (typeof question === 'string') return ask(BEGINS.test(question) ? question + settings : question, ...more);
    if (typeof question !== 'object' || question === null || 'submit' in question) return ask(question, ...more);
    const asked: Question = { ...question, name: undefined };
    const { text } = asked;
    return ask(typeof text === 'string' && BEGINS.test(text) ? { ...asked, text: text + settings } : asked, ...more);
  }) as typeof client.query;
}
