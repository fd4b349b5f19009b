import { desc } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { reminderPoliciesTable as p } from '../../platform/db/tables/reminders.ts';
import { STANDARD_POLICY, withPurpose, type Policy } from './policy.ts';

/** The policy in force: the newest version; the standard one, switched off, until somebody has saved one. */
export async function readPolicy(db: Db): Promise<Policy> {
  const [newest] = await db.select({ id: p.id, isOn: p.isOn, steps: p.steps }).from(p).orderBy(desc(p.id)).limit(1);
  return newest ? { ...newest, steps: newest.steps.map(withPurpose) } : STANDARD_POLICY;
}
