import { existsSync, readFileSync } from 'node:fs';

export type Tally = { passed: number; failed: number };

export const sum = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
});

/** Vitest's JSON report, as far as it is counted. */
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
};

/**
 * Counts a run of Vitest. A file that could not even be loaded has no test that failed, and an error outside of tests neither:
 * each counts as one failure, so that the last line never says 0 failed after a red run.
 */
export function tallyOf(reportFile: string, exitCode: number): Tally {
  if (!existsSync(reportFile)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = report.numFailedTests + unloaded.length;
  return { passed: report.numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}
