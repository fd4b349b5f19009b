import type { BodyOf } from '@desk/contract/call';
import { licences, MOST_SEATS } from '@desk/contract/licences';
import { costOf } from '@desk/contract/rules/seat-cost';
import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { dayIn, dayMonthYear, timeIn } from '../../platform/time/days.ts';
import { senderOf } from '../../config.ts';
import type { ActorContext, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { audit, changesBetween } from '../../platform/audit/audit.ts';
import { createLeasedQueue, type Leased } from '../../platform/queue/leased-queue.ts';
import { enqueueRow, type JobOptions } from '../../platform/queue/enqueue.ts';
import { queueMessages } from '../../platform/outbox/outbox.ts';
import { seatOrdersTable as o } from '../../platform/db/tables/licences.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { planCall } from '../../domain/work-items/plan-call.ts';
import { boughtSeats, closedBecause } from '../../domain/subscriptions/buying.ts';
import { followAnswer } from '../../domain/subscriptions/follow-answer.ts';
import { lookAtChanged } from '../../domain/instructions/listed.ts';
import { acquireSubscriptionLock } from '../../domain/sync/sync-lock.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import type { ProviderSubscription } from '../../providers/port.ts';
import { customerWhoOrdered, lockSubscription, type Held } from './queries.ts';
import { orderMail, refusedWords, seatPrice, TOO_MANY, unknownWords, type Totals } from './rules.ts';
import { NOW } from '../../platform/db/now.ts';

/** Queues the job that works on an order. */
const enqueueOrder = (db: Db, id: number, options: JobOptions = {}) => enqueueRow(db, 'seat-order', [o, id], options);
export const queue = createLeasedQueue({ table: o, open: ['queued', 'unknown'], enqueue: enqueueOrder });
/** An order in the hands of one worker. */
export type Order = Leased<typeof o>;

/** The user is told why, in place of the text of the contract. */
function refuseBecause(reason: string): never {
  throw new Refusal(422, reason, { reason });
}

async function insertOrder(tx: Db, ctx: ActorContext, known: Held, addedSeats: number) {
  const price = seatPrice(known, dayIn(ctx.config.BUSINESS_TIME_ZONE, ctx.now()));
  const cost = { estimate: price && costOf(addedSeats, price), currency: price && price.currency };
  // One order of a subscription at a time: the database decides.
  const [order] = await tx
    .insert(o)
    .values({ ...cost, subscriptionId: known.id, accountId: ctx.actor.id, addedSeats, createdBy: ctx.actor.email })
    .onConflictDoNothing()
    .returning({ id: o.id });
  if (!order) return refuse(licences.add, 409);
  const changes = changesBetween({}, { order_id: order.id, added_seats: addedSeats, ...cost });
  await audit(tx, ctx, { action: 'seats_ordered', subject: 'subscription', subjectId: known.id, changes });
  return order.id;
}

export async function orderSeats(
  { domain_name, subscription_id, seats, added_seats }: BodyOf<typeof licences.add>,
  ctx: ActorContext,
) {
  const orderId = await ctx.write(async (tx) => {
    const known = (await lockSubscription(tx, ctx.actor, subscription_id)) ?? refuse(licences.add, 404);
    if (known.domainName.toLowerCase() !== domain_name.toLowerCase()) refuse(licences.add, 404);
    const closed = closedBecause(known, ctx.clients.providers.google !== undefined);
    if (closed !== null) refuseBecause(closed);
    // Optimistic concurrency: the same click a second time finds other seats, or the order of the first.
    if (boughtSeats(known) !== seats) refuse(licences.add, 409);
    if (seats + added_seats > MOST_SEATS) refuseBecause(TOO_MANY);
    const id = await insertOrder(tx, ctx, known, added_seats);
    await enqueueOrder(tx, id);
    return id;
  });
  ctx.announce({ kind: 'licences' });
  return { order_id: orderId };
}

/** Makes an order due at once whose outcome is not known, or that waits for its next try. */
export async function recheckOrder({ order_id }: BodyOf<typeof licences.lookAgain>, ctx: ActorContext) {
  await ctx.write(async (tx) => {
    const [known] = await tx.select({ subscriptionId: o.subscriptionId }).from(o).where(eq(o.id, order_id));
    const { subscriptionId } = known ?? refuse(licences.lookAgain, 404);
    const waits = or(eq(o.state, 'unknown'), and(eq(o.state, 'queued'), isNotNull(o.nextTryAt)));
    const isFree = or(isNull(o.leasedUntil), lt(o.leasedUntil, NOW));
    const due = await tx
      .update(o)
      .set({ nextTryAt: null })
      .where(and(eq(o.id, order_id), waits, isFree))
      .returning({ id: o.id });
    if (due.length === 0) refuse(licences.lookAgain, 409);
    await enqueueOrder(tx, order_id);
    const changes = changesBetween({}, { order_id });
    await audit(tx, ctx, { action: 'seats_looked_at', subject: 'subscription', subjectId: subscriptionId, changes });
  });
  ctx.announce({ kind: 'licences' });
  return {};
}

/** Another worker has the order now. */
export class LostOrder extends Error {}

/**
 * The recovery point: from here on it is known which totals the order is about, whichever worker goes on with it. Those that were
 * written first stay.
 * @throws LostOrder
 */
export async function recordTotals(db: Db, order: Order, decide: () => Totals): Promise<Totals> {
  const { seatsBefore, seatsAfter } = order;
  const totals = seatsBefore === null || seatsAfter === null ? decide() : { from: seatsBefore, to: seatsAfter };
  const kept = await db
    .update(o)
    .set({ seatsBefore: totals.from, seatsAfter: totals.to })
    .where(queue.thisTry(order))
    .returning({ id: o.id });
  if (kept.length === 0) throw new LostOrder();
  return totals;
}

/**
 * Written before each question for seats: an order that was asked for may have been bought, whatever follows.
 * @throws LostOrder
 */
export async function recordAsked(db: Db, order: Order): Promise<void> {
  const kept = await db.update(o).set({ askedAt: NOW }).where(queue.thisTry(order)).returning({ id: o.id });
  if (kept.length === 0) throw new LostOrder();
}

const authorOf = ({ accountId, createdBy }: Order) => ({ actor: { id: accountId, email: createdBy } });

/** When it was ordered, as people write it. */
function orderedOf({ addedSeats, createdAt }: Order, { config }: Services) {
  const timeZone = config.BUSINESS_TIME_ZONE;
  return { addedSeats, at: `${dayMonthYear(dayIn(timeZone, createdAt))} at ${timeIn(timeZone, createdAt)}` };
}

/**
 * Whoever has the open renewal of a subscription sees to an order that did not come about: in the list of their day.
 * @returns the month of the renewal, where there is one
 */
async function planForOwner(tx: Db, order: Order, reason: string, { config, now }: Services): Promise<string[]> {
  const [open] = await tx
    .select({ renewalId: r.id, termEnd: r.termEnd })
    .from(r)
    .where(and(eq(r.subscriptionId, order.subscriptionId), eq(r.state, 'open')));
  if (!open) return [];
  const { renewalId, termEnd } = open;
  await audit(tx, {}, ...(await planCall(tx, { renewalId, reason }, dayIn(config.BUSINESS_TIME_ZONE, now()))));
  return [termEnd.slice(0, 7)];
}

/** So long an order may be open before somebody looks at it with the provider. */
const OPEN_MS = 3_600_000;

/** Puts an order back until its next try. */
export async function rescheduleOrder(
  order: Order,
  { reason, isOpen, delay }: { reason: string; isOpen: boolean; delay: number },
  services: Services,
): Promise<void> {
  const state = isOpen ? 'unknown' : 'queued';
  const months = await services.db.transaction(async (tx) => {
    const [kept] = await tx.update(o).set({ state }).where(queue.thisTry(order)).returning({ id: o.id });
    if (!kept) return [];
    await queue.retryLater(tx, order, reason, delay);
    const isLong = isOpen && services.now().getTime() - order.createdAt.getTime() > OPEN_MS;
    const planned = isLong ? await planForOwner(tx, order, unknownWords(orderedOf(order, services)), services) : [];
    if (state === order.state) return planned;
    const changes = changesBetween({ state: order.state }, { order_id: order.id, state, reason });
    const entry = { action: 'seats_put_off', subject: 'subscription', subjectId: order.subscriptionId, changes };
    await audit(tx, authorOf(order), entry);
    return planned;
  });
  for (const month of months) services.announce({ kind: 'month', month });
}

/** `answer`: what Google has; of a refusal undefined where it did not tell in this try. */
export type Decided =
  | { state: 'done'; answer: ProviderSubscription }
  | { state: 'refused'; reason: string; answer: ProviderSubscription | undefined };

/** One mail an order, to a customer who still has the domain; staff look at the list. */
async function notifyCustomer(tx: Db, ended: typeof o.$inferSelect, { config }: Services): Promise<void> {
  const ordered = await customerWhoOrdered(tx, ended.id);
  if (!ordered) return;
  const mail = orderMail({ ...ended, ...ordered }, senderOf(config));
  const notice = { channel: 'Email', purpose: 'notice', recipient: ordered.email, createdBy: 'system' } as const;
  await queueMessages(tx, { ...notice, ...mail, dedupeKey: `seat-order:${ended.id}` });
}

/** Writes how an order ended, unless another try has decided. */
export async function endOrder(order: Order, decided: Decided, services: Services): Promise<void> {
  const { state, answer } = decided;
  const reason = decided.state === 'refused' ? decided.reason : null;
  const months = await services.db.transaction(async (tx) => {
    await acquireSubscriptionLock(tx, order.subscriptionId);
    const [ended] = await tx
      .update(o)
      .set({ state, reason, leasedUntil: null, nextTryAt: null, finishedAt: NOW })
      .where(queue.thisTry(order))
      .returning();
    if (!ended) return [];
    const changed = answer
      ? await followAnswer(tx, services, { subscriptionId: order.subscriptionId, answer, author: authorOf(order) })
      : [];
    // Who buys has said something about the next term as well.
    await lookAtChanged(tx, order.subscriptionId);
    const seats = state === 'done' ? ended.seatsAfter : undefined;
    const changes = changesBetween({ seats: seats && ended.seatsBefore }, { order_id: order.id, seats, reason });
    const action = state === 'done' ? 'seats_added' : 'seats_refused';
    await audit(tx, authorOf(order), { action, subject: 'subscription', subjectId: order.subscriptionId, changes });
    await notifyCustomer(tx, ended, services);
    if (reason === null) return changed;
    const planned = await planForOwner(tx, order, refusedWords(orderedOf(order, services), reason), services);
    return [...new Set([...changed, ...planned])];
  });
  for (const month of months) services.announce({ kind: 'month', month });
}
