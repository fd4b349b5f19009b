import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './root.mjs';

/** How many checks passed, and what is said of each that failed. */
export type TestCounts = { passed: number; failures: readonly string[] };

export const sum = (counts: readonly TestCounts[]): TestCounts => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failures: counts.flatMap(({ failures }) => failures),
});

/** Enough of a failure to know what it is about; the whole of it stands further up. */
const LINES = 12;
const LINE = 300;
const FAILURES = 50;
const shortly = (text: string): string =>
  text
    .trim()
    .split('\n', LINES)
    .map((line) => line.slice(0, LINE))
    .join('\n');

/**
 * The end of a run. What failed is said once more, and below it what is known of the run itself: of a long run often only the
 * end is kept.
 */
export function ending({ passed, failures }: TestCounts, about = ''): string {
  const again = failures.slice(0, FAILURES).map((failure, n) => `Failure ${n + 1}: ${shortly(failure)}\n\n`);
  return `\n${again.join('')}${about}${passed} passed, ${failures.length} failed\n`;
}

/** Vitest's JSON report, as far as it is counted. */
type TestReport = { status: string; fullName: string; failureMessages: string[] };
type FileReport = { name: string; status: string; message: string; assertionResults: TestReport[] };
type Report = { numPassedTests: number; testResults: FileReport[] };

/** A file that could not even be loaded has no test that failed: it counts as one failure. */
function failuresOf({ name, status, message, assertionResults }: FileReport): string[] {
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0)
    return status === 'failed' ? [`${file}\n${message || 'A hook failed; its error stands further up.'}`] : [];
  return failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}\n${failureMessages.join('\n')}`);
}

/**
 * Counts a run of Vitest. An error outside of tests fails no test: it counts as one failure, so that the last line never says
 * 0 failed after a red run.
 */
export function testCountsOf(reportFile: string, exitCode: number): TestCounts {
  if (!existsSync(reportFile)) return { passed: 0, failures: [`Vitest ended with ${exitCode} and no report.`] };
  const { numPassedTests: passed, testResults } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  const failures = testResults.flatMap(failuresOf);
  const isRedWithout = failures.length === 0 && exitCode !== 0;
  return { passed, failures: isRedWithout ? [`Vitest ended with ${exitCode}, though no test failed.`] : failures };
}
