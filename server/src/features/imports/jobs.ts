import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { RetentionRule } from '../../platform/retention/delete-expired.ts';
import { NOW } from '../../platform/db/now.ts';

/** Checked files hold people's addresses: they go after some days, confirmed or not. What was written stays in the audit. */
async function deleteImports(tx: Db, days: number, atMost: number): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    delete from imports where id in (
      select id from imports where created_at < ${NOW} - make_interval(days => ${days}) order by id limit ${atMost})`);
  return rowCount ?? 0;
}

/** Each holds a whole file. */
export const oldImports = ({ imports: days }: Record<'imports', number>): RetentionRule => ({
  ...{ what: 'imports', days, forget: deleteImports },
  atOnce: 50,
});
