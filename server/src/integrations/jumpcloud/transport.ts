import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';
import { retryingWith, type Sleep } from '../retrying.ts';
import { JumpCloudProblem, problemOf, problemOfStatus } from './problem.ts';

/** A page of 100 organisations is about 10 kB, one with all its products less. */
const LONGEST_ANSWER = 2 * 1024 * 1024;
const TRIES = 5;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

export interface Line {
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

/** Tries again what passes by itself: at random up to 2, 4, 8, 16 s, or as long as JumpCloud asks, a minute at most. */
const retrying = retryingWith({
  passes: (error, attempt) => error instanceof JumpCloudProblem && error.retriable && attempt < TRIES,
  pause: (attempt, error, { sleep, signal }) => {
    const asked = error instanceof JumpCloudProblem ? error.retryAfterMs : undefined;
    return sleep(Math.min(asked ?? randomInt(FIRST_PAUSE_MS * 2 ** (attempt - 1) + 1), LONGEST_PAUSE_MS), signal);
  },
});

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > LONGEST_ANSWER) throw problemOf('bad-answer', { status: response.status });
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function retryAfterOf(response: Response): number | undefined {
  const seconds = response.headers.get('retry-after') ?? '';
  return /^\d{1,5}$/.test(seconds) ? Number(seconds) * 1_000 : undefined;
}

const Told = z.object({ message: z.optional(z.string()), error: z.optional(z.string()) });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function read(response: Response): Promise<unknown> {
  const json = jsonOf(await textOf(response));
  if (response.ok && json !== undefined) return json;
  if (response.ok) throw problemOf('bad-answer', { status: response.status });
  const { message, error } = Told.safeParse(json).data ?? {};
  throw problemOfStatus(response.status, message ?? error ?? '', retryAfterOf(response));
}

async function askOnce({ base, apiKey, timeoutMs }: Line, { path, query, organizationId, signal }: Question) {
  const url = new URL(path.map(encodeURIComponent).join('/'), base);
  url.search = new URLSearchParams(query).toString();
  const timeout = AbortSignal.timeout(timeoutMs);
  const headers = { 'x-api-key': apiKey, accept: 'application/json' };
  try {
    return await read(
      await fetch(url, {
        headers: organizationId === undefined ? headers : { ...headers, 'x-org-id': organizationId },
        // An address that sends us elsewhere is not the one that the key is for.
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      }),
    );
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof JumpCloudProblem) throw error;
    const how = timeout.aborted ? 'JumpCloud did not answer in time.' : 'The connection to JumpCloud failed.';
    throw new JumpCloudProblem('unavailable', `${how} Try again in some minutes.`);
  }
}

/** Where an answer differs from what is known of the API, the field is named; its value is not. */
function understood<S extends z.ZodMiniType>(schema: S, answer: unknown): z.output<S> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.');
  throw new JumpCloudProblem('bad-answer', `JumpCloud's answer could not be understood${field ? ` (${field})` : ''}.`);
}

/** Reads, and reads again what passes by itself. All but an answer of that shape is a JumpCloudProblem. */
export const ask = <S extends z.ZodMiniType>(line: Line, question: Question, schema: S): Promise<z.output<S>> =>
  retrying(async () => understood(schema, await askOnce(line, question)), {
    sleep: line.sleep,
    signal: question.signal,
  });
