import type { BodyOf, ReplyOf } from '@desk/contract/call';
import { MOST_PREVIEWED, PREVIEWED_DAYS, reminders } from '@desk/contract/renewal-work/reminders';
import { asc, desc, eq, sql } from 'drizzle-orm';
import { senderOf } from '../../config.ts';
import { businessDayFrom } from '../../domain/calendar/business-days.ts';
import { calendarOf } from '../../domain/calendar/calendar.ts';
import { STANDARD_STEPS, withPurpose } from '../../domain/reminders/policy.ts';
import { previewedMail, previewReminders, type DayDigest } from '../../domain/reminders/preview.ts';
import { readPolicy } from '../../domain/reminders/read-policy.ts';
import { readStopFacts } from '../../domain/reminders/read-stops.ts';
import { stopOf, whyNotToday } from '../../domain/reminders/stops.ts';
import { TEAM_SCREEN } from '../../domain/work-items/team.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { accountsTable as a } from '../../platform/db/tables/accounts.ts';
import { contactsTable as k } from '../../platform/db/tables/customers.ts';
import { outboxTable as o } from '../../platform/db/tables/outbox.ts';
import {
  reminderPausesTable as u,
  reminderPoliciesTable as p,
  reminderStepsTable as t,
  type PolicyStep,
} from '../../platform/db/tables/reminders.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { addDays, dayIn } from '../../platform/time/days.ts';
import { shownStep, storedSteps } from './rules.ts';

/** The policy in force, and who saved it. */
export async function policy(_body: unknown, ctx: ActorContext): Promise<ReplyOf<typeof reminders.policy>> {
  const { db, actor } = ctx;
  const { id, isOn, steps } = await readPolicy(db);
  const [saved] = await db
    .select({ by: a.email, at: p.createdAt })
    .from(p)
    .leftJoin(a, eq(a.id, p.savedById))
    .orderBy(desc(p.id))
    .limit(1);
  return {
    ...{ policy_id: id, is_on: isOn, steps: steps.map(shownStep) },
    ...{ saved_by: saved?.by ?? null, saved_at: saved?.at.toISOString() ?? null },
    may_save: actor.role === 'ADMIN' && actor.menus.has(TEAM_SCREEN),
  };
}

/** The pause of a renewal that is in force, as it is shown. */
async function pauseOf(db: Db, renewalId: number, today: string) {
  const [found] = await db
    .select({ reason: u.reason, until: u.until, by: a.email, at: u.createdAt })
    .from(u)
    .innerJoin(a, eq(a.id, u.pausedById))
    .where(eq(u.renewalId, renewalId));
  if (!found || (found.until !== null && found.until < today)) return null;
  return { ...found, at: found.at.toISOString() };
}

async function rowsOf(db: Db, renewalId: number) {
  const { steps } = await readPolicy(db);
  const daysBefore = new Map(steps.map((step) => [step.key, step.daysBefore]));
  const rows = await db
    .select({
      ...{
        step_id: t.id,
        stepKey: t.stepKey,
        purpose: t.purpose,
        channel: t.channel,
        recipient: sql<string>`${t.recipient}::text`,
      },
      ...{ name: k.name, due_on: t.dueOn, state: t.state, stopped_by: t.stoppedBy, reason: t.reason },
      ...{ changedAt: t.changedAt, messageState: o.state, messageReason: o.reason },
    })
    .from(t)
    .leftJoin(k, eq(k.id, t.contactId))
    .leftJoin(o, eq(o.id, t.messageId))
    .where(eq(t.renewalId, renewalId))
    .orderBy(asc(t.dueOn), asc(t.id));
  return rows.map(({ stepKey, changedAt, messageState, messageReason, ...row }) => ({
    ...row,
    days_before: daysBefore.get(stepKey) ?? null,
    changed_at: row.state === 'planned' ? null : changedAt.toISOString(),
    message: row.state !== 'sent' || messageState === null ? null : { state: messageState, reason: messageReason },
  }));
}

export async function stepsOfRenewal(
  { renewal_id }: BodyOf<typeof reminders.list>,
  { db, config, now }: ActorContext,
): Promise<ReplyOf<typeof reminders.list>> {
  const [renewal] = await db
    .select({ state: r.state, lastDay: sql<string>`coalesce(${r.lastSafeDay}, ${r.termEnd})::text` })
    .from(r)
    .where(eq(r.id, renewal_id));
  if (!renewal) return refuse(reminders.list, 404);
  const timeZone = config.BUSINESS_TIME_ZONE;
  const today = dayIn(timeZone, now());
  const known = (await readStopFacts(db, [renewal_id], { today, timeZone }, [renewal_id])).get(renewal_id);
  // The pause is told by itself: what else holds them back holds when it is over.
  const facts = known && { ...known, silenced: null, pause: null };
  return {
    is_on: (await readPolicy(db)).isOn,
    last_day: renewal.lastDay,
    reminders: await rowsOf(db, renewal_id),
    stop: (facts && stopOf(facts, 'decision', today)) ?? null,
    payment_stop: (facts && whyNotToday(facts, 'payment', today)) ?? null,
    may_remind_again: facts?.unsettledReplyOn === null && stopOf(facts, 'decision', today)?.cause === 'replied',
    pause: await pauseOf(db, renewal_id, today),
    is_open: renewal.state === 'open',
  };
}

/** The steps of all versions, the newest first, those of the standard policy last. */
export async function formerSteps(db: Db): Promise<PolicyStep[]> {
  const versions = await db.select({ steps: p.steps }).from(p).orderBy(desc(p.id));
  return [...versions.flatMap(({ steps }) => steps.map(withPurpose)), ...STANDARD_STEPS];
}

/** What goes on a day. */
const ofDay = (day: string, digests: readonly DayDigest[]) => {
  const own = digests.filter((one) => one.day === day);
  return { day, mails: own.length, people: new Set(own.map(({ recipient }) => recipient)).size };
};

export async function preview(
  { steps: written }: BodyOf<typeof reminders.previewPolicy>,
  { db, config, now }: ActorContext,
): Promise<ReplyOf<typeof reminders.previewPolicy>> {
  const { holidays } = await calendarOf(db, config);
  const today = dayIn(config.BUSINESS_TIME_ZONE, now());
  const from = businessDayFrom(addDays(today, 1), holidays);
  const former = await formerSteps(db);
  const known = new Set(former.map(({ key }) => key));
  // A step of nowhere is a new one.
  const steps = storedSteps(written.map((step) => (known.has(step.key ?? '') ? step : { ...step, key: null })), former) ?? []; // prettier-ignore
  const about = {
    days: { today, from, holidays },
    ...{ timeZone: config.BUSINESS_TIME_ZONE, sender: senderOf(config), count: PREVIEWED_DAYS },
    knows: { config, now },
  };
  const { digests, stopped } = await previewReminders(db, steps, about);
  const shown = digests.slice(0, MOST_PREVIEWED);
  const mails: ReplyOf<typeof reminders.previewPolicy>['mails'] = [];
  for (const digest of shown) {
    const renewals = digest.lines.map(({ line }) => ({ renewal_id: line.renewalId, domain_name: line.domain }));
    const { day, channel, recipient } = digest;
    mails.push({ day, channel, recipient, ...(await previewedMail(db, digest, steps, about)), renewals });
  }
  const days = Array.from({ length: PREVIEWED_DAYS }, (_, at) => ofDay(addDays(from, at), digests));
  return { next: ofDay(from, digests), days, mails, stopped };
}
