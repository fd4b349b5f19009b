import type { Pool } from 'pg';
import { ADMINISTRATORS, MEMBERS } from '../people/staff.ts';

const OF_MEMBERS = ['my_renewal_domain', 'renewal_member_dashboard', 'get_monthly_renewal'];

/** A hash that no password has: nobody of a year logs in by one. */
const NO_PASSWORD = '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

const INSERT = `insert into accounts (kind, email, name, phone, password_hash, status, role, created_at)
  select $2, unnest($1::citext[]), unnest($3::text[]), '', '${NO_PASSWORD}', 'ACTIVE', $4, $5 returning id`;

const nameOf = (email: string): string => email.split('@')[0] ?? email;

async function insert(database: Pool, kind: string, role: string, emails: readonly string[], at: string) {
  const { rows } = await database.query<{ id: number }>(INSERT, [emails, kind, emails.map(nameOf), role, at]);
  return rows.map(({ id }) => id);
}

/** The staff, as an installation has them before its first morning. */
export async function makeAccounts(database: Pool, at: string): Promise<void> {
  const members = await insert(database, 'staff', 'RMEMBER', MEMBERS, at);
  const administrators = await insert(database, 'staff', 'ADMIN', ADMINISTRATORS, at);
  const give = `insert into account_menus (account_id, menu_id) select a, m.id from unnest($1::int[]) a, menus m where m.audience = $2`;
  await database.query(`${give} and m.to_route = any($3)`, [members, 'staff', OF_MEMBERS]);
  await database.query(give, [administrators, 'staff']);
  await database.query(`insert into member_tags (account_id, manager_id) select unnest($1::int[]), $2`, [
    members,
    administrators[0],
  ]);
}

/** The first person of each customer has an account, and the domains that were approved for it. */
export async function openPortal(database: Pool, domains: readonly string[], at: string): Promise<void> {
  const emails = domains.map((domain) => `owner@${domain}`);
  const customers = await insert(database, 'customer', 'CUSTOMER', emails, at);
  await database.query(
    `insert into account_menus (account_id, menu_id) select a, m.id from unnest($1::int[]) a, menus m where m.audience = 'customer'`,
    [customers],
  );
  await database.query(
    `update domains d set owner_id = a.id, status = 'ACTIVE' from accounts a where a.kind = 'customer' and a.email = ('owner@' || d.name)::citext`,
  );
}
