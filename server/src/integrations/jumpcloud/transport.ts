import * as z from 'zod/mini';
import { exchange, jsonOf, NoAnswer, type HttpAnswer } from '../http/exchange.ts';
import { backOff, createRetry, asksForLongPause, type Sleep } from '../http/retry.ts';
import { JumpCloudProblem, problemOf, problemOfStatus } from './problem.ts';

/** A page of 100 organisations is about 10 kB, one with all its products less. */
const LONGEST_ANSWER = 2 * 1024 * 1024;
const TRIES = 5;

export interface Connection {
  /** Ends with a slash. */
  readonly base: URL;
  readonly apiKey: string;
  /** For one try. */
  readonly timeoutMs: number;
  readonly sleep: Sleep;
}

interface Question {
  /** Below the base, one entry a path segment. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  /** The organisation that the call is about: a key of a provider's administrator must name it. */
  readonly organizationId?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Tries again what passes by itself: five times in all. */
const withRetry = createRetry({
  isRetryable: (error, attempt) =>
    error instanceof JumpCloudProblem && error.retriable && attempt < TRIES && !asksForLongPause(error),
  pause: backOff,
});

const ErrorBody = z.object({ message: z.optional(z.string()), error: z.optional(z.string()) });

function read({ status, text, retryAfterMs }: HttpAnswer): unknown {
  const json = jsonOf(text);
  const isGood = status >= 200 && status <= 299;
  if (isGood && json !== undefined) return json;
  if (isGood) throw problemOf('bad-answer', { status });
  const { message, error } = ErrorBody.safeParse(json).data ?? {};
  throw problemOfStatus(status, message ?? error ?? '', retryAfterMs);
}

function problemOfSilence(error: unknown): never {
  if (!(error instanceof NoAnswer)) throw error;
  if (error.how === 'too-long') throw problemOf('bad-answer', { status: error.status });
  const how = error.how === 'late' ? 'JumpCloud did not answer in time.' : 'The connection to JumpCloud failed.';
  throw new JumpCloudProblem('unavailable', `${how} Try again in some minutes.`);
}

async function askOnce({ base, apiKey, timeoutMs }: Connection, { path, query, organizationId, signal }: Question) {
  const url = new URL(path.map(encodeURIComponent).join('/'), base);
  url.search = new URLSearchParams(query).toString();
  const headers = { 'x-api-key': apiKey, accept: 'application/json' };
  const init = { headers: organizationId === undefined ? headers : { ...headers, 'x-org-id': organizationId } };
  const limits = { timeoutMs, signal, longestAnswer: LONGEST_ANSWER };
  return read(await exchange(url, init, limits).catch(problemOfSilence));
}

/** Where an answer differs from what is known of the API, the field is named; its value is not. */
function parseAnswer<S extends z.ZodMiniType>(schema: S, answer: unknown): z.output<S> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.');
  throw new JumpCloudProblem('bad-answer', `JumpCloud's answer could not be understood${field ? ` (${field})` : ''}.`);
}

/** Reads, and reads again what passes by itself. All but an answer of that shape is a JumpCloudProblem. */
export const ask = <S extends z.ZodMiniType>(line: Connection, question: Question, schema: S): Promise<z.output<S>> =>
  withRetry(async () => parseAnswer(schema, await askOnce(line, question)), {
    sleep: line.sleep,
    signal: question.signal,
  });
