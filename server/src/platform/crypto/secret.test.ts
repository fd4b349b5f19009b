import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { databaseUrl, db, emptyDatabase } from '../../testing/clone.ts';
import { codeHash, loadSecret, seal, unseal } from './secret.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-secret-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(emptyDatabase);

const config = (over: Record<string, string> = {}) =>
  readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data'), ...over });

test('the first start makes a key that only its owner can read, later starts use it', async () => {
  const first = await loadSecret(db, config());
  expect(await loadSecret(db, config())).toEqual(first);
  expect(statSync(join(folder, 'data', 'secret.key')).mode & 0o777).toBe(0o600);
});

test('a node with another key than the database was set up with is refused in one sentence', async () => {
  await loadSecret(db, config({ SECRET_KEY: 'a'.repeat(32) }));
  await expect(loadSecret(db, config({ SECRET_KEY: 'b'.repeat(32) }))).rejects.toThrow(/SECRET_KEY is not the one/);
});

test('what is sealed can be read with the key only, and not when a bit was changed', async () => {
  const secret = await loadSecret(db, config());
  const sealed = seal(secret, 'code 123456');
  expect(unseal(secret, sealed)).toBe('code 123456');
  expect(sealed.toString('latin1')).not.toContain('123456');
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
  expect(() => unseal(secret, sealed)).toThrow();
});

test('a code counts for its address and purpose only', async () => {
  const secret = await loadSecret(db, config());
  const hash = codeHash(secret, '123456', 'Asha@desk.example', 'reset');
  expect(codeHash(secret, '123456', 'asha@desk.example', 'reset')).toEqual(hash);
  expect(codeHash(secret, '123456', 'asha@desk.example', 'register')).not.toEqual(hash);
  expect(codeHash(secret, '123456', 'ravi@desk.example', 'reset')).not.toEqual(hash);
});
