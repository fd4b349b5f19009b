import type { ClientBase, Connection, QueryConfig, QueryResult } from 'pg';
import { PipelinedQuery } from './pipelined-query.ts';

/** As the last statement of a transaction it is sent together with the `commit`, which is skipped when it fails. */
export const committing = (statement: QueryConfig): QueryConfig => Object.assign({ ...statement }, { commits: true });

type Ask = (...given: unknown[]) => unknown;
interface Question {
  readonly text?: unknown;
  readonly values?: unknown;
  readonly commits?: boolean;
}

/** Alone, or as a pooler is told it, with settings of the transaction. */
const BEGINS = /^\s*begin\b[^;]*(?:; set local \w+ = \d+)*$/i;
const COMMITS = /^\s*commit\s*;?\s*$/i;
const ROLLBACKS = /^\s*rollback\s*;?\s*$/i;
const IN_FAILED_TRANSACTION = '25P02';
const NOTHING = { rows: [], rowCount: null };
const AFTER_COMMIT = 'A statement follows the one that has committed its transaction.';

const connectionOf = (client: ClientBase): Connection => Reflect.get(client, 'connection') as Connection;

const textOf = (question: unknown): string => {
  if (typeof question === 'string') return question;
  const { text } = question as Question;
  return typeof text === 'string' ? text : '';
};

/** Whether it is one statement that is asked for a promise: what has no values may be several, and a stream (COPY) sends itself. */
function isSingle(question: unknown, given: readonly unknown[]): question is Question {
  if (typeof question !== 'object' || question === null || 'submit' in question) return false;
  if (given.some((one) => typeof one === 'function')) return false;
  const values = given[0] ?? (question as Question).values;
  return Array.isArray(values) && values.length > 0;
}

/** A statement of it failed, and whoever asked for it went on all the same. */
function refuseRollback(result: QueryResult): QueryResult {
  if (result.command !== 'ROLLBACK') return result;
  const message = 'The transaction was undone, as one of its statements had failed.';
  throw Object.assign(new Error(message), { code: IN_FAILED_TRANSACTION });
}

const commitOf = (text: string, asked: unknown): unknown =>
  COMMITS.test(text) && asked instanceof Promise ? asked.then(refuseRollback) : asked;

/**
 * Saves round trips of transactions: a `begin` is held back and sent with the first statement that follows, and a last statement takes its
 * `commit` along. A transaction in which nothing was asked is not sent at all.
 * @returns whether a transaction has begun that PostgreSQL does not know of yet
 */
export function pipelineTransactions(client: ClientBase): () => boolean {
  const ask = client.query.bind(client) as Ask;
  let held: string | undefined;
  let isCommitted = false;
  let isCut = false;

  /** Where no transaction began nothing may be done: what waits is not sent on a connection that is cut before PostgreSQL is ready for it. */
  const cut = (): void => {
    isCut = true;
    connectionOf(client).stream.destroy();
  };

  const askWith = ({ commits, ...question }: Question, values: unknown): Promise<QueryResult> => {
    // A pooler's `begin` has settings of the transaction with it.
    const before = held?.split(';') ?? [];
    held = undefined;
    const asked = new Promise<QueryResult>((resolve, reject) => {
      const done = (error: Error | null, result: QueryResult) => {
        isCommitted = commits === true && error === null;
        if (error === null) {
          resolve(result);
          return;
        }
        if (!query.isBegun) cut();
        reject(error);
      };
      const after = commits === true ? ['commit'] : [];
      const query = new PipelinedQuery(question, values, { before, after }, done);
      ask(query);
    });
    return asked.catch((error: unknown) => {
      // As the driver does: the stack of the socket tells nobody who asked.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    });
  };

  /** What has no parameters goes after its `begin`, which is sent alone. */
  const sendHeld = (): void => {
    const begin = held;
    held = undefined;
    ask(begin, (error: unknown) => {
      if (error !== null) cut();
    });
  };

  /** Whether it is the end of a transaction that was never sent, that did not begin, or that is committed already. */
  const isEndOfNothing = (text: string): boolean =>
    ((held !== undefined || isCut) && ROLLBACKS.test(text)) ||
    ((held !== undefined || isCommitted) && COMMITS.test(text));

  const isPipelined = (question: unknown, given: readonly unknown[]): question is Question =>
    isSingle(question, given) && (held !== undefined || question.commits === true);

  client.query = ((question: unknown, ...given: unknown[]) => {
    const text = textOf(question);
    const isBegin = given.length < 2 && held === undefined && BEGINS.test(text);
    if (isBegin || isEndOfNothing(text)) {
      held = isBegin ? text : undefined;
      isCommitted = false;
      return Promise.resolve(NOTHING);
    }
    if (isCommitted && !ROLLBACKS.test(text)) return Promise.reject(new Error(AFTER_COMMIT));
    isCommitted = false;
    if (isPipelined(question, given)) return askWith(question, given[0]);
    if (held !== undefined) sendHeld();
    return commitOf(text, ask(question, ...given));
  }) as typeof client.query;
  return () => held !== undefined;
}
