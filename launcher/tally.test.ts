import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sum, tallyOf } from './tally.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-tally-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function report(passed: number, failed: number, files: { status: string; tests: string[] }[] = []): string {
  const file = join(folder, 'report.json');
  const testResults = files.map(({ status, tests }) => ({
    status,
    assertionResults: tests.map((it) => ({ status: it })),
  }));
  writeFileSync(file, JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults }));
  return file;
}

test('counts what passed and what failed', () => {
  expect(tallyOf(report(7, 2, [{ status: 'failed', tests: ['failed', 'failed', 'passed'] }]), 1)).toEqual({
    passed: 7,
    failed: 2,
  });
});

test('a test file that cannot be loaded is a failure', () => {
  expect(tallyOf(report(7, 0, [{ status: 'failed', tests: [] }]), 1)).toEqual({ passed: 7, failed: 1 });
});

test('a red run is never counted as green', () => {
  expect(tallyOf(report(7, 0), 1)).toEqual({ passed: 7, failed: 1 });
  expect(tallyOf(join(folder, 'none.json'), 0)).toEqual({ passed: 0, failed: 1 });
});

test('tallies add up', () => {
  expect(
    sum([
      { passed: 1, failed: 0 },
      { passed: 20, failed: 3 },
    ]),
  ).toEqual({ passed: 21, failed: 3 });
});
