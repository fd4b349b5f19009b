import { parseArgs } from 'node:util';
import { findBrowser } from './browser.ts';
import { buildOutdated } from './build/outdated.ts';
import { contentsNow, rememberPassed } from './checks/contents.ts';
import { counted, fuzz, scriptCheck, smallYears, staticChecks, faultTests, vitest, type Depth } from './checks.ts';
import { onImagesNode } from './image-node.ts';
import { plantedInRules } from './planted/run.ts';
import { withProgress } from './progress.ts';
import { timed } from './checks/step-times.ts';
import type { TestCounts } from './test-counts.ts';
import { countedRun, withTestDatabase } from './test-run.ts';
import { messageOf } from './report-error.ts';

/** @throws an Error with one sentence for the terminal. */
function wantedDepth(args: string[]): Depth {
  return parseArgs({ args, options: { all: { type: 'boolean' } } }).values.all ? 'whole' : 'quick';
}

/** The journeys need the built product and a browser; without either, that is the failure, not each journey. */
async function journeys(env: NodeJS.ProcessEnv, signal: AbortSignal, depth: Depth): Promise<TestCounts[]> {
  let path = '';
  const browser = await counted(async () => {
    path = await withProgress('Finding a browser', async () => findBrowser(signal));
  }, signal);
  if (browser.failures.length > 0) return [browser];
  return [browser, await vitest({ ...env, CHROMIUM_PATH: path, JOURNEYS: depth }, signal)];
}

/** What of the whole run needs nothing but a processor. */
async function inBackground(env: NodeJS.ProcessEnv, signal: AbortSignal, depth: Depth): Promise<TestCounts[]> {
  if (depth === 'quick') return [];
  const checks = await timed('static checks', () => staticChecks(signal, { isBackground: true }));
  return [...checks, ...(await timed('planted bugs', () => plantedInRules(env, signal)))];
}

/** A journey waits for its browser, and the browser for the server: most of a core is left meanwhile. */
async function journeysAndChecks(env: NodeJS.ProcessEnv, signal: AbortSignal, depth: Depth): Promise<TestCounts[]> {
  const [foreground, background] = await Promise.all([
    timed('journeys', () => journeys(env, signal, depth)),
    inBackground(env, signal, depth),
  ]);
  return [...foreground, ...background];
}

async function builtProduct(env: NodeJS.ProcessEnv, signal: AbortSignal, depth: Depth): Promise<TestCounts[]> {
  const built = await timed('build', () => counted(async () => buildOutdated(signal), signal));
  if (built.failures.length > 0) return [built, ...(await inBackground(env, signal, depth))];
  const size = await scriptCheck('Size of what the browser loads', ['--import', 'tsx', 'web/size-budget.ts'], signal);
  return [
    built,
    size,
    await timed('fault tests', () => faultTests(env, signal, depth)),
    ...(await journeysAndChecks(env, signal, depth)),
  ];
}

async function steps(signal: AbortSignal, depth: Depth): Promise<TestCounts[]> {
  const contents = contentsNow();
  const counts = [
    ...(depth === 'quick' ? await timed('static checks', () => staticChecks(signal)) : []),
    ...(await withTestDatabase(async (env) => [
      await timed('tests', () => vitest({ ...env, TEST_DEPTH: depth }, signal)),
      await timed('fuzz', () => fuzz(env, signal, depth)),
      ...(await timed('small years', () => smallYears(env, signal, depth))),
      ...(depth === 'whole' ? await timed("the image's Node", () => onImagesNode(env, signal)) : []),
      ...(await builtProduct(env, signal, depth)),
    ])),
  ];
  if (counts.every(({ failures }) => failures.length === 0)) rememberPassed(contents);
  return counts;
}

let depth: Depth | undefined;
try {
  depth = wantedDepth(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${messageOf(error)}\nnpm test -- [--all]\n`);
  process.exitCode = 1;
}
if (depth !== undefined) {
  const wanted = depth;
  await countedRun((signal) => steps(signal, wanted));
}
