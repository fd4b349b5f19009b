import { buildOutdated } from './build/outdated.ts';
import { stopSignal } from './stop-signal.ts';
import { reportError } from './report-error.ts';

const stopping = stopSignal();

try {
  await buildOutdated(stopping);
} catch (error) {
  if (!stopping.aborted) reportError(error);
  process.exitCode = 1;
}
