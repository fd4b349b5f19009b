import type { TestServer } from './server.ts';

/** Seconds that each job that waits was told to wait. */
export async function waitingJobs({ pool }: TestServer): Promise<number[]> {
  const { rows } = await pool.query<{ seconds: number }>(
    `select round(extract(epoch from run_at - created_at))::int as seconds from graphile_worker._private_jobs
     where locked_at is null and attempts < max_attempts`,
  );
  return rows.map(({ seconds }) => seconds);
}
