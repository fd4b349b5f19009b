import { stopSignal } from './stopping.ts';
import { runInFront } from './tools.ts';
import { report } from './trouble.ts';

/** Runs what follows, a file and its arguments, in front: what brings all that it needs along. */
const stopping = stopSignal();

try {
  process.exitCode = await runInFront(['--import', 'tsx', ...process.argv.slice(2)], { signal: stopping });
} catch (error) {
  if (!stopping.aborted) report(error);
  process.exitCode = 1;
}
