import { stopSignal } from './stopping.ts';
import { runInFront } from './tools.ts';
import { report } from './trouble.ts';

const stopping = stopSignal();

try {
  const args = ['--import', 'tsx', 'year/main.ts', ...process.argv.slice(2)];
  process.exitCode = await runInFront(args, { signal: stopping });
} catch (error) {
  if (!stopping.aborted) report(error);
  process.exitCode = 1;
}
