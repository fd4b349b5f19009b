import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { banner } from './banner.ts';
import { startDemo, type Demo } from './demo-services.ts';
import { lockDataFolder } from './lock.ts';
import { checkPort } from './ports.ts';
import { checkDatabase, ensureDatabase, ensureRole } from './postgres/database-url.ts';
import { startPostgres } from './postgres/postgres.ts';
import { withProgress } from './progress.ts';
import { root } from './root.mjs';
import { readSettings, type Settings } from './settings.ts';
import { stopSignal } from './stop-signal.ts';
import { reportError, LauncherError } from './report-error.ts';

/** A started process, in the order of the start; stopped in reverse. */
export type Started = { name: string; stop: () => unknown; ended?: Promise<unknown> };

/** Of the role that owns the tables, and of the one that the server works with. */
type Addresses = { owner: string; server: string };

/** A server's dependencies: its database, and in the demo the simulators. */
export type Dependencies = { settings: Settings; addresses: Addresses; demo: Demo | undefined };

const print = (line: string): unknown => process.stdout.write(`${line}\n`);

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

/** How this machine reaches a server that listens on `host`. */
export function localAddress({ host, port }: Pick<Settings, 'host' | 'port'>): string {
  const name = ['0.0.0.0', '::', 'localhost'].includes(host) ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** The address that is printed, and linked to in the demo's mails. */
const shownAddress = (settings: Settings): string =>
  process.env['PUBLIC_URL'] || localAddress(settings).replace('127.0.0.1', 'localhost');

export function serverEnvironment({ settings, addresses, demo: services }: Dependencies): NodeJS.ProcessEnv {
  const { owner, server } = addresses;
  const { port, host, dataDir, demo } = settings;
  const rates = demo && !process.env['RATE_PROFILE'] ? { RATE_PROFILE: 'demo' } : {};
  const reference = demo && !process.env['API_REFERENCE'] ? { API_REFERENCE: 'public' } : {};
  const shown = demo ? { PUBLIC_URL: shownAddress(settings) } : {};
  const own = { PORT: String(port), HOST: host, DATA_DIR: dataDir, DATABASE_URL: server, DEMO: String(demo) };
  const migrations = { MIGRATION_DATABASE_URL: owner === server ? '' : owner };
  return { ...process.env, ...services?.env, ...rates, ...reference, ...shown, ...own, ...migrations };
}

/** A demo's terminal shows the banner; with a log level, or in production, it shows the log. */
export const logFileOf = ({ demo, dataDir }: Settings): string | undefined =>
  demo && !process.env['LOG_LEVEL'] ? join(dataDir, 'server.log') : undefined;

/**
 * Takes the data folder and starts what a server needs, in this order.
 * @param prepare comes when nothing speaks against a start, and nothing runs yet
 */
export async function startDependencies(
  signal: AbortSignal,
  started: Started[],
  prepare: () => Promise<unknown>,
): Promise<Dependencies> {
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
  const settings = readSettings(process.env, root);
  const { unlock, tellEnding, wasLeft } = await lockDataFolder(settings.dataDir);
  started.push({ name: 'lock', stop: unlock });
  signal.addEventListener('abort', tellEnding);
  await checkPort(settings.port, settings.host, wasLeft);
  if (settings.databaseUrl !== undefined) await checkDatabase(settings.databaseUrl);
  await prepare();
  signal.throwIfAborted();
  const addresses = await database(settings, started);
  signal.throwIfAborted();
  const demo = settings.demo ? await startDemo(settings, addresses.owner) : undefined;
  if (demo !== undefined) started.push({ name: 'the simulators', stop: demo.stop });
  signal.throwIfAborted();
  return { settings, addresses, demo };
}

export function printBanner({ settings, demo }: Dependencies): void {
  print(banner({ address: shownAddress(settings), demo, logFile: logFileOf(settings) }));
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

/** Runs until Ctrl-C, or until a part of it is lost; then all of it is stopped, and the process ends. */
export async function runUntilStopped(
  bringUp: (signal: AbortSignal, started: Started[]) => Promise<unknown>,
): Promise<never> {
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
      reportError(error);
      code = 1;
    }
  }
  for (const { stop } of started.toReversed()) await stop();
  if (stopping.aborted) print('Stopped.');
  process.exit(code);
}
