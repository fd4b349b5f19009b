import { randomInt } from 'node:crypto';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { audit, changesBetween } from '../../platform/audit/audit.ts';
import { createLeasedQueue, retryDelay, type Leased } from '../../platform/queue/leased-queue.ts';
import { enqueueRow } from '../../platform/queue/enqueue.ts';
import { crmTasksTable as t } from '../../platform/db/tables/crm-tasks.ts';
import { ZohoProblem } from '../../integrations/zoho/problem.ts';
import { errorForLog } from '../../platform/log/error-for-log.ts';
import { PAUSES, referenceOf, SENTENCES } from './rules.ts';
import { NOW } from '../../platform/db/now.ts';

type Task = Leased<typeof t>;
type Result =
  | { outcome: 'done'; zohoId: string; reason: string }
  | { outcome: 'retry'; reason: string; afterMs?: number | undefined }
  | { outcome: 'refused'; reason: string };

const queue = createLeasedQueue({
  table: t,
  open: ['queued'],
  enqueue: (db, id, options) => enqueueRow(db, 'crm-task', [t, id], options),
});

/** No other try would be answered otherwise. */
const isFinal = (error: ZohoProblem) => error.kind === 'refused' || error.kind === 'not-found';

function failed(error: unknown, { log }: Services, signal: AbortSignal): Result {
  if (signal.aborted) return { outcome: 'retry', reason: SENTENCES.restarted };
  if (error instanceof ZohoProblem) {
    const { message: reason, retryAfterMs: afterMs } = error;
    return isFinal(error) ? { outcome: 'refused', reason } : { outcome: 'retry', reason, afterMs };
  }
  log.error({ event: 'crm_task_error', ...errorForLog(error) });
  return { outcome: 'retry', reason: SENTENCES.internal };
}

/** Zoho's client looks for the task before it asks, so that an unknown outcome too is only a matter of another try. */
async function send(task: Task, services: Services, signal: AbortSignal): Promise<Result> {
  const { zoho } = services.clients;
  if (!zoho) return { outcome: 'retry', reason: SENTENCES.notConfigured };
  const { subject, description, createdAt: askedAt } = task;
  try {
    const { id, message: reason } = await zoho.crm.createTask(
      { reference: referenceOf(task), askedAt, subject, description },
      { signal },
    );
    return { outcome: 'done', zohoId: id, reason: reason ?? 'found in the CRM' };
  } catch (error) {
    return failed(error, services, signal);
  }
}

/** Writes what became of a try; where another try has decided, nothing. */
async function settle(tx: Db, task: Task, result: Result, signal: AbortSignal): Promise<void> {
  if (result.outcome === 'retry') {
    const delay = signal.aborted ? 0 : retryDelay(PAUSES, task.attempts, randomInt(1_000) / 1_000);
    if (delay !== undefined) {
      await queue.retryLater(tx, task, result.reason, Math.max(delay, result.afterMs ?? 0));
      return;
    }
  }
  const end =
    result.outcome === 'done' ? { state: 'done' as const, zohoId: result.zohoId } : { state: 'refused' as const };
  const [ended] = await tx
    .update(t)
    .set({ ...end, reason: result.reason, leasedUntil: null, nextTryAt: null, finishedAt: NOW })
    .where(queue.thisTry(task))
    .returning({ state: t.state, zoho_id: t.zohoId, answer: t.reason });
  if (!ended) return;
  const changes = changesBetween({ state: task.state }, ended);
  await audit(tx, {}, { action: `crm_task_${ended.state}`, subject: 'crm_task', subjectId: task.id, changes });
}

/** Creates one task in the CRM, if it is due and not leased by another worker. */
export async function createCrmTask(payload: Record<string, unknown>, services: Services, signal: AbortSignal) {
  const { db, announce } = services;
  const task = await queue.take(db, Number(payload['id']));
  if (!task) return;
  const result = await queue.underLease(task, services, () => send(task, services, signal));
  await db.transaction((tx) => settle(tx, task, result, signal));
  announce({ kind: 'crm' });
}

export const sweepCrmTasks = queue.sweep;
export const wakeCrmTasks = queue.wake;
