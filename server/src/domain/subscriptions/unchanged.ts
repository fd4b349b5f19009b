import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import { NOW } from '../../platform/db/now.ts';
import { compiled } from '../../platform/db/sql/compile.ts';
import { columnNames, recordset } from '../../platform/db/sql/recordset.ts';
import { googleSubscriptionsTable as g } from '../../platform/db/tables/subscriptions.ts';
import type { ProviderSubscription } from '../../providers/port.ts';
import { factColumns } from './apply-synced.ts';
import { factsOf } from './mirror.ts';
import { IS_SUSPENSION_NEW } from './note-suspensions.ts';

const { externalId, googleCustomerId, domain } = getTableColumns(g);
/** All that an answer says. */
const answerColumns = { externalId, googleCustomerId, domain, ...factColumns };

interface Asked {
  /** When it came. */
  readonly now: Date;
  /** What has to hold beside it of the subscription `s`, and the name of the statement with that text. */
  readonly isQuiet: SQL;
  readonly name: string;
}

/**
 * Notes that an answer of a provider is what we have, in its mirror and in our subscription: nothing follows from it, so it waits for no
 * sync. A row that somebody else has in hand is left alone: they may be about to change it.
 * @returns false where something may follow.
 */
export async function noteUnchanged(
  pool: Pool,
  answer: ProviderSubscription,
  { now, isQuiet, name }: Asked,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name,
    ...compiled(sql`
      with same as (
        select g.external_id from google_subscriptions g join subscriptions s on s.external_id = g.external_id,
          ${recordset(answerColumns, [factsOf(answer, now)])}
        where g.external_id = ${answer.subscriptionId} and (${columnNames(answerColumns, 'g.')}) is not distinct from (${columnNames(answerColumns, 'n.')})
          and (${columnNames(factColumns, 's.')}) is not distinct from (${columnNames(factColumns, 'g.')})
          and s.ended_at is null and s.source = 'google' and not ${IS_SUSPENSION_NEW('s.')} and ${isQuiet}
        for no key update of g, s skip locked
      ), asked as (
        update google_subscriptions g set asked_at = ${NOW} from same where g.external_id = same.external_id
      )
      update subscriptions s set answered_at = ${NOW} from same where s.external_id = same.external_id`),
  });
  return rowCount === 1;
}
