import type { BodyOf } from '@desk/contract/call';
import { leave } from '@desk/contract/renewal-work/leave';
import { and, eq, gte } from 'drizzle-orm';
import { leavesTable as l } from '../../platform/db/tables/work.ts';
import { readTeam, type NamedTeam } from '../../domain/work-items/team.ts';
import { audit, changesBetween } from '../../platform/audit/audit.ts';
import type { ActorContext } from '../../platform/context.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { addDays, dayIn } from '../../platform/time/days.ts';
import { mayEnter } from './queries.ts';

type Added = BodyOf<typeof leave.add>;

/** Somebody who is away in some of the days covers only where a manager has what the cover does not see. */
function canCover(
  { cover_id: coverId, from, to }: Added,
  accountId: number,
  { colleagues, leaves }: NamedTeam,
): boolean {
  if (coverId === accountId || colleagues.get(coverId)?.isActive !== true) return false;
  const isAway = leaves.some((one) => one.accountId === coverId && one.from <= to && from <= one.to);
  return !isAway || (colleagues.get(accountId)?.managerId ?? null) !== null;
}

const emailOf = ({ colleagues }: NamedTeam, id: number): string => colleagues.get(id)?.email ?? '';

export async function addLeave(body: Added, ctx: ActorContext) {
  const { account_id: accountId = ctx.actor.id, from, to, cover_id: coverId } = body;
  const today = dayIn(ctx.config.BUSINESS_TIME_ZONE, ctx.now());
  if (to < from || to < today) refuse(leave.add, 409);
  return ctx.write(async (tx) => {
    // Two who are away cover for each other in nobody's eyes.
    await acquireLock(tx, 'team');
    const team = await readTeam(tx, today);
    if (!team.colleagues.has(accountId)) refuse(leave.add, 404);
    if (!mayEnter(ctx.actor, accountId, team)) refuse(leave.add, 403);
    if (!canCover(body, accountId, team)) refuse(leave.add, 422);
    const row = { accountId, from, to, coverId, createdById: ctx.actor.id };
    const [made] = await tx.insert(l).values(row).returning({ leave_id: l.id });
    const changes = changesBetween({}, { away_from: from, away_to: to, cover: emailOf(team, coverId) });
    await audit(tx, ctx, { action: 'leave_added', subject: 'account', subjectId: accountId, changes });
    return { leave_id: made?.leave_id ?? 0 };
  });
}

export async function endLeave({ leave_id }: BodyOf<typeof leave.end>, ctx: ActorContext) {
  const today = dayIn(ctx.config.BUSINESS_TIME_ZONE, ctx.now());
  await ctx.write(async (tx) => {
    const running = and(eq(l.id, leave_id), gte(l.to, today));
    const [found] = await tx.select().from(l).where(running).for('update');
    if (!found) return refuse(leave.end, 404);
    const { accountId, from, to } = found;
    if (!mayEnter(ctx.actor, accountId, await readTeam(tx, today))) refuse(leave.end, 403);
    const last = addDays(today, -1);
    if (from > last) await tx.delete(l).where(eq(l.id, leave_id));
    else await tx.update(l).set({ to: last }).where(eq(l.id, leave_id));
    const changes = changesBetween(
      { away_from: from, away_to: to },
      from > last ? { away_from: null, away_to: null } : { away_to: last },
    );
    await audit(tx, ctx, { action: 'leave_ended', subject: 'account', subjectId: accountId, changes });
  });
  return {};
}
