import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readOrMakeKey } from './key-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-key-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('nodes that start together for the first time all get one key, and leave nothing beside it', async () => {
  const file = join(folder, 'data', 'secret.key');
  const keys = await Promise.all(Array.from({ length: 12 }, () => readOrMakeKey(file)));
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[\w-]{43}$/);
  expect(readdirSync(join(folder, 'data'))).toEqual(['secret.key']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a key that is there is read and stays', async () => {
  const file = join(folder, 'given.key');
  writeFileSync(file, 'given\n');
  expect(await readOrMakeKey(file)).toBe('given');
});

test('an empty file is no key', async () => {
  const file = join(folder, 'empty.key');
  writeFileSync(file, '\n');
  await expect(readOrMakeKey(file)).rejects.toThrow(`The file ${file} is empty.`);
});

test('what cannot be read is told as it is, and nothing is made', async () => {
  await expect(readOrMakeKey(folder)).rejects.toThrow(/EISDIR/);
});
