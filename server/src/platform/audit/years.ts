import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { NOW } from '../db/now.ts';

/** So long before a year begins its partition is there: a job that fails for months still has time. */
const AHEAD = '13 months';

/** Makes the partitions of the audit log that will be needed; where there are, nothing. */
export const makeAuditYears = (db: Db) => db.execute(sql`select make_audit_years(${NOW} + ${AHEAD}::interval)`);
