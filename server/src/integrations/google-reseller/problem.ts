import * as z from 'zod/mini';
import { problemsOf, ServiceProblem, type ProblemKind, type Voice } from '../http/service-problem.ts';

export class GoogleProblem extends ServiceProblem {
  override readonly name = 'GoogleProblem';
}

const Envelope = z.object({
  error: z.object({
    message: z.optional(z.string()),
    status: z.optional(z.string()),
    errors: z.optional(z.array(z.object({ reason: z.optional(z.string()) }))),
  }),
});

const QUOTA_REASONS = ['quotaExceeded', 'dailyLimitExceeded', 'rateLimitExceeded', 'userRateLimitExceeded'];
const OUTAGES = [500, 502, 503, 504];

function kindOf(status: number, reason = ''): ProblemKind {
  // Google tells of its quota as 429, as 403 and as 503.
  if (status === 429 || ([403, 503].includes(status) && QUOTA_REASONS.includes(reason))) return 'quota';
  if (OUTAGES.includes(status)) return 'unavailable';
  if (status === 401 || reason === 'insufficientPermissions') return 'auth';
  if (reason === 'accessNotConfigured') return 'configuration';
  return status === 404 ? 'not-found' : 'refused';
}

const SENTENCES: Voice<GoogleProblem>['sentences'] = {
  auth:
    'Google did not accept the service account. Check its key, the administrator it acts for ' +
    '(GOOGLE_ADMIN_SUBJECT) and its domain-wide delegation.',
  quota: "Google's limit for calls of the Reseller API is reached. Try again in some minutes.",
  unavailable: 'Google is not available at the moment. Try again in some minutes.',
  refused: 'Google refused this.',
  'not-found': 'Google does not know this customer or subscription.',
  'bad-answer': "Google's answer could not be read. Check GOOGLE_RESELLER_URL if this stays.",
  configuration: 'The Reseller API is not switched on for the Google project of the service account.',
};

export const GOOGLE: Voice<GoogleProblem> = { name: 'Google', Problem: GoogleProblem, sentences: SENTENCES };
export const problemOf = problemsOf(GOOGLE);

function errorIn(body: unknown) {
  const envelope = Envelope.safeParse(body);
  if (!envelope.success) return undefined;
  const { message, status, errors } = envelope.data.error;
  return { message, reason: errors?.[0]?.reason ?? status };
}

/** These say enough without Google's envelope; any other answer without it comes from something that is not Google. */
const CLEAR_STATUS = [401, 429, ...OUTAGES];

/** The problem of an answer with a status other than 2xx. */
export function problemOfAnswer(status: number, body: unknown): GoogleProblem {
  const error = errorIn(body);
  if (!error && !CLEAR_STATUS.includes(status)) return unreadableAnswer(status, { retriable: status >= 400 });
  return problemOf(kindOf(status, error?.reason), { status, reason: error?.reason }, error?.message);
}

export const unreadableAnswer = (status: number | undefined, { retriable }: { retriable: boolean }): GoogleProblem =>
  problemOf('bad-answer', { status, retriable });
