import { sql } from 'drizzle-orm';
import type { Db } from '../../context.ts';

/** Checked files hold people's addresses: they go after a week, confirmed or not. What was written stays in the audit. */
export const forgetImports = (db: Db) =>
  db.execute(sql`delete from imports where created_at < now() - interval '7 days'`);
