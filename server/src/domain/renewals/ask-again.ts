import { statusLeadsTo } from '@desk/contract/rules/leads-to';
import type { InstructionState, Outcome } from '@desk/contract/rules/instruction';
import { NO_STATUS_FIELDS } from '@desk/contract/rules/status-fields';
import { and, eq, sql } from 'drizzle-orm';
import { audit, changesBetween, entryAbout, type Author, type Entry } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { LIVE } from '../../platform/db/tables/instructions.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { wishWords } from '../work-items/instruction-next.ts';
import { planCall } from '../work-items/plan-call.ts';
import { shortDay } from '../work-items/short-day.ts';
import { raiseVersion, type Renewal } from './comments.ts';

/** A subscription that is of another product since the last list; both by their names. */
export interface ProductChange {
  readonly subscriptionId: number;
  readonly from: string;
  readonly to: string;
}

interface Ended extends Record<string, unknown> {
  readonly state: InstructionState;
  readonly outcome: Outcome;
  readonly seats: number | null;
}

const aboutRenewal = entryAbout('renewal', r);

async function endLive(tx: Db, renewalId: number, reason: string): Promise<Ended | undefined> {
  const { rows } = await tx.execute<Ended>(sql`
    with live as (select id, state from instructions where renewal_id = ${renewalId} and state in (${LIVE}) for update)
    update instructions i set state = 'cancelled', reason = ${reason}, finished_at = ${NOW}, changed_at = ${NOW},
      leased_until = null, next_try_at = null
    from live where i.id = live.id returning live.state, i.outcome, i.seats`);
  return rows[0];
}

/** Whether its status says what is to be placed; of what somebody orders by hand, it is what was ordered. */
const isDecided = (status: Renewal['confirmationStatus']): boolean =>
  ['renew', 'flexible', 'end'].includes(statusLeadsTo(status));

async function askOne(tx: Db, { from, to }: ProductChange, renewal: Renewal, today: string): Promise<Entry[]> {
  const { id, confirmationStatus: status } = renewal;
  const reason = `They have ${to} instead of ${from} since.`;
  const live = await endLive(tx, id, reason);
  if (!live && !isDecided(status)) return [];
  const wanted = live ? wishWords(live) : String(status);
  // The day tells a second change to the same product from the first.
  const call = `Wanted of ${from}: ${wanted}. They have had ${to} since ${shortDay(today, today)}. Ask whether that stands.`;
  const entries = await planCall(tx, { renewalId: id, reason: call }, today);
  if (live)
    entries.unshift({
      ...{ action: 'instruction_cancelled', subject: 'renewal', subjectId: id },
      changes: changesBetween({ state: live.state, reason: null }, { state: 'cancelled', reason }),
    });
  // Of what nobody has decided yet, as the time that was given, all that was said stands; what somebody decides by what they read before does not.
  if (!isDecided(status)) {
    await raiseVersion(tx, id);
    return entries;
  }
  const undecided = { ...NO_STATUS_FIELDS, confirmationStatus: 'In Discussion' as const };
  await tx
    .update(r)
    .set({ ...undecided, version: sql`${r.version} + 1` })
    .where(eq(r.id, id));
  return [...entries, aboutRenewal('status_saved', id, undecided, renewal)];
}

/**
 * What was decided of another product, at another price, is asked once more: its instruction ends, its status is undecided again, and whoever
 * has it is to call. Where the status says that somebody orders another product by hand, that has come about.
 * @param today `yyyy-mm-dd`
 * @returns the months of the renewals that are undecided again
 */
export async function askAgain(
  tx: Db,
  changes: readonly ProductChange[],
  { today, author }: { today: string; author: Author },
): Promise<string[]> {
  const months: string[] = [];
  for (const change of changes) {
    const which = and(eq(r.subscriptionId, change.subscriptionId), eq(r.state, 'open'));
    const [renewal] = await tx.select().from(r).where(which).for('no key update');
    if (!renewal || statusLeadsTo(renewal.confirmationStatus) === 'renew-by-hand') continue;
    const entries = await askOne(tx, change, renewal, today);
    await audit(tx, author, ...entries);
    if (entries.length > 0) months.push(renewal.termEnd.slice(0, 7));
  }
  return months;
}
