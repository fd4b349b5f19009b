import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds that the clock of whoever signs may be off. */
const MOST_OFF = 300;

interface Signed {
  /** Seconds since 1970, as it stands in the header. */
  readonly timestamp: string;
  /** Hex, of HMAC-SHA256 over timestamp, `.` and body. */
  readonly signature: string;
  readonly body: Buffer;
}

/** Whether a time is near enough for what was signed with it to be taken: before its body is read. */
export function isTimely(timestamp: string, now: Date): boolean {
  return /^\d{1,12}$/.test(timestamp) && Math.abs(Number(timestamp) - now.getTime() / 1_000) <= MOST_OFF;
}

/** Whether somebody who has the secret has signed this body with this time. */
export function isSigned(secret: string, { timestamp, signature, body }: Signed): boolean {
  const own = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  const given = Buffer.from(signature.replace(/^sha256=/, ''), 'hex');
  return given.length === own.length && timingSafeEqual(given, own);
}

/** The raw mail in `{"raw": "<base64>"}`; undefined: it is not there. */
export function rawInJson(body: Buffer): Buffer | undefined {
  try {
    const { raw } = JSON.parse(body.toString('utf8')) as { raw?: unknown };
    return typeof raw === 'string' && raw !== '' ? Buffer.from(raw, 'base64') : undefined;
  } catch {
    return undefined;
  }
}
