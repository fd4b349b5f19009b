import type { FastifyBaseLogger } from 'fastify';
import { securityEvents } from '../metrics/measures.ts';

type SecurityEvent =
  | 'authn_login_fail'
  | 'authn_login_lock'
  | 'authz_fail'
  | 'excess_rate_limit_exceeded'
  | 'input_validation_fail'
  | 'privilege_permissions_changed'
  | 'session_ended'
  | 'session_opened'
  | 'upload_validation';

/** Routine events, logged at level info; the rest are warnings. */
const EVERYDAY: ReadonlySet<SecurityEvent> = new Set([
  'session_opened',
  'session_ended',
  'privilege_permissions_changed',
]);

/** One line of the security log, in the request's log: what happened and from where; never what was typed into a secret field. */
export const logSecurityEvent = (
  { log, client }: { log: FastifyBaseLogger; client: { ip: string } },
  event: SecurityEvent,
  more: Readonly<Record<string, string | number>> = {},
) => {
  securityEvents.inc({ event });
  const line = { event, ip: client.ip, ...more };
  if (EVERYDAY.has(event)) log.info(line);
  else log.warn(line);
};
