import type { BodyOf } from '@desk/contract/call';
import { statusLeadsTo } from '@desk/contract/rules/leads-to';
import { isUndecided } from '@desk/contract/rules/standing';
import { NO_STATUS_FIELDS } from '@desk/contract/rules/status-fields';
import { instructions } from '@desk/contract/renewal-work/instructions';
import { eq } from 'drizzle-orm';
import { asBefore } from '../../domain/renewals/as-before.ts';
import { addRenewalComment, lockRenewal, monthOf, raiseVersion, type Renewal } from '../../domain/renewals/comments.ts';
import { callAfterTakenBack } from '../../domain/renewals/taken-back-late.ts';
import { planAsBefore } from '../../domain/work-items/plan-before.ts';
import { enqueueInstruction } from '../../domain/instructions/queue.ts';
import { atProviderInWords, blockedSentence, stepOnWire } from '../../domain/instructions/sentences.ts';
import { readDifferences } from '../../domain/instructions/differing.ts';
import { columnsOf, wishIn, wishOf } from '../../domain/instructions/wish.ts';
import {
  auditInstruction,
  consequenceFor,
  endInstruction,
  paidAs,
  proposeInstruction,
  providedBy,
  renewReasons,
  type Instruction,
} from '../../domain/instructions/propose.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { instructionsTable as t } from '../../platform/db/tables/instructions.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { refuse, refuseFor } from '../../platform/http/refusal.ts';
import { attemptCode, consumeCode } from '../../auth/code-attempts.ts';
import { sendCode } from '../../auth/codes.ts';
import { dayIn } from '../../platform/time/days.ts';
import { errorForLog } from '../../platform/log/error-for-log.ts';
import type { Provider, ProviderSubscription, Wish } from '../../providers/port.ts';
import { consequenceOnWire, instructionById, mayActorApprove, onWire, refOf, standOf, type Found } from './queries.ts';
import { SENTENCES } from './rules.ts';

/** A person waits for it. */
const LOOK_MS = 5_000;

/** What the provider says at this moment; undefined where it does not answer in time. */
async function readNow(ctx: ActorContext, provider: Provider, subscriptionId: number) {
  const ref = await refOf(ctx.db, subscriptionId);
  if (!ref) return undefined;
  return provider.read(ref, { signal: AbortSignal.timeout(LOOK_MS) }).catch((error: unknown) => {
    ctx.log.warn({ event: 'instruction_plan_unread', ...errorForLog(error) });
    return undefined;
  });
}

const UNPLANNED = { steps: null, at_provider: null } as const;

function planned(
  provider: Provider,
  now: ProviderSubscription,
  { wish, renewal, clock, termEndsAt }: { wish: Wish; renewal: Renewal; clock: Date; termEndsAt: Date | null },
) {
  const plan = provider.plan(wish, now.facts, clock, termEndsAt ?? now.facts.termEndsAt);
  const at_provider = atProviderInWords(now.facts);
  if (!('blocked' in plan))
    return { steps: plan.steps.map((step) => stepOnWire(step, renewal.termEnd)), problem: null, at_provider };
  const goes_on = plan.fallback !== undefined;
  return { steps: null, problem: blockedSentence(plan.blocked, goes_on), goes_on, at_provider };
}

export async function planInstruction(body: BodyOf<typeof instructions.plan>, ctx: ActorContext) {
  const [found] = await ctx.db.select().from(r).where(eq(r.id, body.renewal_id));
  const renewal = found ?? refuse(instructions.plan, 404);
  if (renewal.state !== 'open') refuse(instructions.plan, 409);
  const provided = (await providedBy(ctx.db, renewal)) ?? refuse(instructions.plan, 422);
  const { termEndsAt } = provided;
  const wish = paidAs(provided, wishIn(body));
  const differences = await readDifferences(ctx.db, [renewal.id], columnsOf(wish));
  const consequence = {
    ...(await consequenceOnWire(ctx, renewal, wish)),
    differences: [...(differences.get(renewal.id) ?? [])],
  };
  const { google: provider } = ctx.clients.providers;
  if (!provider) return { plan: { ...consequence, ...UNPLANNED, problem: SENTENCES.notConfigured } };
  const now = await readNow(ctx, provider, renewal.subscriptionId);
  if (!now) return { plan: { ...consequence, ...UNPLANNED, problem: SENTENCES.noAnswer } };
  return { plan: { ...consequence, ...planned(provider, now, { wish, renewal, clock: ctx.now(), termEndsAt }) } };
}

