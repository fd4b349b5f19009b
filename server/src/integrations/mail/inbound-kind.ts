import type { InboundKind } from '@desk/contract/words/reach';
import type { MailHeaders } from './mail-headers.ts';

const AUTOMATIC_SUBJECT =
  /^\s*(?:auto(?:matic)?[ -]?(?:reply|response)|autoreply|out of (?:the )?office|ooo\b|away from|abwesen|automatische (?:antwort|abwesen)|r(?:é|e)ponse automatique|respuesta autom|resposta autom|risposta autom|automatisch antwoord)/i;
const DAEMON = /^(?:mailer-daemon|postmaster|mail-daemon)@/;
const BULK = new Set(['auto_reply', 'auto-reply', 'bulk', 'junk']);

/** Which report a mail is: `delivery-status` of RFC 3464, `feedback-report` of RFC 5965, another; undefined: none. */
function reportOf(headers: MailHeaders): string | undefined {
  const type = headers.first('content-type').toLowerCase();
  if (!type.startsWith('multipart/report')) return undefined;
  return /report-type\s*=\s*"?([\w-]+)/.exec(type)?.[1] ?? 'unknown';
}

/** From nobody who could be answered, and a mail server's (RFC 5321, 4.5.5). */
function isFromMailServer(headers: MailHeaders): boolean {
  const from = headers.addresses('from')[0] ?? 'mailer-daemon@';
  return /^\s*<\s*>\s*$/.test(headers.first('return-path')) && DAEMON.test(from);
}

/** Written by a program and by no person (RFC 3834, and what is older than it). */
function isAutomatic(headers: MailHeaders): boolean {
  const submitted = headers.first('auto-submitted').trim().toLowerCase();
  if (submitted !== '' && !/^no\b/.test(submitted)) return true;
  if (headers.has('x-autoreply') || headers.has('x-autorespond')) return true;
  if (BULK.has(headers.first('precedence').trim().toLowerCase())) return true;
  return headers.has('x-auto-response-suppress') && AUTOMATIC_SUBJECT.test(headers.first('subject'));
}

/** A mail that asks for no more of them: to the address of one of ours, by its subject; or the form of RFC 8058. */
const asksToStop = (headers: MailHeaders, to: readonly string[]): boolean =>
  headers.first('subject').trim().toLowerCase() === 'unsubscribe' && to.some((address) => address.includes('+'));

/** What a mail is, by its headers alone. */
export function kindOf(headers: MailHeaders, to: readonly string[]): InboundKind {
  const report = reportOf(headers);
  if (report === 'delivery-status') return 'bounce';
  // Who calls our mail unwanted is to get no more of it.
  if (report === 'feedback-report') return 'unsubscribe';
  if (report !== undefined) return 'auto-reply';
  if (isFromMailServer(headers)) return 'bounce';
  if (asksToStop(headers, to)) return 'unsubscribe';
  return isAutomatic(headers) ? 'auto-reply' : 'reply';
}
