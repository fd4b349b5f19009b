import { stopSignal } from './stopping.ts';
import { withTestDatabase } from './test-run.ts';
import { runInFront } from './tools.ts';
import { report } from './trouble.ts';

const stopping = stopSignal();

try {
  const args = ['--import', 'tsx', 'fuzz/main.ts', ...process.argv.slice(2)];
  process.exitCode = await withTestDatabase((env) => runInFront(args, { env, signal: stopping }));
} catch (error) {
  if (!stopping.aborted) report(error);
  process.exitCode = 1;
}
