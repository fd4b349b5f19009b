import type { ApprovalReason } from '@desk/contract/rules/approval';
import { LIVE_STATES, type WishSource } from '@desk/contract/rules/instruction';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { audit, changesBetween, type Author } from '../../platform/audit/audit.ts';
import { booksInvoicesTable as i, UNPAID } from '../../platform/db/tables/books.ts';
import { instructionsTable as t } from '../../platform/db/tables/instructions.ts';
import { ANSWERS } from '../../platform/db/tables/open-mail.ts';
import { renewalCommentsTable as c } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { nextActionsTable as n } from '../../platform/db/tables/work.ts';
import { NOW } from '../../platform/db/now.ts';
import { isOneOf } from '../../platform/db/sql/constants.ts';
import { dayIn } from '../../platform/time/days.ts';
import type { Wish } from '../../providers/port.ts';
import type { Renewal } from '../renewals/comments.ts';
import { consequenceOf } from './consequence.ts';
import { approvalLimitsOf } from './limits.ts';
import { payOfPlan } from '../../providers/products.ts';
import { boughtSince, columnsOf, isSameWish, wishOf } from './wish.ts';

export type Instruction = typeof t.$inferSelect;

/** An entry of the audit log about the renewal of an instruction. */
export const auditInstruction = (
  tx: Db,
  author: Author,
  { renewalId }: Pick<Instruction, 'renewalId'>,
  [action, now, old = {}]: readonly [action: string, now: Record<string, unknown>, old?: Record<string, unknown>],
) => audit(tx, author, { action, subject: 'renewal', subjectId: renewalId, changes: changesBetween(old, now) });

/** The instruction that a renewal has, held until the transaction ends. */
export async function lockLive(tx: Db, renewalId: number): Promise<Instruction | undefined> {
  const isLive = and(eq(t.renewalId, renewalId), inArray(t.state, [...LIVE_STATES]));
  const [found] = await tx.select().from(t).where(isLive).for('no key update');
  return found;
}

/** What was wanted last of a term that is over, and was refused or taken back: what goes on without a commitment may still have one in its place. */
export async function lastTakenBack(db: Db, renewalId: number): Promise<Instruction | undefined> {
  const [last] = await db.select().from(t).where(eq(t.renewalId, renewalId)).orderBy(desc(t.id)).limit(1);
  if (!last || last.termEndsAt === null) return undefined;
  return last.state === 'refused' || last.state === 'cancelled' ? last : undefined;
}

/** End and payment of a term that is over, by what is wanted of it, or was last. */
async function wantedOfEndedTerm(db: Db, renewalId: number): Promise<Pick<Instruction, 'termEndsAt' | 'pay'>> {
  const isLive = and(eq(t.renewalId, renewalId), inArray(t.state, [...LIVE_STATES]));
  const [live] = await db.select({ termEndsAt: t.termEndsAt, pay: t.pay }).from(t).where(isLive);
  return live ?? (await lastTakenBack(db, renewalId)) ?? { termEndsAt: null, pay: null };
}

/**
 * The subscription of a renewal as its provider told it; undefined: no provider can be asked for anything about it. While a second
 * step is under way, or was taken back, the term is over, and the wish is about the one that ended, paid as that was. `paid`: how the term that the wish
 * is about is paid; `pay`: the same where it has to be written down, as the provider tells it no more.
 */
export async function providedBy(
  db: Db,
  { id, subscriptionId, product }: Pick<Renewal, 'id' | 'subscriptionId' | 'product'>,
) {
  if (product !== 'licence') return undefined;
  // What the provider does not bill is renewed by hand, as a contract is.
  const isBilled = sql`${s.billingMethod} is distinct from 'OFFLINE'`;
  const isProvided = and(eq(s.id, subscriptionId), eq(s.source, 'google'), isNull(s.endedAt), isBilled);
  const [found] = await db.select({ termEndsAt: s.termEndAt, planName: s.planName }).from(s).where(isProvided);
  if (!found) return undefined;
  const { termEndsAt, planName } = found;
  const paid = payOfPlan(planName);
  if (termEndsAt !== null) return { termEndsAt, pay: null, paid };
  const wanted = await wantedOfEndedTerm(db, id);
  const pay = paid === null ? wanted.pay : null;
  return { termEndsAt: wanted.termEndsAt, pay, paid: paid ?? pay };
}

/** Whether an invoice of the customer is past its day. */
async function owes(db: Db, { customerId }: Renewal, today: string): Promise<boolean> {
  const isOverdue = and(eq(i.customerId, customerId), sql.raw(UNPAID), sql`${i.dueOn} < ${today}::date`);
  return (await db.$count(i, isOverdue)) > 0;
}

/** Somebody planned to have a purchase order, and nobody of the staff has spoken on that day or after it: so long the plan stands. */
async function waitsForPurchaseOrder(db: Db, { id }: Renewal, timeZone: string): Promise<boolean> {
  const isOnTime = sql`(${c.updatedOn} at time zone ${timeZone})::date >= ${n.day}`;
  const isAnswered = sql`exists (select from ${c} where ${c.renewalId} = ${n.renewalId} and ${c.updatedOn} > ${n.changedAt} and ${isOnTime}
    and ${ANSWERS('renewal_comments')})`;
  return (await db.$count(n, and(eq(n.renewalId, id), isOneOf(n.kind, 'purchase_order'), sql`not ${isAnswered}`))) > 0;
}

type Knows = Pick<Services, 'config' | 'now'>;

/** Who asks for something, and what that is judged by: an account, or whoever has a decision link. */
export interface Requester extends Knows, Author {
  readonly actor: NonNullable<Author['actor']>;
  /** Of the link by which it is asked for; then there is no account. */
  readonly linkId?: number;
}

