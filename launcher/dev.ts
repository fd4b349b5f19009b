import { startDevServer } from '../web/dev-server.ts';
import {
  localAddress,
  logFileOf,
  printBanner,
  runUntilStopped,
  serverEnvironment,
  startDependencies,
  type Dependencies,
} from './product.ts';
import { freePort } from './ports.ts';
import { withProgress } from './progress.ts';
import { withRestarts } from './restarts.ts';
import { root } from './root.mjs';
import { startServer } from './server-process.ts';

/** The server's sources. A new migration is applied when it starts. */
const SERVER_FOLDERS = ['server/src', 'server/migrations', 'contract/src'];
const FROM_SOURCE = ['--import', 'tsx', 'server/src/main.ts'];

const print = (line: string): unknown => process.stdout.write(`${line}\n`);

const isOfServer = (path: string): boolean => !/\.test\.ts$|\/testing\//.test(path);

/** The server, on a port of its own: the one that people type into their browser is Vite's. */
async function serverFromSource(dependencies: Dependencies, signal: AbortSignal) {
  const port = await freePort();
  const address = localAddress({ host: '127.0.0.1', port });
  const env = { ...serverEnvironment(dependencies), PORT: String(port), HOST: '127.0.0.1' };
  const logFile = logFileOf(dependencies.settings);
  const start = () =>
    withProgress('Starting the server', () => startServer({ env, address, logFile, signal, args: FROM_SOURCE }));
  return { address, ...(await withRestarts({ start, print })) };
}

await runUntilStopped(async (signal, started) => {
  const dependencies = await startDependencies(signal, started, () => Promise.resolve());
  const { host, port, ...business } = dependencies.settings;
  const server = await serverFromSource(dependencies, signal);
  started.push({ name: 'The server', stop: server.stop });
  signal.throwIfAborted();
  const changed = (path: string): void => {
    if (!isOfServer(path)) return;
    print(`${path} changed.`);
    server.restart();
  };
  const watched = { root, folders: SERVER_FOLDERS, changed };
  const web = await startDevServer({ host, port, api: server.address, business, watched });
  started.push({ name: 'Vite', stop: web.stop });
  printBanner(dependencies);
  print('A change of a file of the server or the contract starts the server anew; one of the web app shows at once.');
});
