import { createHash } from 'node:crypto';
import pg from 'pg';
import { loadDemo } from '../launcher/demo/load.ts';
import { hashPassword } from '../server/src/auth/passwords.ts';
import type { World } from '../simulators/world/types.ts';
import type { Menus } from '../server/src/testing/permissions.ts';
import { actors, type FuzzActor } from './actors.ts';
import { cookieOf, LOGIN_CODES, loginFixtures } from './login-fixtures.ts';
import { learner, plainName, type Learned } from './learned.ts';

/** Stands in rows that are none of a customer's business; no request says it. */
export const CANARY = 'CNRY7f3a';

const PASSWORD = 'correct horse battery';
const CUSTOMER = actors.find(({ kind }) => kind === 'customer')?.email ?? '';
export const tokenOf = ({ name }: FuzzActor): string => createHash('sha256').update(name).digest('base64url');

/** Everything of other customers, and what staff say among themselves, carries the mark. */
const MARKS = `
  create temporary table own on commit drop as
    select d.customer_id from domains d join accounts a on a.id = d.owner_id where a.email = '${CUSTOMER}';
  update customers set company_name = company_name || ' ${CANARY}' where id not in (table own);
  update contacts set name = name || ' ${CANARY}', phone = '${CANARY}'
    where customer_id is null or customer_id not in (table own);
  update customer_profiles set company_name = company_name || ' ${CANARY}', designation = '${CANARY}'
    where account_id not in (select id from accounts where email = '${CUSTOMER}');
  update renewal_comments set comment = comment || ' ${CANARY}';
  update renewals set followup_comment = '${CANARY}', special_comments = '${CANARY}';
  update tickets set subject = subject || ' ${CANARY}';
  update outbox set subject = subject || ' ${CANARY}';
  update crm_tasks set subject = subject || ' ${CANARY}'`;

/** Owner of each domain, before staff assign it. */
const OWNERS = `create schema fuzz; create table fuzz.owners as select id, owner_id, customer_id, status from domains`;

const accountsSql = (hash: string): string =>
  actors
    .filter(({ email }) => email !== undefined)
    .map(
      ({ email, kind, role, name, firstLogin = false, mayExport = false }) => `
  insert into accounts (kind, email, name, password_hash, status, role, first_login, may_export, created_at)
    values ('${kind}', '${email}', '${name}', '${hash}', 'ACTIVE', '${role}', ${firstLogin}, ${mayExport}, now())
    on conflict (email) do update set kind = excluded.kind, password_hash = excluded.password_hash, status = 'ACTIVE', role = excluded.role,
      first_login = excluded.first_login, may_export = excluded.may_export;
  insert into account_menus select a.id, m.id from accounts a, menus m
    where a.email = '${email}' and m.audience = '${kind}' on conflict do nothing;
  insert into sessions (token_hash, account_id, first_login, ends_at, ip, created_at, seen_at)
    select '\\x${createHash('sha256')
      .update(tokenOf({ name }))
      .digest('hex')}', id, ${firstLogin}, now() + interval '12 hours', '127.0.0.1', now(), now()
   from accounts where email = '${email}'
    on conflict (token_hash) do update set first_login = excluded.first_login, seen_at = now(), ends_at = excluded.ends_at;`,
    )
    .join('');

/** Whatever the calls did to those who make them: they are again who they were, and may try as often as they like. */
const restoreSql = (hash: string): string => `${accountsSql(hash)}
  delete from throttles;
  update domains d set owner_id = o.owner_id, customer_id = o.customer_id, status = o.status, claimed_by_id = null
    from fuzz.owners o where o.id = d.id
      and (d.owner_id, d.customer_id, d.status, d.claimed_by_id) is distinct from (o.owner_id, o.customer_id, o.status, null::int)`;

