import type { Call, StatusOf } from '@desk/contract/call';
import type { Context } from '../platform/context.ts';
import { audit } from '../platform/audit/audit.ts';
import { retryLater, Refusal } from '../platform/http/refusal.ts';
import { accountByEmail } from './accounts.ts';
import { logSecurityEvent } from '../platform/log/security-log.ts';
import { auditUnknownCaller } from './repeated-denials.ts';

interface About {
  action: 'login_failed' | 'otp_failed' | 'authz_fail';
  /** Whom the attempt was about, as typed. */
  email: string;
}

class Denied extends Refusal {
  readonly call: string;
  readonly about: About;
  constructor({ path, refusals }: Call, status: number, about: About, wait?: number) {
    const text = refusals?.[status] ?? '';
    const { message, more } = wait === undefined ? { message: text, more: {} } : retryLater(text, wait);
    super(status, message, more);
    this.call = path;
    this.about = about;
  }
}

/** Refuses a step that guards something; it is recorded once the transaction around it, if any, is rolled back. */
export function denyAndAudit<C extends Call>(call: C, status: Exclude<StatusOf<C>, 429>, about: About): never {
  throw new Denied(call, status, about);
}

/** Refuses it until some seconds have passed. */
export function denyForNow<C extends Call>(
  call: C & (429 extends StatusOf<C> ? unknown : never),
  seconds: number,
  about: About,
): never {
  throw new Denied(call, 429, about, seconds);
}

const eventOf = ({ status, about }: Denied) => {
  if (about.action === 'login_failed') return status === 429 ? 'authn_login_lock' : 'authn_login_fail';
  return status === 429 ? 'excess_rate_limit_exceeded' : 'authz_fail';
};

/** Records a refused attempt. One that was merely rate limited is only logged, so that a flood does not fill the database. */
export async function auditDenied(ctx: Context, error: unknown): Promise<void> {
  if (!(error instanceof Denied)) return;
  const { about, call, status } = error;
  logSecurityEvent(ctx, eventOf(error), { call, email: about.email, status });
  if (status === 429) return;
  const account = await accountByEmail(ctx.db, about.email);
  const changes = [
    { field: 'email', old: null, new: about.email },
    { field: 'call', old: null, new: call },
  ];
  const entry = { action: about.action, subject: 'account', subjectId: account?.id ?? null, changes };
  if (account) await audit(ctx.db, ctx, entry);
  else await auditUnknownCaller(ctx, entry);
}
