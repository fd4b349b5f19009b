import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withProgress } from './progress.ts';
import { root } from './root.mjs';
import { stepTimes } from './checks/step-times.ts';
import { stopSignal } from './stop-signal.ts';
import { ending, sum, type TestCounts } from './test-counts.ts';
import { startTestPostgres } from './postgres/test-postgres.ts';
import { messageOf, reportError } from './report-error.ts';

/** Gives the work the environment of the tests: a superuser's address of the given PostgreSQL, else of one for this run. */
export async function withTestDatabase<T>(work: (env: NodeJS.ProcessEnv) => Promise<T>): Promise<T> {
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
  // Tests say themselves what they need; settings of the person in front must not change their outcome.
  const { DATABASE_URL: given, ...env } = process.env;
  if (given) return work({ ...env, TEST_DATABASE_URL: given });
  const postgres = await withProgress('Starting PostgreSQL', startTestPostgres);
  try {
    return await work({ ...env, TEST_DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
}

/** Runs the steps, prints what failed and `N passed, N failed` as the very last line, and ends the process accordingly. */
export async function countedRun(steps: (signal: AbortSignal) => Promise<TestCounts[]>): Promise<never> {
  const stopping = stopSignal();
  let total: TestCounts;
  try {
    total = sum(await steps(stopping));
  } catch (error) {
    if (stopping.aborted) process.exit(130);
    reportError(error);
    total = { passed: 0, failures: [messageOf(error)] };
  }
  // A pipe takes it bit by bit; the last line must arrive.
  await new Promise<void>((written) => process.stdout.write(ending(total, stepTimes()), () => written()));
  process.exit(total.failures.length === 0 ? 0 : 1);
}
