import { buildOutdated } from './build/outdated.ts';
import {
  localAddress,
  logFileOf,
  printBanner,
  runUntilStopped,
  serverEnvironment,
  startDependencies,
} from './product.ts';
import { withProgress } from './progress.ts';
import { startServer } from './server-process.ts';

await runUntilStopped(async (signal, started) => {
  const dependencies = await startDependencies(signal, started, () => buildOutdated(signal));
  const { settings } = dependencies;
  const address = localAddress(settings);
  const env = serverEnvironment(dependencies);
  const server = await withProgress('Starting the server', () =>
    startServer({ env, address, logFile: logFileOf(settings), signal }),
  );
  started.push({ name: 'The server', ...server });
  printBanner(dependencies);
});