/** The answer of a call about an instruction, once it is written. */
async function answer(ctx: ActorContext, id: number, renewal: Renewal) {
  ctx.announce(monthOf(renewal));
  const found = await instructionById(ctx.db, id);
  if (!found) throw new Error('An instruction is gone.');
  return { instruction: await onWire(found, ctx) };
}

/** From here on it is worked on. */
async function approve(tx: Db, ctx: ActorContext, draft: Instruction): Promise<void> {
  await tx
    .update(t)
    .set({ state: 'approved', approvedById: ctx.actor.id, approvedAt: NOW, nextTryAt: null, changedAt: NOW })
    .where(eq(t.id, draft.id));
  await auditInstruction(tx, ctx, draft, ['instruction_approved', { state: 'approved' }, { state: draft.state }]);
  await enqueueInstruction(tx, draft.id);
}

/** A status by which its customer has left, or rests with us. */
const letsGo = (status: Renewal['confirmationStatus']): boolean => ['end', 'nothing'].includes(statusLeadsTo(status));

/** Whoever is to stay has not left by what was said before: it is in discussion until the wish has come about. */
async function takeUp(tx: Db, ctx: ActorContext, renewal: Renewal, { outcome }: Instruction): Promise<void> {
  const { confirmationStatus: status } = renewal;
  if (outcome === 'end' || status === null || !letsGo(status)) return;
  await addRenewalComment(tx, ctx, renewal, {
    ...{ action: 'status_saved', comment: SENTENCES.takenUp(status), isAnswer: false, isFollowUp: false },
    now: { ...NO_STATUS_FIELDS, confirmationStatus: 'In Discussion' },
  });
}

export async function placeInstruction(body: BodyOf<typeof instructions.place>, ctx: ActorContext) {
  const { id, renewal } = await ctx.write(async (tx) => {
    const held = (await lockRenewal(tx, body.renewal_id)) ?? refuse(instructions.place, 404);
    if (held.state !== 'open') refuse(instructions.place, 409);
    // What somebody decided while the form was open is not replaced unseen.
    if (body.seen !== undefined && body.seen !== (await standOf(tx, held.id))) refuse(instructions.place, 409);
    const proposal = { renewal: held, wish: wishIn(body), source: 'staff' } as const;
    const proposed = (await proposeInstruction(tx, ctx, proposal)) ?? refuse(instructions.place, 422);
    await takeUp(tx, ctx, held, proposed);
    // A status that somebody sets by what they read before it would replace it unseen.
    await raiseVersion(tx, held.id);
    const found = await instructionById(tx, proposed.id);
    if (found && (await mayActorApprove(tx, ctx, found)) === true) await approve(tx, ctx, proposed);
    return { id: proposed.id, renewal: held };
  });
  return answer(ctx, id, renewal);
}

type Decides =
  typeof instructions.approve | typeof instructions.refuse | typeof instructions.cancel | typeof instructions.retry;

/** An instruction and its renewal, held in that order by all who decide on it. */
async function lockBoth(tx: Db, call: Decides | typeof instructions.sendCode, id: number) {
  const known = (await instructionById(tx, id)) ?? refuse<typeof call>(call, 404);
  const renewal = (await lockRenewal(tx, known.renewal.id)) ?? refuse<typeof call>(call, 404);
  const [instruction] = await tx.select().from(t).where(eq(t.id, id)).for('no key update');
  return { found: { ...known, instruction: instruction ?? known.instruction, renewal }, renewal };
}

/**
 * Before anybody is asked whether they may: what makes a second person necessary may have come since. A transaction of its own, beside that
 * of the call: it stays though the approval is refused, and twice it does nothing.
 */
