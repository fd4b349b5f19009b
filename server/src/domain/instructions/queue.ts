import { ACTING_STATES } from '@desk/contract/rules/instruction';
import { inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { instructionsTable as t } from '../../platform/db/tables/instructions.ts';
import { enqueueRow, type JobOptions } from '../../platform/queue/enqueue.ts';
import { createLeasedQueue, type Leased } from '../../platform/queue/leased-queue.ts';

/** Queues the job that looks at an instruction. */
export const enqueueInstruction = (db: Db, id: number, options: JobOptions = {}) =>
  enqueueRow(db, 'instruction', [t, id], options);

export const queue = createLeasedQueue({ table: t, open: ACTING_STATES, enqueue: enqueueInstruction });
/** An instruction in the hands of one worker. */
export type Held = Leased<typeof t>;

/**
 * Has those looked at now of which the provider tells something else than was read back: seats were freed, somebody changed
 * the setting by hand, the term is over. What was never read there has its own pauses. Part of the transaction of the sync that brought it.
 * @returns how many.
 */
export async function lookAtChanged(tx: Db): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    update ${t} set next_try_at = ${NOW} from renewals r join subscriptions s on s.id = r.subscription_id
    where r.id = ${t}.renewal_id and ${inArray(t.state, [...ACTING_STATES])}
      and read_back is not null and (s.plan_name, s.status, s.renewal_type, s.number_of_seats, s.licensed_seats) is distinct from
        (read_back ->> 'planName', read_back ->> 'status', read_back ->> 'renewalType',
         (read_back ->> 'numberOfSeats')::int, (read_back ->> 'licensedSeats')::int)
    returning ${t}.id`);
  for (const { id } of rows) await enqueueInstruction(tx, id, { keepsPlace: true });
  return rows.length;
}
