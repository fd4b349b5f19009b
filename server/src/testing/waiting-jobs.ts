import type { TestServer } from './server.ts';

const TABLES = ['outbox', 'seat_orders', 'crm_tasks', 'contact_writes'];

/** Seconds that each job that waits, and each row that rests until its next try, was told to wait. */
export async function waitingJobs({ pool, services }: TestServer): Promise<number[]> {
  const resting = TABLES.map((name) => `select next_try_at - $1 as wait from ${name} where next_try_at > $1`);
  const { rows } = await pool.query<{ seconds: number }>(
    `select round(extract(epoch from wait))::int as seconds from (
       select run_at - created_at as wait from graphile_worker._private_jobs
       where locked_at is null and attempts < max_attempts
       union all ${resting.join(' union all ')}) as waiting`,
    [services.now()],
  );
  return rows.map(({ seconds }) => seconds);
}
