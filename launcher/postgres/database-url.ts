import { randomBytes } from 'node:crypto';
import { Client, DatabaseError } from 'pg';
import { Client as ClientOfPrimary, clientConfig } from '../../server/src/platform/db/connection/client.ts';
import { addressesOf, hostsOf } from '../../server/src/database-address.ts';
import { messageOf, LauncherError } from '../report-error.ts';

const OLDEST = 150_000;

function sentence(error: unknown, databaseUrl: string): string {
  const host = hostsOf(databaseUrl);
  const { pathname, username } = new URL(addressesOf(databaseUrl)[0]);
  const code = (error as { code?: string }).code ?? '';
  const sentences: Record<string, string> = {
    '28P01': `The database at ${host} refused the password of "${username}". Check DATABASE_URL.`,
    '28000': `The database at ${host} does not let "${username}" in. Check DATABASE_URL.`,
    '3D000': `The database at ${host} has no database "${pathname.slice(1)}". Create it, or check DATABASE_URL.`,
    '53300': `The database at ${host} has no connection left.`,
    ENOTFOUND: `The host ${host} of DATABASE_URL cannot be found.`,
  };
  return (
    sentences[code] ??
    (error instanceof DatabaseError
      ? `The database at ${host} refused: ${error.message}.`
      : `The database at ${host} cannot be reached (${code || messageOf(error)}). Check DATABASE_URL.`)
  );
}

/** Connects once, so that a wrong address is told in one sentence before anything is built or started. */
export async function checkDatabase(databaseUrl: string): Promise<void> {
  const client = new ClientOfPrimary({ ...clientConfig(databaseUrl), connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version");
    if (Number(rows[0]?.version) < OLDEST) throw new LauncherError('Reseller Desk needs PostgreSQL 15 or newer.');
  } catch (error) {
    throw error instanceof LauncherError ? error : new LauncherError(sentence(error, databaseUrl));
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Creates a database if it is not there; answers its address. */
export async function ensureDatabase(superuserUrl: string, name: string): Promise<string> {
  const client = new Client(superuserUrl);
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
  const address = new URL(superuserUrl);
  address.pathname = `/${name}`;
  return address.href;
}

/** Creates a role that may log in and owns nothing, if it is not there, and gives it a new password; answers its address. */
export async function ensureRole(ownerUrl: string, name: string): Promise<string> {
  const client = new Client(ownerUrl);
  await client.connect();
  const role = client.escapeIdentifier(name);
  const password = randomBytes(24).toString('base64url');
  try {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name]);
    if (rowCount === 0) await client.query(`create role ${role} login`);
    await client.query(`alter role ${role} password ${client.escapeLiteral(password)}`);
  } finally {
    await client.end();
  }
  return Object.assign(new URL(ownerUrl), { username: name, password }).href;
}