/** What a wish about a renewal comes to as things stand. */
export async function consequenceFor(db: Db, { config, now }: Knows, renewal: Renewal, wish: Wish) {
  const hasOverdueDebt = await owes(db, renewal, dayIn(config.BUSINESS_TIME_ZONE, now()));
  const lacksPurchaseOrder = await waitsForPurchaseOrder(db, renewal, config.BUSINESS_TIME_ZONE);
  const present = { renewal, businessCurrency: config.BUSINESS_CURRENCY, hasOverdueDebt, lacksPurchaseOrder };
  return consequenceOf(wish, present, await approvalLimitsOf(db));
}

const inWords = (wish: Wish) => {
  const { outcome, seats, pay } = columnsOf(wish);
  return { wanted: outcome, seats_at_renewal: seats, payment: pay };
};

export const REPLACED = { state: 'superseded', reason: 'Something else was asked for later.' } as const;

/** Ends an instruction that is not over, for a reason in words. */
export async function endInstruction(
  tx: Db,
  author: Author,
  live: Instruction,
  ended: { state: 'superseded' | 'cancelled' | 'refused'; reason: string | null },
): Promise<void> {
  await tx
    .update(t)
    .set({ ...ended, leasedUntil: null, nextTryAt: null, finishedAt: NOW, changedAt: NOW })
    .where(eq(t.id, live.id));
  const { state, reason } = ended;
  await auditInstruction(tx, author, live, [`instruction_${state}`, { state, reason }, { state: live.state }]);
}

/**
 * Why a draft has to be approved as things stand now, beside what it was when it was written: an invoice has become overdue since, or a
 * limit has changed. What was a reason stays one.
 */
export async function renewReasons(tx: Db, ctx: Requester, draft: Instruction, renewal: Renewal): Promise<Instruction> {
  const { reasons } = await consequenceFor(tx, ctx, renewal, wishOf(draft));
  const added = reasons.filter((reason) => !draft.approvalReasons.includes(reason));
  if (draft.state !== 'draft' || added.length === 0) return draft;
  // That its value was unknown is what one of before there was a reason for it said of another currency.
  const kept = draft.approvalReasons.filter((one) => one !== 'unknown-value' || !added.includes('other-currency'));
  const approvalReasons = [...kept, ...added];
  await tx.update(t).set({ approvalReasons, changedAt: NOW }).where(eq(t.id, draft.id));
  await auditInstruction(tx, ctx, draft, [
    'instruction_reasons_added',
    { approval_reasons: approvalReasons.join(', ') },
    { approval_reasons: draft.approvalReasons.join(', ') },
  ]);
  return { ...draft, approvalReasons };
}

export interface Proposal {
  /** Held by the caller, and open. */
  readonly renewal: Renewal;
  readonly wish: Wish;
  readonly source: WishSource;
}

/** As it was paid before, where nobody says how and the provider has nothing more to tell of it. */
export const paidAs = ({ pay }: Pick<Instruction, 'pay'>, wish: Wish): Wish =>
  wish.outcome === 'renew' && wish.pay === null ? { ...wish, pay } : wish;

type Provided = NonNullable<Awaited<ReturnType<typeof providedBy>>>;

/** How the term is paid is written down with a wish that names no payment: who approves it later may find a flexible plan, which tells it no more. */
const columnsPaid = (wish: Wish, { paid }: Provided) =>
  columnsOf(wish.outcome === 'renew' ? { ...wish, pay: wish.pay ?? paid } : wish);

async function insert(tx: Db, ctx: Requester, proposal: Proposal, provided: Provided) {
  const { renewal, wish, source } = proposal;
  const { reasons } = await consequenceFor(tx, ctx, renewal, wish);
  const [made] = await tx
    .insert(t)
    .values({
      ...columnsPaid(wish, provided),
      termEndsAt: provided.termEndsAt,
      renewalId: renewal.id,
      seatsWhenDecided: renewal.numberOfSeats,
      source,
      requestedById: ctx.actor.id,
      requestedByLinkId: ctx.linkId ?? null,
      approvalReasons: [...reasons] as [ApprovalReason],
    })
    .returning();
  if (!made) throw new Error('An instruction was not written.');
  await auditInstruction(tx, ctx, made, ['instruction_proposed', { ...inWords(wish), source }]);
  return made;
}

/** Whether what stands asks for the same, nobody is asked about it, and whoever decided it knew of all seats that are bought by now. */
export const standsFor = (live: Instruction, wish: Wish, { paid }: Pick<Provided, 'paid'>, renewal: Renewal): boolean =>
  live.state !== 'drifted' && isSameWish(live, columnsOf(wish), paid) && boughtSince(live, renewal.numberOfSeats) === 0;

/**
 * Writes down what somebody wants of the next term, in place of what was wanted before; nothing is placed by this. The same
 * wish a second time changes nothing, unless seats were bought in between. Undefined: the renewal has no provider that could be told, and nothing is wanted of one any more.
 */
export async function proposeInstruction(tx: Db, ctx: Requester, proposal: Proposal): Promise<Instruction | undefined> {
  const { renewal, wish } = proposal;
  const provided = await providedBy(tx, renewal);
  const live = await lockLive(tx, renewal.id);
  if (!provided) {
    // What was asked for while there was a provider is wanted no more than where there is one.
    if (live) await endInstruction(tx, ctx, live, REPLACED);
    return undefined;
  }
  if (live && standsFor(live, wish, provided, renewal)) return renewReasons(tx, ctx, live, renewal);
  if (live) await endInstruction(tx, ctx, live, REPLACED);
  return insert(tx, ctx, { ...proposal, wish: paidAs(provided, wish) }, provided);
}
