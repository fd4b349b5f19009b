import type { FastifyReply } from 'fastify';

/** Scripts and styles come from our own files only; `styles` is what else a page may have, such as the hash of its one sheet. */
export const contentPolicy = (...styles: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');

export const securityHeaders = (secure: boolean) => ({
  'content-security-policy': contentPolicy(),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  ...(secure ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
});

/** The security headers of every answer. */
export function setHeaders(reply: FastifyReply, secure: boolean) {
  reply.headers(securityHeaders(secure));
}
