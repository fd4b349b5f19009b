import { buildOutdated } from './build/outdated.ts';
import {
  localAddress,
  logFileOf,
  printBanner,
  runUntilStopped,
  serverEnvironment,
  startSurroundings,
} from './product.ts';
import { withProgress } from './progress.ts';
import { startServer } from './server-process.ts';

await runUntilStopped(async (signal, started) => {
  const surroundings = await startSurroundings(signal, started, () => buildOutdated(signal));
  const { settings } = surroundings;
  const address = localAddress(settings);
  const env = serverEnvironment(surroundings);
  const server = await withProgress('Starting the server', () =>
    startServer({ env, address, logFile: logFileOf(settings), signal }),
  );
  started.push({ name: 'The server', ...server });
  printBanner(surroundings);
});
