import { sql, type SQL } from 'drizzle-orm';
import { NOT_LISTED, OVER } from './instructions.ts';
import { ANSWERS } from './open-mail.ts';
import { undecidedSql } from './standing.ts';

/**
 * Of an instruction, the alias `no`: it was taken back or refused, and it was approved, or set once and to be approved anew, or was asked for
 * in the place of one that was: what was set stays at the provider.
 */
export const DECIDED_BEFORE = sql.raw(
  `(no.state in ('cancelled', 'refused') and exists (select from instructions approved where approved.renewal_id = no.renewal_id
    and approved.id <= no.id and coalesce(approved.approved_at, approved.asked_at) is not null))`,
);

/** Of a renewal: what was decided of it was taken back, and nobody has decided since. What was only proposed since decides nothing. */
export const isUndecidedAgain = (
  renewalId: SQL,
) => sql`exists (select from renewals again join instructions no on no.renewal_id = again.id
    where again.id = ${renewalId} and ${sql.raw(undecidedSql('again.'))} and ${DECIDED_BEFORE}
      and not exists (select from instructions later where later.renewal_id = again.id and later.id > no.id and later.approved_at is not null))`;

/**
 * Of a renewal, open or not: what was wanted of it last was refused, or its customer had decided it and one of us took it back, and nobody
 * has spoken with them since.
 */
export const unansweredRefusal = (renewalId: SQL = sql.raw('r.id')) => sql`exists (select from renewals discussed
    join instructions no on no.renewal_id = discussed.id
    where discussed.id = ${renewalId} and discussed.confirmation_status = 'In Discussion'
      and no.id = (select max(newest.id) from instructions newest where newest.renewal_id = discussed.id)
      and (no.state = 'refused' or no.state = 'cancelled' and no.reason is distinct from ${OVER} and no.reason is distinct from ${NOT_LISTED}
        and exists (select from renewal_decisions before where before.renewal_id = discussed.id and before.created_at < no.finished_at))
      and not exists (select from renewal_decisions since where since.renewal_id = discussed.id and since.created_at >= no.finished_at)
      and not exists (select from renewal_comments answer where answer.renewal_id = discussed.id
        and answer.updated_on > no.finished_at and ${ANSWERS('answer')}))`;
