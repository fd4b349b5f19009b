import { sql, type SQL } from 'drizzle-orm';
import type { ActorContext } from '../../platform/context.ts';
import { dayIn } from '../../platform/time/days.ts';
import { seesUnassigned } from '../work-items/approvers.ts';
import { ownersByAssignee, readTeam } from '../work-items/team.ts';
import { ASKED_RENEWAL, IS_WORK } from '../work-items/work-rows.ts';

/** A mail answers what we sent about renewals; of the alias `m`. */
export const ABOUT_RENEWALS = sql`exists (select from outbox_renewals l where l.message_id = m.outbox_id)`;

/** Nobody knows whose a mail is, of the alias `m`. */
export const HAS_NOBODY = sql`(m.customer_id is null and not ${ABOUT_RENEWALS})`;

/** An open mail is in nobody's day: nobody knows whose it is, it is an answer about nothing that is still to be done, or somebody wants no more mails whom nobody surely knows. Of the alias `m`. */
export const IN_NOBODYS_DAY = sql`(${HAS_NOBODY} or m.kind = 'unsubscribe' or m.kind = 'reply'
  and not exists (select from outbox_renewals l join renewals r on r.id = l.renewal_id where l.message_id = m.outbox_id and ${IS_WORK})
  and not exists (select from renewals r where not ${ABOUT_RENEWALS} and r.id = ${ASKED_RENEWAL} and ${IS_WORK}))`;

interface SeenMail {
  /** Whether the caller looks after what is nobody's, and is in nobody's day. */
  readonly seesUnmatched: boolean;
  /** A mail is about what stands in the caller's list today, or in nobody's and the caller looks after that; of the alias `m`. */
  readonly isMine: SQL;
  /** Somebody still has to see to it, of what the caller may read; of the alias `m`. */
  readonly isToDo: SQL;
}

/** What the caller sees of the mail that came in: Mail in and the count beside its menu go by the same. */
export async function seenMail({ db, actor, config, now }: ActorContext): Promise<SeenMail> {
  const today = dayIn(config.BUSINESS_TIME_ZONE, now());
  const team = await readTeam(db, today);
  const sees = seesUnassigned(actor, team);
  const byAssignee = ownersByAssignee(team, today);
  const owners = [...(byAssignee.get(actor.id) ?? []), ...(sees ? (byAssignee.get(null) ?? []) : [])];
  const isOwned = sql`(r.assigned_to_id = any(${sql.param(owners)}::int[])${sql.raw(sees ? ' or r.assigned_to_id is null' : '')})`;
  const isOfOwn = sql`exists (select from outbox_renewals l join renewals r on r.id = l.renewal_id where l.message_id = m.outbox_id and ${isOwned})
    or exists (select from renewals r where not ${ABOUT_RENEWALS} and r.id = ${ASKED_RENEWAL} and ${isOwned})`;
  return {
    seesUnmatched: sees,
    isMine: sees ? sql`(${isOfOwn} or ${IN_NOBODYS_DAY})` : sql`(${isOfOwn})`,
    isToDo: sees ? sql`m.settled_at is null` : sql`(m.settled_at is null and not ${HAS_NOBODY})`,
  };
}

/** Whether the caller looks after what is nobody's, and is in nobody's day. */
export async function seesUnmatched({ db, actor, config, now }: ActorContext): Promise<boolean> {
  return seesUnassigned(actor, await readTeam(db, dayIn(config.BUSINESS_TIME_ZONE, now())));
}
