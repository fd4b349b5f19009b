import { runInFront } from './tools.ts';
import { tell } from './trouble.ts';

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort());

try {
  const args = ['--import', 'tsx', 'torture/main.ts', ...process.argv.slice(2)];
  process.exitCode = await runInFront(args, { signal: stopping.signal });
} catch (error) {
  if (!stopping.signal.aborted) tell(error);
  process.exitCode = 1;
}
