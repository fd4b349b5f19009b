import { ACTING_STATES } from '@desk/contract/rules/instruction';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { instructionsTable as t } from '../../platform/db/tables/instructions.ts';
import { enqueueRow, type JobOptions } from '../../platform/queue/enqueue.ts';
import { createLeasedQueue, type Leased } from '../../platform/queue/leased-queue.ts';

/** Queues the job that looks at an instruction. */
export const enqueueInstruction = (db: Db, id: number, options: JobOptions = {}) =>
  enqueueRow(db, 'instruction', [t, id], options);

/** States in which the provider is looked at. */
export const LOOKED_AT = [...ACTING_STATES, 'drifted'] as const;

/** What somebody is asked about is looked at on its days alone: it may be put back by hand. */
const isReady = sql`(${t.state} <> 'drifted' or ${t.nextTryAt} is not null)`;

export const queue = createLeasedQueue({
  ...{ table: t, isReady, enqueue: enqueueInstruction },
  open: LOOKED_AT,
});
/** An instruction in the hands of one worker. */
export type Held = Leased<typeof t>;
