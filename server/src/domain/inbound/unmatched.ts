import { sql } from 'drizzle-orm';
import type { ActorContext } from '../../platform/context.ts';
import { dayIn } from '../../platform/time/days.ts';
import { seesUnassigned } from '../work-items/approvers.ts';
import { readTeam } from '../work-items/team.ts';

/** Nobody knows whose a mail is, of the alias `m`. */
export const HAS_NOBODY = sql`(m.customer_id is null and not exists (select from outbox_renewals l where l.message_id = m.outbox_id))`;

/** Whether the caller looks after what is nobody's. */
export async function seesUnmatched({ db, actor, config, now }: ActorContext): Promise<boolean> {
  return seesUnassigned(actor, await readTeam(db, dayIn(config.BUSINESS_TIME_ZONE, now())));
}
