import type pg from 'pg';
import { databaseClock, type DatabaseClock } from '../../time/clock.ts';
import { withClient } from './one-client.ts';

const ASK = 'select extract(epoch from clock_timestamp()) * 1000 as milliseconds';
/** The first answers of a connection are slow. */
const ROUNDS = 5;

/** Asks the database what time it is; the answer costs as little as any. */
export async function measure(asked: Pick<pg.Client, 'query'>, clock: DatabaseClock | undefined): Promise<void> {
  const before = clock?.running() ?? 0;
  const { rows } = await asked.query<{ milliseconds: string }>(ASK);
  clock?.measured(before, Number(rows[0]?.milliseconds), clock.running());
}

/** The clock of a process, measured before anything is decided by it. */
export async function measuredClock(url: string): Promise<DatabaseClock> {
  const clock = databaseClock();
  await withClient(url, 'clock', async (client) => {
    for (let round = 0; round < ROUNDS; round += 1) await measure(client, clock);
  });
  return clock;
}
