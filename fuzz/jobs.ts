import type pg from 'pg';
import type { Services } from '../server/src/platform/context.ts';
import { workOff } from '../server/src/testing/work-off.ts';

/** A job that failed is tried so many times more, and at once; what it leaves may queue others. */
const MORE_TRIES = 2;
const MOST_ROUNDS = 20;

/** Works off what is due in the queue. The external services are well: what fails until it is given up is a fault of our own. */
export function jobWorker(services: Services, owner: pg.Client): () => Promise<string[]> {
  return async () => {
    for (let rounds = 0; rounds < MOST_ROUNDS; rounds++) {
      await workOff(services, services.pool, 2);
      const { rowCount } = await owner.query(
        `update graphile_worker._private_jobs set run_at = now(), attempts = greatest(attempts, max_attempts - ${MORE_TRIES})
           where last_error is not null and attempts < max_attempts and locked_at is null and run_at > now()`,
      );
      if (rowCount === 0) break;
    }
    const { rows } = await owner.query<{ failure: string }>(
      `with given_up as (delete from graphile_worker._private_jobs
           where last_error is not null and attempts >= max_attempts returning task_id, last_error, payload)
         select distinct t.identifier || ': ' || g.last_error || ' (' || left(g.payload::text, 300) || ')' as failure
           from given_up g join graphile_worker._private_tasks t on t.id = g.task_id`,
    );
    return rows.map(({ failure }) => `leaves a job that fails for good: ${failure}`);
  };
}
