import { affectedTests } from './checks/affected.ts';
import { changedBetween, contentsNow, lastPassed, rememberPassed } from './checks/contents.ts';
import { staticChecks, vitest } from './checks.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import type { TestCounts } from './test-counts.ts';
import { countedRun, withTestDatabase } from './test-run.ts';

const contents = contentsNow();

/** The tests that depend on files changed since the last green run; all tests where there was none. */
function wantedTests(): string[] | 'all' {
  const passed = lastPassed();
  if (passed === undefined) return 'all';
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  return affectedTests(changedBetween(passed, contents), Object.keys(contents), read);
}

async function tests(signal: AbortSignal): Promise<TestCounts> {
  const files = wantedTests();
  process.stdout.write(
    files === 'all'
      ? '\nAll tests run; the next time those that a change since then concerns.\n'
      : `\nThe tests of ${files.length} files run, which a change since the last green run concerns; npm test runs all.\n`,
  );
  return withTestDatabase((env) => vitest(env, signal, files === 'all' ? {} : { files }));
}

await countedRun(async (signal) => {
  const counts = [...(await staticChecks(signal)), await tests(signal)];
  if (counts.every(({ failures }) => failures.length === 0)) rememberPassed(contents);
  return counts;
});
