import { lockNumber } from '../locks.ts';
import type { ClientBase } from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import { BadSetting, type Config } from '../../../config.ts';
import { migrate } from './migrate.ts';
import { inTransaction, withClient } from '../connection/one-client.ts';
import { checkPooler, refuseTransactionPooler } from '../connection/pooler.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

interface Role {
  name: string;
  quoted: string;
  /** Why it may do more than a server needs, in a few words; null where it may not. */
  power: string | null;
}

const roleOf = (url: string): Promise<Role> =>
  withClient(url, 'role', async (client) => {
    const { rows } = await client.query<Role>(
      `select rolname as name, quote_ident(rolname) as quoted, case
         when rolsuper or rolcreaterole then 'is a superuser or may create roles'
         when pg_has_role((select relowner from pg_class where oid = to_regclass('public.audit_log')), 'usage')
           then 'owns the tables, so that it could change the audit log' end as power
       from pg_roles where rolname = current_user`,
    );
    const [role] = rows;
    if (!role) throw new Error('The role of DATABASE_URL is gone.');
    return role;
  });

/**
 * Lets a role do what the server does and no more: it reads and writes rows, of the audit log it only adds them, and it
 * makes, changes and drops nothing.
 */
async function grantTo(client: ClientBase, { quoted: role }: Role): Promise<void> {
  const { rows: database } = await client.query<{ name: string }>('select quote_ident(current_database()) as name');
  await client.query(`
    revoke create on schema public from public;
    revoke temporary on database ${database[0]?.name ?? ''} from public;
    grant usage on schema public, drizzle, graphile_worker to ${role};
    grant select, insert, update, delete on all tables in schema public, graphile_worker to ${role};
    grant select on all tables in schema drizzle to ${role};
    grant select on all sequences in schema drizzle to ${role};
    grant select, usage on all sequences in schema public, graphile_worker to ${role};
    grant execute on all functions in schema graphile_worker to ${role};
    revoke update, delete, truncate on audit_log from ${role};
    revoke all on function make_audit_years(timestamptz) from public;
    grant execute on function make_audit_years(timestamptz) to ${role};
    revoke insert, update, delete on graphile_worker.migrations from ${role}`);
  // What is added goes through the log itself. pg_dump reads its partitions one by one.
  const { rows: partitions } = await client.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'public.audit_log'::regclass`,
  );
  for (const { name } of partitions) await client.query(`revoke insert, update, delete on ${name} from ${role}`);
  // The queue hides its rows from all but its owner; what a role may do with them is said by the grants above.
  const { rows: queues } = await client.query<{ queue: string }>(
    `select c.oid::regclass::text as queue from pg_class c
     where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
       and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'who_is_granted')`,
  );
  for (const { queue } of queues)
    await client.query(`create policy who_is_granted on ${queue} using (true) with check (true)`);
}

/**
 * Brings the database to this version's schema and lets the server's role work in it. With MIGRATION_DATABASE_URL that
 * role may own nothing; without it the role is the owner, or somebody else prepared the database before.
 * @param log of a server, where a role that is too powerful is told.
 * @throws BadSetting where the role may not do what is still to be done, or where a pooler shares backends.
 */
export async function prepareDatabase(
  { DATABASE_URL, MIGRATION_DATABASE_URL, POOLER_DATABASE_URL, NODE_ENV }: Config,
  log?: FastifyBaseLogger,
): Promise<void> {
  await refuseTransactionPooler('DATABASE_URL', DATABASE_URL);
  if (MIGRATION_DATABASE_URL !== undefined)
    await refuseTransactionPooler('MIGRATION_DATABASE_URL', MIGRATION_DATABASE_URL);
  await migrate(MIGRATION_DATABASE_URL ?? DATABASE_URL).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new BadSetting(
      'The database is not prepared for this version, and the role may not do it. Set MIGRATION_DATABASE_URL to the address ' +
        'of the role that owns the tables, or run node server/dist/migrate.js with it.',
    );
  });
  if (POOLER_DATABASE_URL !== undefined) await checkPooler(POOLER_DATABASE_URL, DATABASE_URL);
  const role = await roleOf(DATABASE_URL);
  if (role.power !== null && NODE_ENV === 'production')
    log?.warn({
      event: 'database_role_overprivileged',
      role: role.name,
      message: `The role of DATABASE_URL ${role.power}; give the server one that owns nothing.`,
    });
  if (MIGRATION_DATABASE_URL === undefined) return;
  await withClient(MIGRATION_DATABASE_URL, 'grants', async (client) => {
    const { rows } = await client.query<{ owner: string }>('select current_user as owner');
    if (rows[0]?.owner === role.name) return;
    await inTransaction(client, async () => {
      await client.query('select pg_advisory_xact_lock($1)', [lockNumber('schema')]);
      await grantTo(client, role);
    });
  });
}
