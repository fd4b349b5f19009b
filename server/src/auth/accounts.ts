import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Context } from '../platform/context.ts';
import type { Db } from '../platform/db/db.ts';
import { accountsTable as a } from '../platform/db/tables/accounts.ts';
import { NOW } from '../platform/db/now.ts';

/** `passwordEnded`: the password was given out and its time is over. */
const account = {
  ...getTableColumns(a),
  passwordEnded: sql<boolean>`coalesce(${a.passwordEndsAt} <= ${NOW}, false)`,
};

export type Account = typeof a.$inferSelect & { passwordEnded: boolean };

export async function accountByEmail(db: Db, email: string): Promise<Account | undefined> {
  const [row] = await db.select(account).from(a).where(eq(a.email, email));
  return row;
}

/** The name of a device that logged in as that account, and has not since a new password or a suspension ended that. */
export async function knownDevice({ db, client }: Pick<Context, 'db' | 'client'>, email: string) {
  const claimed = client.device.of(email);
  if (claimed === undefined) return undefined;
  const isSame = and(eq(a.email, email), eq(a.deviceEpoch, claimed.epoch));
  return (await db.$count(a, isSame)) > 0 ? claimed.name : undefined;
}
