import { access } from '@desk/contract/access';
import { WORKBOOK, type Call, type InputOf, type ReplyOf } from '@desk/contract/call';
import { withSlugs } from '@desk/contract/rules/slugs';
import * as z from 'zod/mini';
import { isAttended } from './attended.ts';
import { takeFirstRequest, takeFirstText } from './first-request.ts';
import { NO_ANSWER, Refused } from './refused.ts';
import { saveFile } from '../kit/export/save-sheet.ts';
import { heldFirstLogin, reportStaleMenu, readSession, sessionEnded } from './session.ts';

const ErrorBody = z.object({ message: z.string().check(z.minLength(1)), retry_after: z.optional(z.number()) });
const UNNAMED = 'Something went wrong. Please try again after some time..!';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const tokenNow = () => readSession()?.token.login_token ?? heldFirstLogin()?.login_token;

let slugs: Promise<ReplyOf<typeof access.brand>> | undefined;

/** `{provider}` and `{directory_product}` stand for settings of the installation, asked for once. */
async function addressOf(path: string): Promise<string> {
  if (!path.includes('{')) return `/api/${path}`;
  slugs ??= send(access.brand, {});
  const brand = await slugs.catch((error: unknown) => {
    slugs = undefined;
    throw error;
  });
  return `/api/${withSlugs(path, brand)}`;
}

function headersOf(call: Call, token: string | undefined, key?: string): Record<string, string> {
  return {
    'X-Requested-With': 'XMLHttpRequest',
    ...(token !== undefined && { Authorization: token }),
    ...(!call.writes && !isAttended() && { 'X-Unattended': '1' }),
    ...(call.writes && { 'Idempotency-Key': key ?? crypto.randomUUID() }),
  };
}

/**
 * The message for the user: the contract's text for that status, else the server's, else one for everything. Who has to wait is
 * told the contract's text by the server, with for how long.
 */
function messageOf(call: Call, { status, body }: Answer): string {
  const named = call.refusals?.[status];
  const result = ErrorBody.safeParse(body);
  if (result.success && (named === undefined || result.data.retry_after !== undefined)) return result.data.message;
  return named ?? UNNAMED;
}

function refuse(call: Call, answer: Answer, token: string | undefined): never {
  const signedOut = answer.status === 401 && call.audience !== 'public' && token !== undefined;
  if (signedOut && token === tokenNow()) sessionEnded();
  if (answer.status === 403 && call.screens !== undefined) reportStaleMenu();
  throw new Refused(answer.status, messageOf(call, answer), answer.body);
}

/** In production the server is believed: parsing 5,000 rows a second time costs more than it tells. */
function replyOf<C extends Call>(call: C, body: unknown): ReplyOf<C> {
  return (import.meta.env.DEV ? z.parse(call.reply, body) : body) as ReplyOf<C>;
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Who waits longer for an answer is told that there was none; only a file may take its time. */
const LONGEST_MS = 60_000;

const noAnswer = (): never => {
  throw new Refused(0, NO_ANSWER, undefined);
};

interface Sending {
  body: unknown;
  /** Ends the waiting for an answer. */
  signal?: AbortSignal;
  key?: string | undefined;
  /** The media type of the answer where it may have another than the call's first. */
  accept?: string | undefined;
}

async function post(call: Call, { body, key, accept, signal }: Sending): Promise<Response> {
  // Whose call this is, is settled as it is made: logging out empties the storage while the call is under way.
  const token = tokenNow();
  const address = await addressOf(call.path);
  const text = JSON.stringify(body);
  let response: Response;
  try {
    const sent =
      accept === undefined && !call.writes ? takeFirstRequest({ path: call.path, body: text, token }) : undefined;
    response = await (sent ??
      fetch(address, {
        method: 'POST',
        headers: {
          ...headersOf(call, token, key),
          'Content-Type': 'application/json',
          ...(accept !== undefined && { Accept: accept }),
        },
        body: text,
        ...(signal && { signal }),
      }));
  } catch {
    return noAnswer();
  }
  if (!response.ok)
    refuse(call, { status: response.status, body: jsonOf(await response.text().catch(noAnswer)) }, token);
  return response;
}

/** Makes a call. `key` is given where the same write may be sent again; without it each sending is its own. */
export async function send<C extends Call>(call: C, body: InputOf<C>, key?: string): Promise<ReplyOf<C>> {
  const response = await post(call, { body, key, signal: AbortSignal.timeout(LONGEST_MS) });
  return replyOf(call, jsonOf(await response.text().catch(noAnswer)));
}

/** The reply that is here before it is asked for, by the page's first script; undefined: it has to be waited for. */
export function replyAtHand<C extends Call>(call: C, body: InputOf<C>): ReplyOf<C> | undefined {
  const text = takeFirstText({ path: call.path, body: JSON.stringify(body), token: tokenNow() });
  return text === undefined ? undefined : replyOf(call, jsonOf(text));
}

/** Makes a call whose reply is a file and hands the file to the browser; answers its name. */
export async function download<C extends Call>(call: C, body: InputOf<C>, form: 'csv' | 'xlsx'): Promise<string> {
  const csv = call.download ?? 'export_data.csv';
  const name = form === 'csv' ? csv : csv.replace(/\.csv$/, '.xlsx');
  const response = await post(call, { body, ...(form === 'xlsx' && { accept: WORKBOOK }) });
  saveFile(name, await response.blob());
  return name;
}

const FILE_NAME = /filename="([\w.-]+)"/;

/** Makes a call whose reply is one document and hands it to the browser; answers its name. */
export async function downloadDocument<C extends Call>(call: C, body: InputOf<C>): Promise<string> {
  const response = await post(call, { body });
  const name = FILE_NAME.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'document.pdf';
  saveFile(name, await response.blob());
  return name;
}

/** Makes a call with a file; `onProgress` hears the share that is sent, 0 to 1 (which `fetch` does not tell). */
export async function upload<C extends Call>(
  call: C,
  { body, file }: { body: InputOf<C>; file: File },
  onProgress: (share: number) => void,
): Promise<ReplyOf<C>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(body as object)) form.append(name, String(value));
  form.append('file', file);
  const token = tokenNow();
  const address = await addressOf(call.path);
  const answer = await new Promise<Answer>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    for (const [name, value] of Object.entries(headersOf(call, token))) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => onProgress(event.total === 0 ? 0 : event.loaded / event.total);
    request.onload = () => resolve({ status: request.status, body: jsonOf(request.responseText) });
    request.onerror = () => reject(new Refused(0, NO_ANSWER, undefined));
    request.send(form);
  });
  if (answer.status !== 200) refuse(call, answer, token);
  return replyOf(call, answer.body);
}
