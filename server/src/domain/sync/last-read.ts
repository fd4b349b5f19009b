import type { Service } from '@desk/contract/connections';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';

/** When a sync of a service last ended well, an instant; null: never. */
export async function lastRead(db: Db, service: Service): Promise<string | null> {
  const { rows } = await db.execute<{ at: string | null }>(
    sql`select max(finished_at) as at from sync_runs where service = ${service} and state = 'done'`,
  );
  const at = rows[0]?.at ?? null;
  return at === null ? null : new Date(at).toISOString();
}
