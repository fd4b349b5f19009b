import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { banner } from './banner.ts';
import { buildOutdated } from './build/outdated.ts';
import { checkDatabase, ensureDatabase, ensureRole } from './postgres/database-url.ts';
import { startDemo } from './demo-services.ts';
import { lockDataFolder } from './lock.ts';
import { checkPort } from './ports.ts';
import { startPostgres } from './postgres/postgres.ts';
import { withProgress } from './progress.ts';
import { root } from './root.mjs';
import { startServer } from './server-process.ts';
import { readSettings, type Settings } from './settings.ts';
import { stopSignal } from './stopping.ts';
import { report, LauncherError } from './trouble.ts';

/** What was started, in this order; stopped in the other. */
type Started = { name: string; stop: () => unknown; ended?: Promise<unknown> };

const print = (line: string): unknown => process.stdout.write(`${line}\n`);

/** Of the role that owns the tables, and of the one that the server works with. */
type Addresses = { owner: string; server: string };

async function database({ databaseUrl, dataDir }: Settings, started: Started[]): Promise<Addresses> {
  if (databaseUrl !== undefined)
    return { owner: process.env['MIGRATION_DATABASE_URL'] || databaseUrl, server: databaseUrl };
  const notes: string[] = [];
  const postgres = await withProgress('Starting PostgreSQL', () =>
    startPostgres({ dataDir: join(dataDir, 'postgres'), log: (line) => notes.push(line) }),
  );
  started.push({ name: 'PostgreSQL', ...postgres });
  notes.forEach(print);
  const owner = await ensureDatabase(postgres.url, 'reseller_desk');
  return { owner, server: await ensureRole(owner, 'reseller_desk_server') };
}

function serverEnvironment(
  settings: Settings,
  { owner, server }: Addresses,
  simulated: Record<string, string>,
): NodeJS.ProcessEnv {
  const { port, host, dataDir, demo } = settings;
  const rates = demo && !process.env['RATE_PROFILE'] ? { RATE_PROFILE: 'demo' } : {};
  const reference = demo && !process.env['API_REFERENCE'] ? { API_REFERENCE: 'public' } : {};
  const shown = demo ? { PUBLIC_URL: shownAddress(settings) } : {};
  const own = { PORT: String(port), HOST: host, DATA_DIR: dataDir, DATABASE_URL: server, DEMO: String(demo) };
  const migrations = { MIGRATION_DATABASE_URL: owner === server ? '' : owner };
  return { ...process.env, ...simulated, ...rates, ...reference, ...shown, ...own, ...migrations };
}

/** How this machine reaches a server that listens on `host`. */
function localAddress({ host, port }: Settings): string {
  const name = ['0.0.0.0', '::', 'localhost'].includes(host) ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** What is printed, and what the demo's mails link to. */
const shownAddress = (settings: Settings): string =>
  process.env['PUBLIC_URL'] || localAddress(settings).replace('127.0.0.1', 'localhost');

async function bringUp(signal: AbortSignal, started: Started[]): Promise<void> {
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
  const settings = readSettings(process.env, root);
  const { unlock, tellEnding, wasLeft } = await lockDataFolder(settings.dataDir);
  started.push({ name: 'lock', stop: unlock });
  signal.addEventListener('abort', tellEnding);
  await checkPort(settings.port, settings.host, wasLeft);
  if (settings.databaseUrl !== undefined) await checkDatabase(settings.databaseUrl);
  await buildOutdated(signal);
  signal.throwIfAborted();
  const addresses = await database(settings, started);
  signal.throwIfAborted();
  const demo = settings.demo ? await startDemo(settings, addresses.owner) : undefined;
  if (demo !== undefined) started.push({ name: 'the simulators', stop: demo.stop });
  signal.throwIfAborted();
  // A demo's terminal shows the banner; whoever asks for a log level, or runs a real desk, wants to see the log.
  const logFile = settings.demo && !process.env['LOG_LEVEL'] ? join(settings.dataDir, 'server.log') : undefined;
  const env = serverEnvironment(settings, addresses, demo?.env ?? {});
  const address = localAddress(settings);
  const server = await withProgress('Starting the server', () => startServer({ env, address, logFile, signal }));
  started.push({ name: 'The server', ...server });
  print(banner({ address: shownAddress(settings), demo, logFile }));
}

async function untilStopped(signal: AbortSignal, started: Started[]): Promise<void> {
  const asked = new Promise((resolve) => signal.addEventListener('abort', resolve));
  const lost = started.flatMap(({ name, ended }) =>
    ended === undefined
      ? []
      : ended.then(() => {
          throw new LauncherError(`${name} stopped unexpectedly; the rest is stopped too.`);
        }),
  );
  await Promise.race([asked, ...lost]);
}

const stopping = stopSignal();
// A closed terminal must not keep the rest from being stopped in order.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const started: Started[] = [];
let code = 0;
try {
  await bringUp(stopping, started);
  await untilStopped(stopping, started);
} catch (error) {
  if (!stopping.aborted) {
    report(error);
    code = 1;
  }
}
for (const { stop } of started.toReversed()) await stop();
if (stopping.aborted) print('Stopped.');
process.exit(code);
