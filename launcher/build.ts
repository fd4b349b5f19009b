import { buildOutdated } from './build/outdated.ts';
import { stopSignal } from './stopping.ts';
import { report } from './trouble.ts';

const stopping = stopSignal();

try {
  await buildOutdated(stopping);
} catch (error) {
  if (!stopping.aborted) report(error);
  process.exitCode = 1;
}
