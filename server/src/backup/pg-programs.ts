import { execFile, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { addressesOf, withHosts } from '../database-address.ts';
import { withKeepalive } from '../platform/db/connection/keepalive.ts';
import { BackupProblem } from './problem.ts';

type Program = 'pg_dump' | 'pg_restore';

/** The major version of PostgreSQL's program on the PATH; undefined where there is none. */
export async function majorOf(program: Program): Promise<number | undefined> {
  try {
    const { stdout } = await promisify(execFile)(program, ['--version']);
    return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]) || undefined;
  } catch {
    return undefined;
  }
}

/** The address without its password, which others could read in the list of processes. */
function reached(url: string) {
  const [first, ...others] = addressesOf(url);
  const { connectionString, options: PGOPTIONS } = withKeepalive(first);
  const address = new URL(connectionString);
  const PGPASSWORD = decodeURIComponent(address.password);
  address.password = '';
  // A word of node-postgres alone.
  if (address.searchParams.get('sslmode') === 'no-verify') address.searchParams.set('sslmode', 'require');
  if (others.length > 0) address.searchParams.set('target_session_attrs', 'read-write');
  const env = { ...process.env, PGOPTIONS, ...(PGPASSWORD && { PGPASSWORD }) };
  // The library of PostgreSQL knows addresses of several hosts, and finds the one that takes writes itself.
  return { dbname: `--dbname=${withHosts(address.href, url)}`, env };
}

interface Streams {
  /** The program's input: when we are killed it ends too early, and the program rolls back. */
  give?: Readable;
  /** Reads what the program writes, to its end. */
  take: (output: Readable) => Promise<void>;
}

/**
 * Runs one of PostgreSQL's programs on a database.
 * @throws BackupProblem with the program's last words.
 */
export async function runOn(
  url: string,
  [program, ...args]: readonly [Program, ...string[]],
  { give, take }: Streams,
  signal: AbortSignal,
): Promise<void> {
  const { dbname, env } = reached(url);
  const child = spawn(program, [dbname, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'], signal });
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => (words = `${words}${chunk.toString()}`.slice(-2_000)));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // A program that fails stops reading; why it failed is what matters then.
  const given = give === undefined ? void child.stdin.end() : pipeline(give, child.stdin).catch(() => undefined);
  const [code] = await Promise.all([ended, take(child.stdout), given]);
  if (code !== 0) throw new BackupProblem(`${program} failed: ${words.trim()}`);
}
