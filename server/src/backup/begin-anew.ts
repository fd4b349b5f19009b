import type { ClientBase } from 'pg';
import type { Clock } from '../platform/time/clock.ts';

/**
 * Browsers and nodes know months by their revision: none that was seen after the backup may come again with other rows.
 * The time in milliseconds is more than any month has been written since.
 */
async function renewRevisions(client: ClientBase, now: Date): Promise<void> {
  const written = 'revision = revision + floor(extract(epoch from $1::timestamptz) * 1000)::bigint';
  for (const table of ['month_revisions', 'work_revisions'])
    await client.query(`update ${table} set ${written}`, [now]);
}

const LOOK_AT_GOOGLE =
  'The database was restored from a backup. Whether these seats were bought is to be looked up at Google.';

const inOrder = (ids: readonly number[]): number[] => [...new Set(ids)].sort((one, other) => one - other);

/**
 * An order that had not been worked on at the time of the backup may have been carried out since, and nothing here tells:
 * it is not carried out by itself. One whose totals are written down is: Google is asked for the same total again.
 */
async function closeOpenOrders(client: ClientBase, now: Date): Promise<number[]> {
  // `asked_at`: nobody may be told that nothing was bought.
  const { rows } = await client.query<{ id: number }>(
    `update seat_orders set state = 'refused', reason = $1, asked_at = coalesce(asked_at, $2), finished_at = $2,
       leased_until = null, next_try_at = null
     where state in ('queued', 'unknown') and seats_after is null returning id`,
    [LOOK_AT_GOOGLE, now],
  );
  return inOrder(rows.map(({ id }) => id));
}

const LOOK_AT_CRM =
  'The database was restored from a backup. Whether the CRM has this change, or a newer one, is to be looked up there; ' +
  'saving the contact again sends what stands here.';

/**
 * A change that waited for the CRM may have arrived since, and others after it: it would undo them. Each row has all that
 * the person's rows were to tell, for who saves the person again tells what the last one was refused.
 */
async function closeOpenContactWrites(client: ClientBase, now: Date): Promise<number[]> {
  const { rows } = await client.query<{ contactId: number }>(
    `with untold as (
       select contact_id, array_agg(distinct field) as fields from contact_writes, unnest(fields) as field
       where state = 'queued' group by contact_id)
     update contact_writes w set state = 'refused', reason = $1, finished_at = $2, leased_until = null,
       next_try_at = null, fields = untold.fields
     from untold where untold.contact_id = w.contact_id and w.state = 'queued' returning w.contact_id as "contactId"`,
    [LOOK_AT_CRM, now],
  );
  return inOrder(rows.map(({ contactId }) => contactId));
}

/** Work that was closed because it may have been carried out since the backup. */
export interface Closed {
  /** Ids of orders of seats. */
  orders: number[];
  /** Ids of contacts whose changes waited for the CRM. */
  contacts: number[];
}

/** Makes of a backup's contents an installation that others, who have seen more since, can go on with. */
export async function beginAnew(client: ClientBase, clock: Clock): Promise<Closed> {
  const now = clock();
  await renewRevisions(client, now);
  return { orders: await closeOpenOrders(client, now), contacts: await closeOpenContactWrites(client, now) };
}