async function refreshReasons(
  ctx: ActorContext,
  call: Decides | typeof instructions.sendCode,
  id: number,
): Promise<void> {
  const { db } = ctx;
  await db.transaction(async (tx) => {
    const { found, renewal } = await lockBoth(tx, call, id);
    await renewReasons(tx, ctx, found.instruction, renewal);
  });
}

/** The code by which somebody approves the own wish, where that is asked for. */
async function codeIn({ instruction_id, code }: BodyOf<typeof instructions.approve>, ctx: ActorContext) {
  const found = (await instructionById(ctx.db, instruction_id)) ?? refuse(instructions.approve, 404);
  if ((await mayActorApprove(ctx.db, ctx, found)) !== 'code') return undefined;
  if (code === undefined) return refuse(instructions.approve, 422);
  const tried = await attemptCode(ctx, ctx.actor.email, 'approve', code);
  if (tried && 'wait' in tried) return refuseFor(instructions.approve, tried.wait);
  return tried?.challenge ?? refuse(instructions.approve, 401);
}

/** Whether the caller may approve what is held now. */
async function checkApprover(tx: Db, ctx: ActorContext, found: Found, challenge: number | undefined): Promise<void> {
  const may = await mayActorApprove(tx, ctx, found);
  if (may === false) refuse(instructions.approve, 422);
  if (may === true) return;
  if (challenge === undefined) refuse(instructions.approve, 422);
  else if (!(await consumeCode(tx, ctx, challenge, 'used'))) refuse(instructions.approve, 401);
}

export async function approveInstruction(body: BodyOf<typeof instructions.approve>, ctx: ActorContext) {
  await refreshReasons(ctx, instructions.approve, body.instruction_id);
  const challenge = await codeIn(body, ctx);
  const renewal = await ctx.write(async (tx) => {
    const { found, renewal: held } = await lockBoth(tx, instructions.approve, body.instruction_id);
    // Of a term that is over nothing is left to be decided: what is wanted now is a new order.
    if (found.instruction.state !== 'draft' || held.state !== 'open') refuse(instructions.approve, 409);
    await checkApprover(tx, ctx, found, challenge);
    await approve(tx, ctx, found.instruction);
    return held;
  });
  return answer(ctx, body.instruction_id, renewal);
}

export async function sendApprovalCode({ instruction_id }: BodyOf<typeof instructions.sendCode>, ctx: ActorContext) {
  await refreshReasons(ctx, instructions.sendCode, instruction_id);
  const found = (await instructionById(ctx.db, instruction_id)) ?? refuse(instructions.sendCode, 404);
  if (found.instruction.state !== 'draft') refuse(instructions.sendCode, 409);
  if ((await mayActorApprove(ctx.db, ctx, found)) !== 'code') refuse(instructions.sendCode, 422);
  const sent = await sendCode(ctx, ctx.actor.email, 'approve');
  if (sent.outcome === 'too many') return refuseFor(instructions.sendCode, sent.wait);
  return { already_sent: sent.outcome === 'already sent' };
}

const UNDECIDED = { ...NO_STATUS_FIELDS, confirmationStatus: 'In Discussion' } as const;

/** Nothing is decided any more: somebody has to talk to the customer again, who has no answer by this. Of a term that is over nothing is left to decide. */
const undecide = (tx: Db, ctx: ActorContext, renewal: Renewal, [action, comment]: readonly [string, string]) =>
  addRenewalComment(tx, ctx, renewal, {
    ...{ action, comment, isAnswer: false },
    now: renewal.state === 'open' ? UNDECIDED : {},
  });

/**
 * A wish of ours is taken back: all stands as before it was decided, as far as nobody has changed it since. What stood there before and
 * decides too is not decided once more by this; and of what a customer decided somebody has to talk with them.
 */
async function takeBack(tx: Db, ctx: ActorContext, renewal: Renewal, wish: Instruction, reason: string): Promise<void> {
  const line = ['wish_cancelled', SENTENCES.cancelled(reason)] as const;
  if (renewal.state !== 'open' || wish.source === 'customer') return undecide(tx, ctx, renewal, line);
  const before = await asBefore(tx, renewal, wish.createdAt);
  if (!isUndecided({ ...renewal, ...before }.confirmationStatus)) return undecide(tx, ctx, renewal, line);
  // Why it is taken back is worth reading where one looks for what was said last.
  const isFollowUp = reason !== '' || Object.keys(before).length === 0;
  const [action, comment] = line;
  await addRenewalComment(tx, ctx, renewal, {
    ...{ action, comment, isAnswer: false, isFollowUp },
    now: before,
  });
  await planAsBefore(tx, ctx, renewal.id, wish.createdAt);
}

