import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether two secrets are the same, in one time however alike they are. */
export const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/**
 * Whether who has the secret has signed these parts, one after the other.
 * @param signature hex, of HMAC-SHA256; `sha256=` may stand before it
 */
export function isSignedWith(secret: string, parts: readonly (string | Buffer)[], signature: string): boolean {
  const mac = createHmac('sha256', secret);
  for (const part of parts) mac.update(part);
  const own = mac.digest();
  const given = Buffer.from(signature.replace(/^sha256=/, ''), 'hex');
  return given.length === own.length && timingSafeEqual(given, own);
}
