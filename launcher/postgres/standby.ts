import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { passwordOf } from './cluster.ts';
import { prepareInstallation, type Installation } from './installation.ts';
import { LauncherError } from '../report-error.ts';

interface Standby {
  /** The data folder of the PostgreSQL that runs, and its superuser's address. */
  readonly primary: { readonly dataDir: string; readonly url: string };
  /** The data folder of the standby; made if missing, and emptied if not. */
  readonly dataDir: string;
  readonly log: (line: string) => void;
}

const installationOf = (dataDir: string, log: Standby['log']): Installation => {
  mkdirSync(dataDir, { recursive: true });
  const real = realpathSync(dataDir);
  return prepareInstallation(real, passwordOf(real), log);
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

function write(installation: Installation, name: string, text: string): void {
  const file = join(installation.cluster, name);
  writeFileSync(file, text, { mode: 0o600 });
  if (installation.account !== undefined) chownSync(file, installation.account.uid, installation.account.gid);
}

/** As `pg_basebackup` does: between its two calls PostgreSQL keeps all that is needed to make the copy whole. */
async function copyRunning(url: string, from: Installation, to: Installation): Promise<void> {
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
  const from = installationOf(primary.dataDir, log);
  mkdirSync(dataDir, { recursive: true });
  cpSync(join(realpathSync(primary.dataDir), 'password'), join(dataDir, 'password'));
  const to = installationOf(dataDir, log);
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
