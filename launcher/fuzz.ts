import { stopSignal } from './stop-signal.ts';
import { withTestDatabase } from './test-run.ts';
import { runInForeground } from './tools.ts';
import { reportError } from './report-error.ts';

const stopping = stopSignal();

try {
  const args = ['--import', 'tsx', 'fuzz/main.ts', ...process.argv.slice(2)];
  process.exitCode = await withTestDatabase((env) => runInForeground(args, { env, signal: stopping }));
} catch (error) {
  if (!stopping.aborted) reportError(error);
  process.exitCode = 1;
}
