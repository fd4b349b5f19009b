import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { BadSetting, type Config } from '../../config.ts';
import type { Db } from '../db/db.ts';
import { readOrMakeKey } from './key-file.ts';

const derive = (text: string): Buffer => Buffer.from(hkdfSync('sha256', text, 'reseller-desk', 'one-time codes', 32));

const fileOf = ({ DATA_DIR }: Config): string => join(DATA_DIR, 'secret.key');
const fingerprintOf = (secret: Buffer): string => createHash('sha256').update(secret).digest('hex').slice(0, 16);

/** Of the key that is set or kept here; undefined where there is none yet. */
export function localFingerprint(config: Config): string | undefined {
  const file = fileOf(config);
  const text = config.SECRET_KEY ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined);
  return text === undefined ? undefined : fingerprintOf(derive(text));
}

/**
 * The key of this installation: SECRET_KEY, else one made on first start and kept in the data folder. All nodes of a
 * database must have the same; its fingerprint in the database tells.
 * @throws BadSetting when this node's key is another than the database's.
 */
export async function loadSecret(db: Db, config: Config): Promise<Buffer> {
  const secret = derive(config.SECRET_KEY ?? (await readOrMakeKey(fileOf(config))));
  const fingerprint = fingerprintOf(secret);
  await db.execute(
    sql`insert into installation (name, value) values ('secret', ${fingerprint}) on conflict do nothing`,
  );
  const { rows } = await db.execute<{ value: string }>(sql`select value from installation where name = 'secret'`);
  if (rows[0]?.value !== fingerprint)
    throw new BadSetting(
      'The setting SECRET_KEY is not the one that this database was set up with; all nodes must share it.',
    );
  return secret;
}

/** One-time codes are stored only as this keyed hash. */
export const codeHash = (secret: Buffer, code: string, email: string, purpose: string): Buffer =>
  createHmac('sha256', secret).update(`${purpose}\0${email.toLowerCase()}\0${code}`).digest();

const macOf = (secret: Buffer, purpose: string, text: string): Buffer =>
  createHmac('sha256', secret).update(`signed\0${purpose}\0${text}`).digest();

/** A text that somebody else keeps for us and cannot change. */
export const sign = (secret: Buffer, purpose: string, text: string): string =>
  `${text}.${macOf(secret, purpose, text).toString('base64url')}`;

/** @returns the text, or undefined where it was not signed here for this purpose. */
export function readSigned(secret: Buffer, purpose: string, value = ''): string | undefined {
  const end = value.lastIndexOf('.');
  const text = value.slice(0, Math.max(end, 0));
  const mac = Buffer.from(value.slice(end + 1), 'base64url');
  const own = macOf(secret, purpose, text);
  return mac.length === own.length && timingSafeEqual(mac, own) ? text : undefined;
}

/** Text that may lie in the database but must not be readable there (AES-256-GCM: nonce, tag, ciphertext). */
export function seal(secret: Buffer, text: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce);
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]);
}

export function unseal(secret: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
}
