import type { JobHelpers } from 'graphile-worker';
import type { Services } from '../context.ts';
import { jobSeconds } from '../metrics/measures.ts';
import { errorForLog } from '../log/error-for-log.ts';
import type { Task } from './timetable.ts';

export interface Stopping {
  /** From here on jobs should come to their end. */
  readonly soon: AbortSignal;
  /** From here on unfinished jobs are released, for another node to take. */
  readonly late: AbortSignal;
}

class Released extends Error {}

/** The end of the work, or the moment from which this node waits for it no longer. */
function untilLate(late: AbortSignal, work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const release = () => reject(new Released('The node stopped before the job had ended.'));
    late.addEventListener('abort', release, { once: true });
    void work.then(resolve, reject).finally(() => late.removeEventListener('abort', release));
  });
}

/** A task as the queue runs it: measured, with a log that names the job, and an error that tells no parameters. */
export function runJob(name: string, task: Task, services: Services, { soon, late }: Stopping) {
  return async (payload: unknown, { job }: JobHelpers): Promise<void> => {
    const log = services.log.child({ job: name, job_id: job.id });
    const took = jobSeconds.startTimer({ task: name });
    const work = async () => task(payload as Record<string, unknown>, { ...services, log }, soon);
    try {
      await untilLate(late, work());
      took({ outcome: 'done' });
    } catch (error) {
      const failure = errorForLog(error);
      if (error instanceof Released) log.warn({ event: 'job_released' });
      else log.error({ event: 'job_failed', attempt: job.attempts, ...failure });
      took({ outcome: error instanceof Released ? 'released' : 'failed' });
      // The queue keeps the sentence with the job.
      throw new Error(failure.reason);
    }
  };
}
