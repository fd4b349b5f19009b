import { sql, type SQL } from 'drizzle-orm';
import { NOT_LISTED, OVER } from './instructions.ts';
import { ANSWERS } from './open-mail.ts';

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
