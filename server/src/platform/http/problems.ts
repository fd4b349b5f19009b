import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseBusy } from '../db/connection/connect.ts';
import { isTransient } from '../db/connection/is-transient.ts';
import { errorForLog, rootCause } from '../log/error-for-log.ts';
import { logSecurityEvent } from '../log/security-log.ts';
import { Refusal } from './refusal.ts';

/** SQLSTATEs of text that PostgreSQL cannot store: NUL, invalid byte sequences. The schema of the body should refuse it before. */
const UNREADABLE = new Set(['22021', '22P05']);

const SENTENCES: Readonly<Record<number, string>> = {
  400: 'The request could not be read.',
  404: 'Not found',
  405: 'Not found',
  408: 'The request took too long.',
  413: 'The request is too large.',
  415: 'Send application/json.',
  431: 'The request is too large.',
};
/** Message of a request refused by its status, whatever the cause. */
export const messageOf = (status: number): string => SENTENCES[status] ?? 'The request was refused.';

interface Problem {
  status: number;
  message: string;
  more?: Readonly<Record<string, unknown>> | undefined;
}

function problemOf(error: FastifyError): Problem {
  if (error instanceof Refusal) return { status: error.status, message: error.message, more: error.more };
  const root = rootCause(error) as FastifyError;
  const status = error.statusCode ?? (UNREADABLE.has(root.code) ? 400 : 500);
  if (status < 500) return { status, message: messageOf(status) };
  if (error instanceof DatabaseBusy || isTransient(root))
    return { status: 503, message: 'The service is busy. Please try again in a moment.' };
  return { status: 500, message: 'Something went wrong' };
}

/** The refusal's event in the security log, if it is a matter of security. */
function securityEventOf(status: number, isUpload: boolean) {
  if (status === 429) return 'excess_rate_limit_exceeded';
  if (status === 413 || status === 415) return 'upload_validation';
  if (status === 400) return isUpload ? 'upload_validation' : 'input_validation_fail';
  return undefined;
}

function logFailure(error: FastifyError, { log }: FastifyRequest, status: number) {
  // A refusal was meant: a flood of logins that are told to come again must not fill the log with stacks.
  if (error instanceof Refusal) {
    log.warn({ event: 'request_refused', reason: error.message, status });
    return;
  }
  log.error({ event: 'request_failed', status, ...errorForLog(error) });
}

/** Seconds after which to try again. */
function waitOf({ status, more }: Omit<Problem, 'message'>): number | undefined {
  if (status === 503) return 2;
  const problemBody = more?.['retry_after'];
  return typeof problemBody === 'number' ? problemBody : undefined;
}

/** One shape for every error, without stack, SQL or anything of the request. */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { status, message, more } = problemOf(error);
  if (status >= 500) logFailure(error, request, status);
  const isUpload = request.headers['content-type']?.startsWith('multipart/') ?? false;
  const event = securityEventOf(status, isUpload);
  if (event) {
    const route = request.routeOptions.url ?? 'unknown';
    logSecurityEvent({ log: request.log, client: { ip: request.ip } }, event, { route, status });
  }
  const wait = waitOf({ status, more });
  if (wait !== undefined) reply.header('retry-after', String(wait));
  return reply.code(status).send({ ...more, error: true, message, request_id: request.id });
}
