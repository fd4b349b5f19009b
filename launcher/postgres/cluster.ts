import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Installation } from './installation.ts';
import { exitOf, lastWord, run } from './run.ts';
import { LauncherError } from '../report-error.ts';

export const SUPERUSER = 'postgres';

/** The superuser's password: random, made with the data folder. */
export function passwordOf(dataDir: string): string {
  const file = join(dataDir, 'password');
  if (existsSync(file)) return readFileSync(file, 'utf8');
  if (existsSync(join(dataDir, 'cluster'))) {
    throw new LauncherError(`The database's password is missing: restore ${file}, or remove ${dataDir} to begin anew.`);
  }
  const password = randomBytes(24).toString('base64url');
  writeFileSync(file, password, { mode: 0o600 });
  return password;
}

function removeHalves(folder: string): void {
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith('half-'))) {
    rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Runs initdb if there is no cluster yet. It is made under a name of its own and moved into place when whole, so that an
 * initdb that was cut short, or still runs on after its launcher was killed, leaves no half cluster.
 */
export async function makeCluster(installation: Installation, password: string, temporary: boolean): Promise<void> {
  if (existsSync(installation.cluster)) return;
  removeHalves(installation.folder);
  const half = join(installation.folder, `half-${process.pid}`);
  const secret = `${half}.password`;
  mkdirSync(half, { mode: 0o700 });
  writeFileSync(secret, password, { mode: 0o600 });
  if (installation.account !== undefined) {
    for (const path of [half, secret]) chownSync(path, installation.account.uid, installation.account.gid);
  }
  // Sorting by C is the same on every machine; the character classes must know more than ASCII.
  const characters = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  const args = [
    '-D',
    half,
    '-U',
    SUPERUSER,
    '-E',
    'UTF8',
    '--locale=C',
    `--lc-ctype=${characters}`,
    '--data-checksums',
  ];
  args.push('--auth=scram-sha-256', `--pwfile=${secret}`, ...(temporary ? ['--no-sync'] : []));
  const code = await exitOf(run(installation, 'initdb', args));
  rmSync(secret, { force: true });
  if (code !== 0) throw new LauncherError(`The database could not be created: ${lastWord(installation)}.`);
  renameSync(half, installation.cluster);
}
