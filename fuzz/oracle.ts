import { isDeepStrictEqual } from 'node:util';
import { WORKBOOK, type Call } from '@desk/contract/call';
import * as z from 'zod/mini';
import { root } from '../launcher/root.mjs';
import { promised, type Menus } from '../server/src/testing/permissions.ts';
import type { FuzzActor } from './actors.ts';
import type { Answer } from './product.ts';
import { CANARY } from './filled-database.ts';

const Problem = z.object({
  error: z.literal(true),
  message: z.string().check(z.minLength(1)),
  request_id: z.string().check(z.minLength(1)),
});

/** Text that only the inside of the server produces; no request has it. */
const INSIDE: readonly RegExp[] = [
  /\n\s+at .+:\d+:\d+/,
  /node_modules|\/server\/(?:src|dist)\//,
  /Failed query|invalid input syntax|violates [a-z-]+ constraint|relation "|column "|SQLSTATE/,
  /\$argon2|password_hash|postgres(?:ql)?:\/\//,
];

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isJson = (type: string): boolean => type.startsWith('application/json');

/** An external service that is not there may be reported, in the words that the call declares. */
const isDeclared = ({ refusals }: Call, status: number, message: unknown): boolean =>
  status === 503 && refusals?.[503] !== undefined && message === refusals[503];

function refusalObjections(call: Call, { status, text, logged }: Answer): string[] {
  const reply = parsed(text);
  const problem = Problem.safeParse(reply);
  if (!problem.success) return [`its refusal (${status}) is no problem of the contract's shape: ${text.slice(0, 300)}`];
  if (status < 500 || isDeclared(call, status, problem.data.message)) return [];
  return [`answers ${status}: ${problem.data.message}\n${logged.join('').slice(0, 3_000)}`];
}

/** The media types of the file that a call may answer with; undefined: it answers with JSON. */
function filesOf({ download, document }: Call): readonly string[] | undefined {
  if (document !== undefined) return [document];
  return download === undefined ? undefined : ['text/csv', WORKBOOK];
}

function jsonObjections({ reply }: Call, { text, type }: Answer): string[] {
  const result = parsed(text);
  if (!isJson(type) || result === undefined) return [`answers no JSON, but ${type}`];
  const checked = reply.safeParse(result);
  if (!checked.success) return [`answers out of contract: ${z.prettifyError(checked.error)}`];
  return isDeepStrictEqual(checked.data, result) ? [] : ['answers more than its contract says'];
}

function replyObjections(call: Call, answer: Answer): string[] {
  const files = filesOf(call);
  if (files === undefined || (call.orJson && isJson(answer.type))) return jsonObjections(call, answer);
  return files.some((type) => answer.type.startsWith(type)) ? [] : [`answers ${answer.type}, and promises a file`];
}

/** What is in a workbook and a PDF is compressed: its text tells nothing. */
const isCompressed = (type: string): boolean => type === WORKBOOK || type === 'application/pdf';

const readable = ({ type, text }: Answer): string =>
  isCompressed(type) ? '' : text.replaceAll(String.raw`\"`, '"').replaceAll(String.raw`\n`, '\n');

function leaks({ kind }: FuzzActor, answer: Answer): string[] {
  const text = readable(answer);
  const inside = [...INSIDE.filter((sign) => sign.test(text)).map(String), ...(text.includes(root) ? ['a path'] : [])];
  return [
    ...inside.map((sign) => `tells of the inside (${sign}): ${text.slice(0, 500)}`),
    ...(kind !== 'staff' && text.includes(CANARY) ? [`tells what is of others: ${text.slice(0, 500)}`] : []),
  ];
}

/** Violations by an answer, each in one sentence about the call. */
export function objections(call: Call, actor: FuzzActor, menus: Menus, answer: Answer): string[] {
  const { status } = answer;
  const isDone = status >= 200 && status < 300;
  const isTheirs = promised(call, actor, menus) === 'goes on';
  return [
    ...(isDone ? replyObjections(call, answer) : refusalObjections(call, answer)),
    ...(isDone && !isTheirs ? [`is answered (${status}) though it is not for ${actor.name}`] : []),
    ...leaks(actor, answer),
    ...(({} as { polluted?: unknown }).polluted === undefined ? [] : ['changed the prototype of all objects']),
  ];
}
