import { findBrowser } from './browser.ts';
import { buildOutdated } from './build/outdated.ts';
import { counted, fuzz, scriptCheck, staticChecks, faultTests, vitest } from './checks.ts';
import { onImagesNode } from './image-node.ts';
import { withProgress } from './progress.ts';
import type { Tally } from './tally.ts';
import { countedRun, withTestDatabase } from './test-run.ts';

/** The journeys need the built product and a browser; without either, that is the failure, not each journey. */
async function journeys(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Tally[]> {
  let path = '';
  const browser = await counted(async () => {
    path = await withProgress('Finding a browser', async () => findBrowser(signal));
  }, signal);
  if (browser.failures.length > 0) return [browser];
  return [browser, await vitest({ ...env, CHROMIUM_PATH: path, JOURNEYS: 'true' }, signal)];
}

async function builtProduct(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Tally[]> {
  const built = await counted(async () => buildOutdated(signal), signal);
  if (built.failures.length > 0) return [built];
  const size = await scriptCheck('Size of what the browser loads', ['--import', 'tsx', 'web/size-budget.ts'], signal);
  return [built, size, await faultTests(env, signal), ...(await journeys(env, signal))];
}

await countedRun(async (signal) => [
  ...(await staticChecks(signal)),
  ...(await withTestDatabase(async (env) => [
    await vitest(env, signal),
    await fuzz(env, signal),
    ...(await onImagesNode(env, signal)),
    ...(await builtProduct(env, signal)),
  ])),
]);
