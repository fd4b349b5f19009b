import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from './root.mjs';
import { ending, sum, testCountsOf } from './test-counts.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-test-counts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type TestLine = [name: string, status: string, ...messages: string[]];

function report(passed: number, ...files: { status: string; message?: string; tests: TestLine[] }[]): string {
  const file = join(folder, 'report.json');
  const testResults = files.map(({ status, message = '', tests }, n) => ({
    name: join(root, `server/${n}.test.ts`),
    status,
    message,
    assertionResults: tests.map(([fullName, it, ...failureMessages]) => ({ fullName, status: it, failureMessages })),
  }));
  writeFileSync(file, JSON.stringify({ numPassedTests: passed, testResults }));
  return file;
}

test('counts what passed, and tells what failed and where', () => {
  const tests: TestLine[] = [
    ['adds', 'passed'],
    ['divides', 'failed', 'expected 1 to be 2'],
    ['sorts', 'failed', 'too late'],
  ];
  expect(testCountsOf(report(7, { status: 'failed', tests }), 1)).toEqual({
    passed: 7,
    failures: ['server/0.test.ts: divides\nexpected 1 to be 2', 'server/0.test.ts: sorts\ntoo late'],
  });
});

test('a test file that cannot be loaded is a failure', () => {
  const file = report(7, { status: 'failed', message: 'no such module', tests: [] });
  expect(testCountsOf(file, 1)).toEqual({ passed: 7, failures: ['server/0.test.ts\nno such module'] });
});

test('a red run is never counted as green', () => {
  expect(testCountsOf(report(7), 1)).toEqual({ passed: 7, failures: ['Vitest ended with 1, though no test failed.'] });
  expect(testCountsOf(join(folder, 'none.json'), 0).failures).toHaveLength(1);
});

test('the counts of several runs add up', () => {
  const counts = [
    { passed: 1, failures: [] },
    { passed: 20, failures: ['a', 'b'] },
  ];
  expect(sum([...counts, { passed: 0, failures: ['c'] }])).toEqual({ passed: 21, failures: ['a', 'b', 'c'] });
});

test('the end of a run says what failed, shortly, and counts in its last line', () => {
  const long = Array.from({ length: 40 }, (_, n) => `line ${n}`).join('\n');
  const lines = ending({ passed: 3, failures: ['divides\nexpected 1 to be 2', long] }).split('\n');
  expect(lines).toContain('Failure 1: divides');
  expect(lines).toContain('Failure 2: line 0');
  expect(lines).not.toContain('line 20');
  expect(lines.slice(-2)).toEqual(['3 passed, 2 failed', '']);
  expect(ending({ passed: 3, failures: [] })).toBe('\n3 passed, 0 failed\n');
  expect(ending({ passed: 3, failures: ['no'] }, 'Took: long.\n')).toMatch(/no\n\nTook: long\.\n3 passed, 1 failed\n$/);
});
