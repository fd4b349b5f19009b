import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { LauncherError } from '../report-error.ts';

/** The user that PostgreSQL runs as, if it is not ours: it refuses to run as root. */
export type Account = { uid: number; gid: number };

function idsOf(user: string): Account | undefined {
  try {
    const ask = (flag: string): number => Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: 'pipe' }));
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    return undefined;
  }
}

function ownerOf(cluster: string): Account | undefined {
  const stat = statSync(cluster, { throwIfNoEntry: false });
  return stat !== undefined && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : undefined;
}

function created(): Account | undefined {
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
  return idsOf('postgres');
}

/**
 * Undefined for an ordinary user, who runs PostgreSQL himself. For root: the owner of the cluster, else the
 * unprivileged users that are usually there.
 */
export function databaseAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const account = ownerOf(cluster) ?? idsOf('postgres') ?? idsOf('nobody') ?? created();
  if (account === undefined || account.uid === 0) {
    throw new LauncherError(
      'PostgreSQL does not run as root and no other user could be found. Start as an ordinary user.',
    );
  }
  return account;
}

/** Whether the account passes a shell test such as `-w` on a path; asked of the system, which knows every folder above it. */
export function can(account: Account | undefined, test: '-x' | '-r' | '-w', path: string): boolean {
  return spawnSync('/bin/sh', ['-c', `test ${test} "$1"`, 'sh', path], { cwd: '/', ...account }).status === 0;
}
