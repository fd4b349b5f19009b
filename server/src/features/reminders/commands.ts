import type { BodyOf } from '@desk/contract/call';
import { reminders } from '@desk/contract/renewal-work/reminders';
import { and, eq, lt } from 'drizzle-orm';
import { businessDayFrom } from '../../domain/calendar/business-days.ts';
import { calendarOf } from '../../domain/calendar/calendar.ts';
import { stopOf } from '../../domain/reminders/stops.ts';
import { readPolicy } from '../../domain/reminders/read-policy.ts';
import { readStopFacts } from '../../domain/reminders/read-stops.ts';
import { planReminders } from '../../domain/reminders/write-plan.ts';
import { lockRenewal, monthOf, type Renewal } from '../../domain/renewals/comments.ts';
import { audit, changesBetween } from '../../platform/audit/audit.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { NOW } from '../../platform/db/now.ts';
import {
  reminderPausesTable as u,
  reminderPoliciesTable as p,
  reminderResumptionsTable as g,
  reminderStepsTable as t,
} from '../../platform/db/tables/reminders.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { addDays, dayIn } from '../../platform/time/days.ts';
import { formerSteps } from './queries.ts';
import { storedSteps } from './rules.ts';

const todayOf = ({ config, now }: ActorContext): string => dayIn(config.BUSINESS_TIME_ZONE, now());

/**
 * Writes another version, and plans by it. What is due by it goes from the next business day on: whoever switches it on has the rest of
 * the day to look at what was planned.
 */
export async function savePolicy(body: BodyOf<typeof reminders.savePolicy>, ctx: ActorContext) {
  const { holidays } = await calendarOf(ctx.db, ctx.config);
  const today = todayOf(ctx);
  const saved = await ctx.write(async (tx) => {
    await acquireLock(tx, 'reminders');
    const before = await readPolicy(tx);
    if (before.id !== body.seen) refuse(reminders.savePolicy, 409);
    const steps = storedSteps(body.steps, await formerSteps(tx)) ?? refuse(reminders.savePolicy, 422);
    const [made] = await tx
      .insert(p)
      .values({ steps, isOn: body.is_on, savedById: ctx.actor.id })
      .returning({ id: p.id });
    await audit(tx, ctx, {
      action: 'reminder_policy_saved',
      subject: 'reminder_policy',
      subjectId: made?.id ?? null,
      changes: changesBetween({ is_on: before.isOn, steps: before.steps }, { is_on: body.is_on, steps }),
    });
    await planReminders(tx, { today, from: businessDayFrom(addDays(today, 1), holidays), holidays });
    return made?.id ?? 0;
  });
  return { policy_id: saved };
}

async function hold(tx: Db, id: number, call: typeof reminders.pause | typeof reminders.resume): Promise<Renewal> {
  return (await lockRenewal(tx, id)) ?? refuse(call, 404);
}

/** Holds the renewal, as who sends about it does: once this is written nothing more goes. */
export async function pause({ renewal_id, reason, until = null }: BodyOf<typeof reminders.pause>, ctx: ActorContext) {
  if (until !== null && until < todayOf(ctx)) refuse(reminders.pause, 422);
  const renewal = await ctx.write(async (tx) => {
    const held = await hold(tx, renewal_id, reminders.pause);
    if (held.state !== 'open') refuse(reminders.pause, 409);
    const [was] = await tx.select({ reason: u.reason, until: u.until }).from(u).where(eq(u.renewalId, renewal_id));
    const now = { reason, until, pausedById: ctx.actor.id };
    await tx
      .insert(u)
      .values({ renewalId: renewal_id, ...now })
      .onConflictDoUpdate({ target: u.renewalId, set: { ...now, createdAt: NOW } });
    await audit(tx, ctx, {
      action: 'reminders_paused',
      subject: 'renewal',
      subjectId: renewal_id,
      changes: changesBetween(was ?? {}, { reason, until }),
    });
    return held;
  });
  ctx.announce(monthOf(renewal));
  return {};
}

const PASSED = 'Its day passed while reminders were held back';

/** Ends the pause. @returns what held reminders back; undefined: there was none, or it was over */
async function endPause(tx: Db, renewalId: number, today: string): Promise<string | undefined> {
  const [was] = await tx.delete(u).where(eq(u.renewalId, renewalId)).returning();
  return was && (was.until === null || was.until >= today) ? was.reason : undefined;
}

/** Sets aside what the customer answered before. @returns what held reminders back; undefined: they had answered nothing */
async function setAnswersAside(tx: Db, renewalId: number, ctx: ActorContext): Promise<string | undefined> {
  const asked = { today: todayOf(ctx), timeZone: ctx.config.BUSINESS_TIME_ZONE };
  const facts = (await readStopFacts(tx, [renewalId], asked)).get(renewalId);
  const stop = facts && stopOf({ ...facts, silenced: null }, 'decision', asked.today);
  if (stop?.cause !== 'replied') return undefined;
  if (facts?.unsettledReplyOn) refuse(reminders.resume, 422);
  const now = { resumedById: ctx.actor.id };
  await tx
    .insert(g)
    .values({ renewalId, ...now })
    .onConflictDoUpdate({ target: g.renewalId, set: { ...now, createdAt: NOW } });
  return stop.reason;
}

export async function resume({ renewal_id }: BodyOf<typeof reminders.resume>, ctx: ActorContext) {
  const today = todayOf(ctx);
  const renewal = await ctx.write(async (tx) => {
    const held = await hold(tx, renewal_id, reminders.resume);
    const reason =
      (await endPause(tx, renewal_id, today)) ??
      (await setAnswersAside(tx, renewal_id, ctx)) ??
      refuse(reminders.resume, 409);
    const isPast = and(
      eq(t.renewalId, renewal_id),
      eq(t.purpose, 'decision'),
      eq(t.state, 'planned'),
      lt(t.dueOn, today),
    );
    await tx.update(t).set({ state: 'skipped', reason: PASSED, changedAt: NOW }).where(isPast);
    const changes = changesBetween({ reason }, { reason: null });
    await audit(tx, ctx, { action: 'reminders_resumed', subject: 'renewal', subjectId: renewal_id, changes });
    return held;
  });
  ctx.announce(monthOf(renewal));
  return {};
}
