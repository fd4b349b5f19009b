import { buildWhatIsStale } from './builds.ts';
import { tell } from './trouble.ts';

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort());

try {
  await buildWhatIsStale(stopping.signal);
} catch (error) {
  if (!stopping.signal.aborted) tell(error);
  process.exitCode = 1;
}
