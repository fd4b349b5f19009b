import * as z from 'zod/mini';
import { problemsOf, ServiceProblem, type ProblemKind, type Voice } from '../http/service-problem.ts';

export class ZohoProblem extends ServiceProblem {
  override readonly name = 'ZohoProblem';
}

const SENTENCES: Voice<ZohoProblem>['sentences'] = {
  auth: 'Zoho did not accept our credentials. Check ZOHO_CLIENT_ID, ZOHO_CLIENT_SECRET, ZOHO_REFRESH_TOKEN and its scopes.',
  quota: "Zoho's limit for calls is reached. Try again in some minutes.",
  unavailable: 'Zoho is not available at the moment. Try again in some minutes.',
  refused: 'Zoho refused this.',
  'not-found': 'Zoho does not know this record.',
  'bad-answer': "Zoho's answer could not be read. Check the ZOHO_…_URL settings if this stays.",
  configuration: 'Zoho is not set up.',
};

export const ZOHO: Voice<ZohoProblem> = { name: 'Zoho', Problem: ZohoProblem, sentences: SENTENCES };
export const problemOf = problemsOf(ZOHO);

/** CRM says `code` in words, Books in a number, Desk `errorCode`. */
const Envelope = z.object({
  code: z.optional(z.union([z.string(), z.number()])),
  errorCode: z.optional(z.string()),
  message: z.optional(z.string()),
  details: z.optional(z.object({ api_name: z.optional(z.string()) })),
});
/** A refused write of the CRM says it in its row, whatever the status. */
const Row = z.pipe(
  z.object({ data: z.tuple([Envelope], z.unknown()) }),
  z.transform(({ data }) => data[0]),
);
const ErrorBody = z.union([Row, Envelope]);

const OUTAGES = [500, 502, 503, 504];
/** Books speaks in numbers, whatever the status: 44 and 45 are its limits, 14 a bad token, 57 no right to what was asked. */
const QUOTA_REASONS = ['TOO_MANY_REQUESTS', 'THRESHOLD_EXCEEDED', 'LIMIT_EXCEEDED', '44', '45'];
const AUTH_REASONS = ['OAUTH_SCOPE_MISMATCH', 'SCOPE_MISMATCH', 'NO_PERMISSION', '14', '57'];
const OUTAGE_REASONS = ['INTERNAL_ERROR'];

function kindOf(status: number, reason = ''): ProblemKind {
  if (OUTAGES.includes(status) || OUTAGE_REASONS.includes(reason)) return 'unavailable';
  if (status === 429 || QUOTA_REASONS.includes(reason)) return 'quota';
  if (status === 401 || AUTH_REASONS.includes(reason)) return 'auth';
  return status === 404 ? 'not-found' : 'refused';
}

/** These say enough without an envelope; any other answer without one comes from something that is not Zoho. */
const CLEAR_STATUS = [401, 429, ...OUTAGES];

/** The problem of an answer that is no success: by its status, or by the code that a success carries all the same. */
export function problemOfAnswer(status: number, body: unknown, retryAfterMs?: number): ZohoProblem {
  const { code, errorCode, message, details } = ErrorBody.safeParse(body).data ?? {};
  const reason = errorCode ?? (code === undefined ? undefined : String(code));
  if (reason === undefined && !CLEAR_STATUS.includes(status)) return unreadableAnswer(status, status >= 400);
  const words = details?.api_name === undefined ? message : `${message ?? ''} (${details.api_name})`;
  return problemOf(kindOf(status, reason), { status, reason, retryAfterMs }, words);
}

export const unreadableAnswer = (status: number | undefined, retriable: boolean): ZohoProblem =>
  problemOf('bad-answer', { status, retriable });

/** Whether a write may have been done although its answer says nothing of it. */
export const isOpen = (error: unknown): error is ZohoProblem =>
  error instanceof ZohoProblem && (error.kind === 'unavailable' || error.kind === 'bad-answer');
