import { buildWhatIsStale } from './outdated.ts';
import { stopSignal } from '../stopping.ts';
import { tell } from '../trouble.ts';

const stopping = stopSignal();

try {
  await buildWhatIsStale(stopping);
} catch (error) {
  if (!stopping.aborted) tell(error);
  process.exitCode = 1;
}
