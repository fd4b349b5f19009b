import { sql, type SQL } from 'drizzle-orm';
import { ANSWERS } from './open-mail.ts';

const RENEWAL = sql.raw('r.id');

/** What the customer of a renewal has decided last, the alias `talk`, is to talk, and nobody has spoken with them since. */
const talkWhere = (renewalId: SQL, condition: SQL) => sql`exists (select from renewal_decisions talk
    where talk.renewal_id = ${renewalId} and talk.decision = 'talk' and ${condition}
      and not exists (select from renewal_decisions newer where newer.renewal_id = talk.renewal_id and newer.id > talk.id)
      and not exists (select from renewal_comments answer where answer.renewal_id = talk.renewal_id
        and answer.updated_on > talk.created_at and ${ANSWERS('answer')}))`;

/** Of a renewal, open or not: nobody has answered its customer, who asked to talk; what one of the staff wanted since is an answer. */
export const unansweredTalk = (renewalId: SQL = RENEWAL) =>
  talkWhere(
    renewalId,
    sql`not exists (select from instructions since where since.renewal_id = talk.renewal_id
      and since.source = 'staff' and since.created_at > talk.created_at and since.state not in ('refused', 'cancelled'))`,
  );

/**
 * Of an open renewal `r` and its live instruction `i`: the customer has asked to talk since that was wanted, and nobody has spoken with
 * them. What stands is brought about all the same, so it is somebody's call. The request leaves the renewal in discussion.
 */
export const WANTS_TO_TALK = sql`(i.id is not null and r.confirmation_status = 'In Discussion' and ${talkWhere(RENEWAL, sql`talk.created_at > i.created_at`)})`;
