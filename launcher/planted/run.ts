import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { counted } from '../checks.ts';
import { withProgress } from '../progress.ts';
import { tallyOf, type Tally } from '../tally.ts';
import { commandScript, runQuietly } from '../tools.ts';
import { bugsOfRules } from './bugs-of-rules.ts';

/** Most of one is the start of its tests, which keeps one core busy. */
const AT_ONCE = 2;

/** Bugs planted in rules: each must turn a test red, and counts as a check. */
export async function plantedInRules(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Tally[]> {
  const left = [...bugsOfRules];
  const tallies: Tally[] = [];
  const inTurn = async (): Promise<void> => {
    for (let bug = left.shift(); bug !== undefined; bug = left.shift()) {
      const { name, tests } = bug;
      const look = () => withProgress(`Planted: ${name}`, () => mustTurnRed(name, tests, env, signal));
      tallies.push(await counted(look, signal));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, inTurn));
  return tallies;
}

/** @throws an Error where no test sees it. */
async function mustTurnRed(name: string, tests: readonly string[], env: NodeJS.ProcessEnv, signal: AbortSignal) {
  const folder = mkdtempSync(join(tmpdir(), 'reseller-desk-report-'));
  const report = join(folder, 'report.json');
  try {
    const args = [commandScript('vitest'), 'run', ...tests, '--reporter=json', `--outputFile.json=${report}`];
    await runQuietly(args, { env: { ...env, PLANTED_BUG: name }, signal });
    const { failures } = tallyOf(report, 1);
    const isSeen = failures.some((failure) => tests.some((file) => failure.startsWith(`${file}: `)));
    if (!isSeen) throw new Error(`No test sees it when ${name}.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
