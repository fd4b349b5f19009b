import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pMap from 'p-map';
import { withProgress } from './progress.ts';
import { root } from './root.mjs';
import { testCountsOf, type TestCounts } from './test-counts.ts';
import { commandScript, runInForeground, runQuietly } from './tools.ts';
import { messageOf } from './report-error.ts';

const CRUISED = ['contract', 'server', 'web', 'simulators', 'launcher', 'e2e', 'bench', 'fault-tests', 'fuzz', 'year'];

/** So many checks run at a time that keep a core busy each. */
export const CORES_OF_CI = 2;

/** Work that counts as one check: a failure is told at once and does not keep what follows from being seen. */
export async function counted(work: () => Promise<unknown>, signal: AbortSignal): Promise<TestCounts> {
  try {
    await work();
    return { passed: 1, failures: [] };
  } catch (error) {
    signal.throwIfAborted();
    process.stdout.write(`${messageOf(error)}\n\n`);
    return { passed: 0, failures: [messageOf(error)] };
  }
}

/** A check that is a script of this Node: silent when it passes. In the background it draws no progress over what runs in the foreground. */
export async function scriptCheck(
  name: string,
  args: string[],
  signal: AbortSignal,
  isBackground = false,
): Promise<TestCounts> {
  const work = async (): Promise<void> => {
    const { code, output } = await runQuietly(args, { signal, isBackground });
    if (code !== 0) throw new Error(output || `${name} ended with ${code}`);
  };
  return counted(isBackground ? work : async () => withProgress(name, work), signal);
}

type Check = readonly [name: string, command: string, ...args: string[]];

const ESLINT_CACHE = 'node_modules/.cache/eslint/';

/** How much a run looks at: what a developer waits for, or everything there is. */
export type Depth = 'quick' | 'whole';

/** Folders of each of these never import each other in a loop. */
const CRUISED_FOLDERS = [['contract/src', 'server/src'], ['web/src'], ['simulators'], ['launcher'], ['fault-tests']];

/** These know by themselves what a change reaches. */
const CACHE = ['--cache', '--cache-strategy', 'content'];

function staticChecksHere(): readonly Check[] {
  const cruised = CRUISED.filter((folder) => existsSync(join(root, folder)));
  return [
    ['Style and mistakes (eslint)', 'eslint', '--max-warnings', '0', ...CACHE, '--cache-location', ESLINT_CACHE, '.'],
    ['Mistakes that types show (oxlint)', 'oxlint'],
    ['Formatting (prettier)', 'prettier', '--check', '--log-level', 'warn', ...CACHE, '.'],
    ['Types (tsc)', 'tsc', '-p', '.'],
    ['Direction of imports (dependency-cruiser)', 'depcruise', '--config', '.dependency-cruiser.cjs', ...cruised],
    ...CRUISED_FOLDERS.map((folders): Check => {
      const name = `Direction of folders (${folders.join(', ')})`;
      return [name, 'depcruise', '--config', '.dependency-cruiser.folders.cjs', ...folders];
    }),
    ['Unused code (knip)', 'knip'],
  ];
}

/** Everything that is known without running the product. A failure does not keep the others from being seen. */
export const staticChecks = (signal: AbortSignal, { isBackground = false } = {}): Promise<TestCounts[]> =>
  pMap(
    staticChecksHere(),
    ([name, command, ...args]) => scriptCheck(name, [commandScript(command), ...args], signal, isBackground),
    { concurrency: CORES_OF_CI },
  );

/** A run in the foreground that writes its counts to a file: each of its parts counts as a check. */
async function runWithCounts(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<TestCounts> {
  const folder = mkdtempSync(join(tmpdir(), 'reseller-desk-report-'));
  const countsFile = join(folder, 'counts.json');
  try {
    const code = await runInForeground(['--import', 'tsx', ...args, '--counts', countsFile], { env, signal });
    if (!existsSync(countsFile)) return { passed: 0, failures: [`${name} ended with ${code} and no tally.`] };
    const { passed, failures } = JSON.parse(readFileSync(countsFile, 'utf8')) as TestCounts;
    return { passed, failures: failures.length === 0 && code !== 0 ? [`${name} ended with ${code}.`] : failures };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Faults under load: each round, and in the whole run each planted bug, counts as a check. */
export const faultTests = (env: NodeJS.ProcessEnv, signal: AbortSignal, depth: Depth): Promise<TestCounts> => {
  // The one that finds most: nothing that was acknowledged goes with a server that dies.
  const rounds = depth === 'quick' ? ['--only', 'R-01'] : [];
  return runWithCounts('The short fault tests', ['fault-tests/main.ts', '--short', ...rounds], env, signal);
};

/** Generated bodies and files: each call that was made, and in the whole run each planted fault, counts as a check. */
export const fuzz = (env: NodeJS.ProcessEnv, signal: AbortSignal, depth: Depth): Promise<TestCounts> =>
  runWithCounts('The fuzz', ['fuzz/main.ts', ...(depth === 'quick' ? ['--without-controls'] : [])], env, signal);

/** Seeds of the small years of CI, and by how many nodes each is played; a seed that ever failed stays among them. */
const YEARS = [
  { seed: 7, nodes: 1 },
  { seed: 11, nodes: 2 },
  { seed: 23, nodes: 1 },
] as const;
const SMALL = ['--domains', '100', '--days', '90'];

/** A quarter of a simulated year: each measure of what is built counts as a check; in the whole run of three seeds. */
export function smallYears(env: NodeJS.ProcessEnv, signal: AbortSignal, depth: Depth): Promise<TestCounts[]> {
  const years = depth === 'whole' ? YEARS : [YEARS[0]];
  // Each waits for its own database most of the time: they run beside each other.
  const play = ({ seed, nodes }: (typeof YEARS)[number]) => {
    const args = ['year/main.ts', ...SMALL, '--seed', String(seed), '--nodes', String(nodes)];
    return runWithCounts(`The year of seed ${seed}`, args, env, signal);
  };
  return Promise.all(years.map(play));
}

/** Runs Vitest in the foreground, which shows its own progress, and counts: all tests, or those of some files on another Node. */
export async function vitest(
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  { program, files = [] }: { program?: string; files?: readonly string[] } = {},
): Promise<TestCounts> {
  const folder = mkdtempSync(join(tmpdir(), 'reseller-desk-report-'));
  const report = join(folder, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const args = [commandScript('vitest'), 'run', ...files, ...reporters];
    const code = await runInForeground(args, { env, signal, ...(program !== undefined && { program }) });
    return testCountsOf(report, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
