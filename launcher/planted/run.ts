import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pMap from 'p-map';
import { makeTemplate, SHARED_TEMPLATE } from '../../server/src/testing/database.ts';
import { CORES_OF_CI, counted } from '../checks.ts';
import { testCountsOf, type TestCounts } from '../test-counts.ts';
import { commandScript, runQuietly } from '../tools.ts';
import { bugsOfRules, type BugOfRules } from './bugs-of-rules.ts';

/** Bugs planted in rules: each must turn a test red, and counts as a check. In the background. */
export async function plantedInRules(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<TestCounts[]> {
  const { url, template, role, stop } = await makeTemplate(env);
  const shared = { ...env, [SHARED_TEMPLATE]: JSON.stringify({ url, template, role }) };
  try {
    const mustBeSeen = ({ name, tests }: BugOfRules) => counted(() => mustTurnRed(name, tests, shared, signal), signal);
    return await pMap(bugsOfRules, mustBeSeen, { concurrency: CORES_OF_CI });
  } finally {
    await stop();
  }
}

/** @throws an Error where no test sees it. */
async function mustTurnRed(name: string, tests: readonly string[], env: NodeJS.ProcessEnv, signal: AbortSignal) {
  const folder = mkdtempSync(join(tmpdir(), 'reseller-desk-report-'));
  const report = join(folder, 'report.json');
  try {
    const args = [
      commandScript('vitest'),
      'run',
      ...tests,
      '--bail=1',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ];
    await runQuietly(args, { env: { ...env, PLANTED_BUG: name }, signal, isBackground: true });
    const { failures } = testCountsOf(report, 1);
    const isSeen = failures.some((failure) => tests.some((file) => failure.startsWith(`${file}: `)));
    if (!isSeen) throw new Error(`No test sees it when ${name}.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