const textsOf = async (client: pg.Client, select: string): Promise<string[]> =>
  (await client.query<{ value: string }>(`select distinct value::text from (${select}) _ limit 60`)).rows.map(
    ({ value }) => value,
  );

/** Values that are there, so that bodies reach further than the first look at them. No canary is among them. */
export interface KnownValues extends Record<string, string[]> {
  domains: string[];
  emails: string[];
  /** Ids of subscriptions at their provider. */
  externalIds: string[];
  days: string[];
  /** Accounts that renewals can be assigned to. */
  members: string[];
  /** To whom a code was sent, or who has verified one. */
  loginFixtures: string[];
  codes: string[];
  passwords: string[];
  cookies: string[];
  /** The caller's e-mail, where it is known. */
  own: string[];
}

/** Menus of each account, which replies give by the account's id only. */
const MENUS = `select a.id as admin_id, a.id as user_id, a.email::text as email,
  coalesce(jsonb_agg(menu_id order by menu_id) filter (where menu_id is not null), '[]') as menuid
  from accounts a left join account_menus on account_id = a.id group by a.id`;

async function readKnownValues(client: pg.Client, secret: Buffer): Promise<KnownValues> {
  return {
    domains: [
      ...(await textsOf(client, 'select name as value from domains where id <= 40 order by id')),
      ...Array.from({ length: 20 }, (_, n) => `new${n}.example`),
    ],
    emails: await textsOf(
      client,
      `select email as value from accounts union all select email from resellers
       union all select email from contacts where id <= 20`,
    ),
    externalIds: await textsOf(client, 'select external_id as value from subscriptions where id <= 40'),
    days: await textsOf(client, 'select term_end as value from renewals where id <= 40'),
    members: await textsOf(
      client,
      `select email as value from accounts where kind = 'staff' and status = 'ACTIVE' and role in ('RMEMBER', 'ADMIN')`,
    ),
    loginFixtures: [],
    codes: LOGIN_CODES,
    passwords: ['seven green kettles', 'seven green kettles', 'seven green kettles', PASSWORD],
    cookies: [cookieOf(secret)],
    own: [],
  };
}

export interface FilledDatabase {
  /** Of the owner of the tables. */
  client: pg.Client;
  known: KnownValues;
  learned: Learned;
  /** Makes the actors who they were, and the logins as open as they were. */
  restore: () => Promise<void>;
}

/** Fills a migrated database with the demo, marks what a customer must not see, and lets the actors in. */
export async function fillDatabase(
  owner: string,
  { world, today, secret }: { world: World; today: string; secret: Buffer },
): Promise<FilledDatabase> {
  await loadDemo({ databaseUrl: owner, world, today });
  const client = new pg.Client({ connectionString: owner });
  await client.connect();
  await client.query(`begin; ${MARKS}; ${OWNERS}; commit`);
  const restoring = restoreSql(await hashPassword(PASSWORD));
  const open = loginFixtures(client, secret, {
    customer: CUSTOMER,
    staff: ['admin@desk.example', 'axsup@desk.example'],
  });
  const learned = learner(CANARY);
  await client.query(restoring);
  const known = await readKnownValues(client, secret);
  const restore = async (): Promise<void> => {
    await client.query(restoring);
    known.loginFixtures = await open();
    const { rows } = await client.query<Record<string, unknown>>(MENUS);
    for (const row of rows)
      learned.addRow(new Map(Object.entries(row).map(([name, value]) => [plainName(name), JSON.stringify(value)])));
  };
  await restore();
  return { client, known, learned, restore };
}

/** The routes of all menus, by whom they are for. */
export async function menusOf(client: pg.Client): Promise<Menus> {
  const { rows } = await client.query<{ route: string; audience: 'customer' | 'staff' }>(
    'select to_route as route, audience from menus',
  );
  const routesOf = (kind: string) => rows.filter(({ audience }) => audience === kind).map(({ route }) => route);
  return { customer: routesOf('customer'), staff: routesOf('staff') };
}
