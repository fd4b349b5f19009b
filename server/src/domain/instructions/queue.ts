import { ACTING_STATES } from '@desk/contract/rules/instruction';
import type { Db } from '../../platform/db/db.ts';
import { instructionsTable as t } from '../../platform/db/tables/instructions.ts';
import { enqueueRow, type JobOptions } from '../../platform/queue/enqueue.ts';
import { createLeasedQueue, type Leased } from '../../platform/queue/leased-queue.ts';

/** Queues the job that looks at an instruction. */
export const enqueueInstruction = (db: Db, id: number, options: JobOptions = {}) =>
  enqueueRow(db, 'instruction', [t, id], options);

export const queue = createLeasedQueue({ table: t, open: ACTING_STATES, enqueue: enqueueInstruction });
/** An instruction in the hands of one worker. */
export type Held = Leased<typeof t>;
