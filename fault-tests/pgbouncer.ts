import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../launcher/ports.ts';
import { databaseAccount } from '../launcher/postgres/account.ts';
import { until } from '../launcher/processes.ts';

/** Connections to PostgreSQL, whoever asks. */
export const POOL_SIZE = 20;
const MOST_CLIENTS = 2_500;
const START_MS = 10_000;
const STOP_MS = 10_000;

/** @returns what keeps PgBouncer from being used here, or undefined. */
export const pgbouncerMissing = (): string | undefined =>
  spawnSync('pgbouncer', ['--version']).error === undefined ? undefined : 'pgbouncer is not installed';

const isOpen = (port: number): Promise<boolean> =>
  new Promise((answer) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => answer(false));
    socket.once('connect', () => {
      socket.destroy();
      answer(true);
    });
  });

/** PgBouncer as its package brings it, in transaction mode, in front of a PostgreSQL whose superuser's address is given. */
export async function startPgbouncer(postgres: string, parent: string) {
  const folder = join(parent, 'pgbouncer');
  mkdirSync(folder);
  const { username, password, port: behind } = new URL(postgres);
  const port = await freePort();
  const config = join(folder, 'pgbouncer.ini');
  const log = join(folder, 'pgbouncer.log');
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${decodeURIComponent(password)}"\n`, { mode: 0o600 });
  writeFileSync(log, '', { mode: 0o600 });
  writeFileSync(
    config,
    `[databases]
* = host=127.0.0.1 port=${behind}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
max_db_connections = ${POOL_SIZE}
max_client_conn = ${MOST_CLIENTS}
query_timeout = 35
server_login_retry = 1
log_connections = 0
log_disconnections = 0
`,
    { mode: 0o600 },
  );
  // It refuses to run as root, as PostgreSQL does.
  const account = databaseAccount(folder);
  for (const path of [parent, folder]) chmodSync(path, 0o711);
  if (account !== undefined)
    for (const path of [folder, config, log, join(folder, 'users.txt')]) chownSync(path, account.uid, account.gid);
  const child = spawn('pgbouncer', [config], { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'], ...account });
  let words = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (words = `${words}${chunk.toString()}`.slice(-4_000)));
  const state = { isAlive: true };
  child.once('exit', () => (state.isAlive = false));
  if (!(await until(async () => !state.isAlive || isOpen(port), START_MS)) || !state.isAlive)
    throw new Error(`PgBouncer did not start.\n${words}${readFileSync(log, 'utf8')}`);
  return {
    /** The same database through it. */
    pooledUrl: (url: string): string => Object.assign(new URL(url), { port: String(port) }).href,
    stop: async (): Promise<void> => {
      child.kill('SIGTERM');
      if (!(await until(() => !state.isAlive, STOP_MS))) child.kill('SIGKILL');
    },
  };
}
