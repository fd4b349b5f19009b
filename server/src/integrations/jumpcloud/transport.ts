import * as z from 'zod/mini';
import { jsonOf, type HttpAnswer } from '../http/exchange.ts';
import type { CallOptions, JsonCall } from '../http/json-client.ts';
import { asksForLongPause, backOff, createRetry, hasTriesLeft, type Sleep } from '../http/retry.ts';
import { parseAnswer, send } from './http.ts';
import { JumpCloudProblem, problemOf, problemOfStatus } from './problem.ts';

const TRIES = 5;

export interface Connection {
  /** Ends with a slash. */
  readonly base: URL;
  readonly apiKey: string;
  /** For one try. */
  readonly timeoutMs: number;
  readonly sleep: Sleep;
}

interface Question extends Pick<JsonCall, 'path' | 'query'>, CallOptions {
  /** The organisation that the call is about: a key of a provider's administrator must name it. */
  readonly organizationId?: string;
}

/** Tries again what passes by itself: five times in all. */
const withRetry = createRetry({
  isRetryable: (error, attempt) =>
    error instanceof JumpCloudProblem && hasTriesLeft(error, attempt, TRIES) && !asksForLongPause(error),
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

async function askOnce({ base, apiKey, timeoutMs }: Connection, { organizationId, ...call }: Question) {
  const headers: Record<string, string> = organizationId === undefined ? {} : { 'x-org-id': organizationId };
  return read(await send(base, { ...call, headers }, { 'x-api-key': apiKey }, timeoutMs));
}

/** Reads, and reads again what passes by itself. All but an answer of that shape is a JumpCloudProblem. */
export const ask = <S extends z.ZodMiniType>(line: Connection, question: Question, schema: S): Promise<z.output<S>> =>
  withRetry(async () => parseAnswer(schema, await askOnce(line, question)), {
    sleep: line.sleep,
    signal: question.signal,
  });
