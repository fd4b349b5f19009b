import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '../context.ts';
import { accountsTable as a } from '../db/tables/accounts.ts';

/** `passwordEnded`: the password was given out and its time is over, by the database's clock. */
const account = {
  ...getTableColumns(a),
  passwordEnded: sql<boolean>`coalesce(${a.passwordEndsAt} <= now(), false)`,
};

export type Account = typeof a.$inferSelect & { passwordEnded: boolean };

export async function accountByEmail(db: Db, email: string): Promise<Account | undefined> {
  const [row] = await db.select(account).from(a).where(eq(a.email, email));
  return row;
}
