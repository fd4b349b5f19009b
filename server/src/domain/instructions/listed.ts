import { ACTING_STATES } from '@desk/contract/rules/instruction';
import { inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { instructionsTable as t } from '../../platform/db/tables/instructions.ts';
import { nextLook, UNTIL_LISTED_AGAIN } from './advance.ts';
import { enqueueInstruction } from './queue.ts';

const LISTED = sql`(s.plan_name, s.status, s.renewal_type, s.number_of_seats, s.licensed_seats)`;
const READ_BACK = sql`(read_back ->> 'planName', read_back ->> 'status', read_back ->> 'renewalType',
  (read_back ->> 'numberOfSeats')::int, (read_back ->> 'licensedSeats')::int)`;

/**
 * Has those looked at now of which the provider tells something else than was read back: seats were freed, somebody changed
 * the setting by hand, the term is over. What was never read there has its own pauses. Of all subscriptions without an id.
 */
export async function lookAtChanged(tx: Db, subscriptionId?: number): Promise<void> {
  const ofThis = subscriptionId === undefined ? sql`` : sql`and s.id = ${subscriptionId}`;
  const { rows } = await tx.execute<{ id: number }>(sql`
    update ${t} set next_try_at = ${NOW} from renewals r join subscriptions s on s.id = r.subscription_id
    where r.id = ${t}.renewal_id and ${inArray(t.state, [...ACTING_STATES])}
      and read_back is not null and ${LISTED} is distinct from ${READ_BACK} ${ofThis}
    returning ${t}.id`);
  for (const { id } of rows) await enqueueInstruction(tx, id, { keepsPlace: true });
}

/** What is in place, and which a run of the sync has listed since it was read back, as it was read back then. */
async function confirmed(tx: Db, runId: number) {
  const { rows } = await tx.execute<{ id: number; ends: string; asked: string }>(sql`
    select ${t}.id, ${t}.term_ends_at as ends, g.asked_at as asked
    from ${t} join renewals r on r.id = ${t}.renewal_id join subscriptions s on s.id = r.subscription_id
      join google_subscriptions g on g.external_id = s.external_id and s.source = 'google'
    where ${t}.state = 'verified' and ${t}.failures = 0 and ${t}.leased_until is null and ${t}.term_ends_at > ${NOW}
      and g.run_id = ${runId} and g.asked_at > ${t}.read_back_at and ${LISTED} is not distinct from ${READ_BACK}
    for no key update of ${t}`);
  return rows;
}

/** The list is the look of the day of what stands there as it was read back: to ask for each of them costs a call of the provider's quota. */
async function readFromList(tx: Db, runId: number, now: Date): Promise<void> {
  const rows = await confirmed(tx, runId);
  if (rows.length === 0) return;
  const looks = rows.map(({ id, ends, asked }) => ({
    ...{ id, asked },
    next: nextLook({ termEndsAt: new Date(ends) }, now, UNTIL_LISTED_AGAIN).toISOString(),
  }));
  await tx.execute(sql`
    update ${t} set read_back_at = look.asked, next_try_at = look.next
    from json_to_recordset(${JSON.stringify(looks)}) look (id int, asked timestamptz, next timestamptz) where look.id = ${t}.id`);
}

/** What a list of all subscriptions tells of what was asked for. Part of the transaction of the sync that brought it. */
export async function followList(tx: Db, { runId, now }: { runId: number; now: Date }): Promise<void> {
  await lookAtChanged(tx);
  await readFromList(tx, runId, now);
}
