import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { BodyOf } from '@desk/contract/call';
import { deadlines } from '@desk/contract/renewal-work/deadlines';
import { eq, sql } from 'drizzle-orm';
import { senderOf } from '../../config.ts';
import { calendarOf, workedDaysOf } from '../../domain/calendar/calendar.ts';
import { reconcileDeadlines } from '../../domain/deadlines/reconcile.ts';
import { acquireSyncLock } from '../../domain/sync/sync-lock.ts';
import { audit, changesBetween } from '../../platform/audit/audit.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { holdSetting, writeSetting } from '../../platform/db/setting.ts';
import { calendarFeedsTable as f, holidaysTable as h } from '../../platform/db/tables/deadlines.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { pageUrl } from '../../platform/mail/content.ts';
import { publicDaysFor, renewalRulesOf } from './queries.ts';
import { tokenHashOf } from './rules.ts';

const MOST_HOLIDAYS = 500;

/** Last safe days follow from the rules: they move in the transaction that changed them. */
async function moveSafeDays(tx: Db, { config, now }: ActorContext): Promise<void> {
  await reconcileDeadlines(tx, { now: now(), calendar: await calendarOf(tx, config) });
}

export async function addHolidays({ holidays }: BodyOf<typeof deadlines.addHolidays>, ctx: ActorContext) {
  await ctx.write(async (tx) => {
    await acquireSyncLock(tx);
    const known = new Map((await tx.select().from(h)).map(({ day, name }) => [day, name]));
    const wanted = new Map(holidays.map(({ day, name }) => [day, name]));
    if (new Set([...known.keys(), ...wanted.keys()]).size > MOST_HOLIDAYS) refuse(deadlines.addHolidays, 422);
    const changed = [...wanted].filter(([day, name]) => known.get(day) !== name);
    if (changed.length === 0) return;
    await tx
      .insert(h)
      .values(changed.map(([day, name]) => ({ day, name })))
      .onConflictDoUpdate({ target: h.day, set: { name: sql`excluded.name` } });
    const changes = changesBetween(Object.fromEntries(known), Object.fromEntries(changed));
    await audit(tx, ctx, { action: 'holidays_added', subject: 'holiday', changes });
    await moveSafeDays(tx, ctx);
  });
  return {};
}

export async function removeHoliday({ day }: BodyOf<typeof deadlines.removeHoliday>, ctx: ActorContext) {
  await ctx.write(async (tx) => {
    await acquireSyncLock(tx);
    const [removed] = await tx.delete(h).where(eq(h.day, day)).returning();
    const { name } = removed ?? refuse(deadlines.removeHoliday, 404);
    const changes = [{ field: day, old: name, new: null }];
    await audit(tx, ctx, { action: 'holiday_removed', subject: 'holiday', changes });
    await moveSafeDays(tx, ctx);
  });
  return {};
}

const wordOf = (isWorked: boolean): string => (isWorked ? 'worked' : 'off');

export async function setWorkedDay({ day, is_worked }: BodyOf<typeof deadlines.setWorkedDay>, ctx: ActorContext) {
  await ctx.write(async (tx) => {
    await acquireSyncLock(tx);
    const found = (await publicDaysFor(tx, ctx)).find((one) => one.day === day);
    const before = found ?? refuse(deadlines.setWorkedDay, 422);
    if (before.is_worked === is_worked) return;
    const others = (await workedDaysOf(tx)).filter((one) => one !== day);
    await writeSetting(tx, 'worked_days', is_worked ? [...others, day].toSorted() : others);
    // A day of the own list is off whatever else is said of it.
    const own = is_worked ? await tx.delete(h).where(eq(h.day, day)).returning() : [];
    const changes = [
      { field: day, old: wordOf(before.is_worked), new: wordOf(is_worked) },
      ...own.map(({ name }) => ({ field: 'Own List', old: name, new: null })),
    ];
    await audit(tx, ctx, { action: 'worked_day_changed', subject: 'holiday', changes });
    await moveSafeDays(tx, ctx);
  });
  return {};
}

export async function setRenewalRules({ rules, seen }: BodyOf<typeof deadlines.setRules>, ctx: ActorContext) {
  await ctx.write(async (tx) => {
    await acquireSyncLock(tx);
    await holdSetting(tx, 'lead_business_days');
    const before = await renewalRulesOf(tx, ctx);
    if (seen && !isDeepStrictEqual(before, seen)) refuse(deadlines.setRules, 409);
    const changes = changesBetween(flat(before), flat(rules));
    if (changes.length === 0) return;
    await writeSetting(tx, 'lead_business_days', rules.lead_business_days);
    await writeSetting(tx, 'holiday_state', rules.holiday_state);
    await writeSetting(tx, 'approval_limits', rules.approval_limits);
    await audit(tx, ctx, { action: 'renewal_rules_changed', subject: 'deadline', changes });
    await moveSafeDays(tx, ctx);
  });
  return {};
}

const flat = ({ lead_business_days, holiday_state, approval_limits }: BodyOf<typeof deadlines.setRules>['rules']) => ({
  lead_business_days,
  holiday_state,
  approval_fall_percent: approval_limits.fallPercent,
  approval_value: approval_limits.value,
});

const auditFeed = (tx: Db, ctx: ActorContext, action: string) =>
  audit(tx, ctx, { action, subject: 'account', subjectId: ctx.actor.id, changes: [] });

export async function createFeed(_body: unknown, ctx: ActorContext) {
  const token = randomBytes(32).toString('base64url');
  await ctx.write(async (tx) => {
    const feed = { tokenHash: tokenHashOf(token), createdAt: ctx.now() };
    await tx
      .insert(f)
      .values({ accountId: ctx.actor.id, ...feed })
      .onConflictDoUpdate({ target: f.accountId, set: feed });
    await auditFeed(tx, ctx, 'calendar_feed_created');
  });
  return { url: pageUrl(senderOf(ctx.config), `/calendar/${token}.ics`) };
}

export async function revokeFeed(_body: unknown, ctx: ActorContext) {
  await ctx.write(async (tx) => {
    const gone = await tx.delete(f).where(eq(f.accountId, ctx.actor.id)).returning({ id: f.accountId });
    if (gone.length === 0) refuse(deadlines.revokeFeed, 404);
    await auditFeed(tx, ctx, 'calendar_feed_revoked');
  });
  return {};
}
