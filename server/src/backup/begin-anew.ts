import type { ClientBase } from 'pg';

/**
 * Browsers and nodes know months by their revision: none that was seen after the backup may come again with other rows.
 * The time in milliseconds is more than any month has been written since.
 */
export async function renewRevisions(client: ClientBase): Promise<void> {
  await client.query(
    'update month_revisions set revision = revision + floor(extract(epoch from clock_timestamp()) * 1000)::bigint',
  );
}

const LOOK = 'The database was restored from a backup. Whether these seats were bought is to be looked up at Google.';

/**
 * An order that had not been worked on at the time of the backup may have been carried out since, and nothing here tells:
 * it is not carried out by itself. One whose totals are written down is: Google is asked for the same total again.
 * @returns the orders that were closed.
 */
export async function closeOpenOrders(client: ClientBase): Promise<number[]> {
  // `asked_at`: nobody may be told that nothing was bought.
  const { rows } = await client.query<{ id: number }>(
    `update seat_orders set state = 'refused', reason = $1, asked_at = coalesce(asked_at, now()), finished_at = now(),
       leased_until = null, next_try_at = null
     where state in ('queued', 'unknown') and seats_after is null returning id`,
    [LOOK],
  );
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}
