import { staticChecks, vitest } from './checks.ts';
import { countedRun, withTestDatabase } from './test-run.ts';

await countedRun(async (signal) => [
  ...(await staticChecks(signal)),
  await withTestDatabase((env) => vitest(env, signal)),
]);
