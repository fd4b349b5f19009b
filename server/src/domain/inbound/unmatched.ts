import { sql } from 'drizzle-orm';
import type { ActorContext } from '../../platform/context.ts';
import { dayIn } from '../../platform/time/days.ts';
import { seesUnassigned } from '../work-items/approvers.ts';
import { readTeam } from '../work-items/team.ts';
import { ASKED_RENEWAL, IS_WORK } from '../work-items/work-rows.ts';

/** A mail answers what we sent about renewals; of the alias `m`. */
export const ABOUT_RENEWALS = sql`exists (select from outbox_renewals l where l.message_id = m.outbox_id)`;

/** Nobody knows whose a mail is, of the alias `m`. */
export const HAS_NOBODY = sql`(m.customer_id is null and not ${ABOUT_RENEWALS})`;

/** An open mail is in nobody's day: nobody knows whose it is, it is an answer about nothing that is still to be done, or somebody wants no more mails whom nobody surely knows. Of the alias `m`. */
export const IN_NOBODYS_DAY = sql`(${HAS_NOBODY} or m.kind = 'unsubscribe' or m.kind = 'reply'
  and not exists (select from outbox_renewals l join renewals r on r.id = l.renewal_id where l.message_id = m.outbox_id and ${IS_WORK})
  and not exists (select from renewals r where not ${ABOUT_RENEWALS} and r.id = ${ASKED_RENEWAL} and ${IS_WORK}))`;

/** Whether the caller looks after what is nobody's, and is in nobody's day. */
export async function seesUnmatched({ db, actor, config, now }: ActorContext): Promise<boolean> {
  return seesUnassigned(actor, await readTeam(db, dayIn(config.BUSINESS_TIME_ZONE, now())));
}
