import { accessSync, constants, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeCluster, passwordOf, SUPERUSER } from './cluster.ts';
import { freePort } from '../ports.ts';
import { prepareInstallation, type Installation } from './installation.ts';
import { pidLines, stopOrphan } from './orphan.ts';
import { exitOf, lastWord, run } from './run.ts';
import { until } from '../processes.ts';
import { LauncherError } from '../report-error.ts';

type Options = {
  /** Everything of this PostgreSQL is kept here, unless its user cannot enter; made if missing. */
  dataDir: string;
  /** Receives notes for the person in front, a sentence each. */
  log: (line: string) => void;
  /** For a cluster that is thrown away after a run: nothing waits for the disk. */
  temporary?: boolean;
  /** Where it listens; a free port where none is given. */
  port?: number;
  /** Whether it also listens on a socket of the file system, in the cluster's own folder, which costs less than the network's. */
  hasSocket?: boolean;
};

export type Postgres = {
  /** A superuser's address of the database `postgres`; by its socket, where it has one. */
  url: string;
  /** Disconnects everybody, writes everything down, ends the process. */
  stop: () => Promise<void>;
  /** Ends it as if it had crashed (`pg_ctl stop -m immediate`): what is committed is recovered by the next start. */
  crash: () => Promise<void>;
  /** Fulfilled when the process has ended, wanted or not. */
  ended: Promise<void>;
};

type Running = Pick<Postgres, 'stop' | 'crash' | 'ended'> & { port: number };

const START_MS = 120_000;
const STOP_MS = 20_000;
const TRIES = 20;
const DURABLE = ['fsync=on'];
const THROWN_AWAY = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=500'];

/** One try; undefined if it ended before it took connections. */
async function attempt(installation: Installation, settings: string[], port: number): Promise<Running | undefined> {
  const all = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100'];
  all.push('log_checkpoints=off', 'timezone=UTC', 'log_timezone=UTC', ...settings);
  const child = run(installation, 'postgres', [
    '-D',
    installation.cluster,
    ...all.flatMap((setting) => ['-c', setting]),
  ]);
  const state = { alive: true };
  const ended = exitOf(child).then(() => {
    state.alive = false;
  });
  const ready = (): boolean => {
    const lines = pidLines(installation.cluster);
    return Number(lines[0]) === child.pid && lines[7] === 'ready';
  };
  const stop = async (): Promise<void> => {
    for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
      child.kill(signal);
      if (await until(() => !state.alive, STOP_MS)) return;
    }
  };
  const crash = async (): Promise<void> => {
    child.kill('SIGQUIT');
    await ended;
  };
  const settled = await until(() => !state.alive || ready(), START_MS);
  if (!settled) await stop();
  return state.alive ? { port, stop, crash, ended } : undefined;
}

/** A port that was taken meanwhile, and processes of a killed PostgreSQL that are just ending, are worth another try. */
async function startOn(installation: Installation, settings: string[], wanted: number | undefined): Promise<Running> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const running = await attempt(installation, settings, wanted ?? (await freePort()));
    if (running !== undefined) return running;
    if (!/shared memory|could not create any TCP|Address already in use/.test(lastWord(installation))) break;
    await pause(500);
  }
  throw new LauncherError(`PostgreSQL did not start: ${lastWord(installation)}.`);
}

function refuseForeignCluster(dataDir: string): void {
  const cluster = join(dataDir, 'cluster');
  if (!existsSync(cluster)) return;
  try {
    accessSync(cluster, constants.R_OK | constants.W_OK);
  } catch {
    throw new LauncherError(
      `The database in ${dataDir} belongs to another user. Start as that user, or set DATA_DIR elsewhere.`,
    );
  }
}

/**
 * Starts the bundled PostgreSQL: by root as an unprivileged user, after `kill -9` by recovering what is there. The first call
 * makes the cluster (UTF-8, checksums, a random password). It listens on 127.0.0.1 only.
 */
export async function startPostgres(options: Options): Promise<Postgres> {
  const { dataDir, log, temporary = false, port: wanted, hasSocket = false } = options;
  mkdirSync(dataDir, { recursive: true });
  const real = realpathSync(dataDir);
  refuseForeignCluster(real);
  const password = passwordOf(real);
  const installation = prepareInstallation(real, password, log);
  await makeCluster(installation, password, temporary);
  await stopOrphan(installation.cluster);
  const settings = [...(temporary ? THROWN_AWAY : DURABLE)];
  if (hasSocket) settings.push(`unix_socket_directories=${installation.cluster}`);
  const { port, ...running } = await startOn(installation, settings, wanted);
  const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
  const socket = new URLSearchParams({ host: installation.cluster, port: String(port) });
  return { url: hasSocket ? `${url}?${socket.toString()}` : url, ...running };
}
