import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { passwordOf } from './cluster.ts';
import { makeHome, type Home } from './home.ts';
import { LauncherError } from '../trouble.ts';

interface Standby {
  /** The data folder of the PostgreSQL that runs, and its superuser's address. */
  readonly primary: { readonly dataDir: string; readonly url: string };
  /** The data folder of the standby; made if missing, and emptied if not. */
  readonly dataDir: string;
  readonly log: (line: string) => void;
}

const homeOf = (dataDir: string, log: Standby['log']): Home => {
  mkdirSync(dataDir, { recursive: true });
  const real = realpathSync(dataDir);
  return makeHome(real, passwordOf(real), log);
};

/** What PostgreSQL removes while it is copied is gone; the log that is replayed knows of it. */
const GONE = /No such file|vanished/;

/** With whom the files belong to: PostgreSQL refuses a cluster of somebody else. */
function copyFiles(from: string, to: string): void {
  const { error, stderr } = spawnSync('cp', ['-a', from, to], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  const failed = error?.message ?? stderr.split('\n').find((line) => line !== '' && !GONE.test(line));
  if (failed !== undefined) throw new LauncherError(`The cluster could not be copied: ${failed}.`);
}

function write(home: Home, name: string, text: string): void {
  const file = join(home.cluster, name);
  writeFileSync(file, text, { mode: 0o600 });
  if (home.account !== undefined) chownSync(file, home.account.uid, home.account.gid);
}

/** As `pg_basebackup` does: between its two calls PostgreSQL keeps all that is needed to make the copy whole. */
async function copyRunning(url: string, from: Home, to: Home): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('standby', fast => true)");
    copyFiles(from.cluster, to.cluster);
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop()');
    write(to, 'backup_label', rows[0]?.label ?? '');
  } finally {
    await client.end();
  }
}

/** Makes a standby of a PostgreSQL that runs: started on its folder it follows the other's log, until it is promoted. */
export async function makeStandby({ primary, dataDir, log }: Standby): Promise<void> {
  const from = homeOf(primary.dataDir, log);
  mkdirSync(dataDir, { recursive: true });
  cpSync(join(realpathSync(primary.dataDir), 'password'), join(dataDir, 'password'));
  const to = homeOf(dataDir, log);
  rmSync(to.cluster, { recursive: true, force: true });
  await copyRunning(primary.url, from, to);
  for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(to.cluster, name), { force: true });
  const { hostname, port, username, password } = new URL(primary.url);
  // In place of what was set on the primary alone, as that it waits for a standby.
  write(
    to,
    'postgresql.auto.conf',
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password} application_name=standby'\n`,
  );
  write(to, 'standby.signal', '');
}
