import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './root.mjs';

const TEXT = readFileSync(join(root, 'docs/security-checks.md'), 'utf8');
const FOLDERS = /^(contract|web|simulators|launcher|e2e|bench|fault-tests|fuzz|year|docs)\//;
const named = [...TEXT.matchAll(/`([\w./-]+\.(?:ts|tsx|md))`/g)].map(([, path = '']) => path);

test('what is said to prove a check is there', () => {
  expect(named.length).toBeGreaterThan(100);
  const paths = named.map((path) => (FOLDERS.test(path) || existsSync(join(root, path)) ? path : `server/src/${path}`));
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