export async function refuseInstruction(
  { instruction_id, reason }: BodyOf<typeof instructions.refuse>,
  ctx: ActorContext,
) {
  const renewal = await ctx.write(async (tx) => {
    const { found, renewal: held } = await lockBoth(tx, instructions.refuse, instruction_id);
    if (found.instruction.state !== 'draft') refuse(instructions.refuse, 409);
    if ((await mayActorApprove(tx, ctx, found)) === false) refuse(instructions.refuse, 422);
    await endInstruction(tx, ctx, found.instruction, { state: 'refused', reason });
    await undecide(tx, ctx, held, ['wish_refused', SENTENCES.refused(reason)]);
    return held;
  });
  return answer(ctx, instruction_id, renewal);
}

export async function cancelInstruction(
  { instruction_id, reason }: BodyOf<typeof instructions.cancel>,
  ctx: ActorContext,
) {
  const today = dayIn(ctx.config.BUSINESS_TIME_ZONE, ctx.now());
  const { renewal, next } = await ctx.write(async (tx) => {
    const { found, renewal: held } = await lockBoth(tx, instructions.cancel, instruction_id);
    const { instruction: wish } = found;
    if (wish.finishedAt !== null) refuse(instructions.cancel, 409);
    await endInstruction(tx, ctx, wish, { state: 'cancelled', reason: reason === '' ? null : reason });
    await takeBack(tx, ctx, held, wish, reason);
    const isOver = held.state !== 'open';
    return {
      renewal: held,
      next: isOver ? await callAfterTakenBack(tx, ctx, held, { wish, reason, today }) : undefined,
    };
  });
  if (next !== undefined) ctx.announce({ kind: 'month', month: next });
  return answer(ctx, instruction_id, renewal);
}

/**
 * What was changed by hand is placed once more. Where it comes to something by now for which nobody has given the word, as a fall from seats
 * that were bought since, it waits for that.
 */
async function placeAgain(tx: Db, ctx: ActorContext, instruction: Instruction, renewal: Renewal) {
  const { reasons } = await consequenceFor(tx, ctx, renewal, wishOf(instruction));
  const added = reasons.filter((reason) => !instruction.approvalReasons.includes(reason));
  // Those of which they were told, and no more.
  const seatsWhenDecided = instruction.readBack?.committed ?? renewal.numberOfSeats;
  const known = { readBack: null, seatsWhenDecided } as const;
  // Of a term that is over nobody can give the word any more: what is left of it is finished, or blocked.
  if (added.length === 0 || renewal.state !== 'open') return { ...known, state: 'approved' } as const;
  const approvalReasons = [...instruction.approvalReasons, ...added];
  return { ...known, state: 'draft', approvalReasons, approvedById: null, approvedAt: null } as const;
}

/** What somebody has looked at is asked about now. */
export async function retryInstruction({ instruction_id }: BodyOf<typeof instructions.retry>, ctx: ActorContext) {
  const renewal = await ctx.write(async (tx) => {
    const { found, renewal: held } = await lockBoth(tx, instructions.retry, instruction_id);
    const { state, finishedAt } = found.instruction;
    if (state === 'draft' || finishedAt !== null) refuse(instructions.retry, 409);
    const now = state === 'drifted' ? await placeAgain(tx, ctx, found.instruction, held) : {};
    await tx
      .update(t)
      // To look at it is no change: what somebody planned about it holds, until there is one.
      .set({ ...now, nextTryAt: null, ...('state' in now && { changedAt: NOW }) })
      .where(eq(t.id, instruction_id));
    await auditInstruction(tx, ctx, found.instruction, ['instruction_looked_at', now, { state }]);
    if (!('state' in now) || now.state === 'approved') await enqueueInstruction(tx, instruction_id);
    return held;
  });
  return answer(ctx, instruction_id, renewal);
}
