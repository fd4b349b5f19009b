import { stopSignal } from './stop-signal.ts';
import { runInForeground } from './tools.ts';
import { reportError } from './report-error.ts';

/** Runs what follows, a file and its arguments, in the foreground: what brings all that it needs along. */
const stopping = stopSignal();

try {
  process.exitCode = await runInForeground(['--import', 'tsx', ...process.argv.slice(2)], { signal: stopping });
} catch (error) {
  if (!stopping.aborted) reportError(error);
  process.exitCode = 1;
}
