import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { NOW } from '../../platform/db/now.ts';
import { chunked, columnNames, recordset } from '../../platform/db/sql/recordset.ts';
import { reminderStepsTable as t } from '../../platform/db/tables/reminders.ts';
import { planOf, type Days, type Plan } from './plan.ts';
import { readPolicy } from './read-policy.ts';
import { readTerms } from './read-terms.ts';

const NEW = {
  renewalId: t.renewalId,
  policyId: t.policyId,
  stepKey: t.stepKey,
  purpose: t.purpose,
  recipient: t.recipient,
  contactId: t.contactId,
  channel: t.channel,
  dueOn: t.dueOn,
  state: t.state,
  reason: t.reason,
};
const MOVED = { id: t.id, dueOn: t.dueOn };

async function remove(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`delete from reminder_steps where id = any(${sql.param([...ids])}::int[]) and state = 'planned'`);
}

async function write(tx: Db, policyId: number, { add, move, remove: gone }: Plan): Promise<void> {
  await remove(tx, gone);
  for (const rows of chunked(move))
    await tx.execute(sql`update reminder_steps t set due_on = n.due_on, changed_at = ${NOW} from ${recordset(MOVED, rows)}
      where t.id = n.id and t.state = 'planned'`);
  for (const rows of chunked(add.map((one) => ({ ...one, policyId }))))
    await tx.execute(sql`
      insert into reminder_steps (created_at, changed_at, ${columnNames(NEW)})
      select ${NOW}, ${NOW}, ${columnNames(NEW, 'n.')} from ${recordset(NEW, rows)} on conflict do nothing`);
}

/** What is planned of terms that are over, and all of a policy that is switched off. */
const removeOver = (tx: Db, isOn: boolean) =>
  tx.execute(sql`delete from reminder_steps t using renewals r
    where t.state = 'planned' and r.id = t.renewal_id ${isOn ? sql`and r.state = 'closed'` : sql``}`);

/**
 * Makes the planned reminders those of the policy. Nobody sends meanwhile, so that what is planned anew was not just sent to somebody else.
 * @param ids of renewals; undefined: all
 */
export async function planReminders(tx: Db, days: Days, ids?: readonly number[]): Promise<void> {
  await acquireLock(tx, 'reminders');
  const { id: policyId, isOn, steps } = await readPolicy(tx);
  if (ids === undefined) await removeOver(tx, isOn);
  if (!isOn || policyId === null) return;
  const terms = await readTerms(tx, { steps, today: days.today, ids });
  const plans = terms.map((term) => planOf(term, steps, days));
  await write(tx, policyId, {
    add: plans.flatMap(({ add }) => add),
    move: plans.flatMap(({ move }) => move),
    remove: plans.flatMap(({ remove: gone }) => gone),
  });
}
