import type { BodyOf, ReplyOf } from '@desk/contract/call';
import { needsNoSecondPerson } from '@desk/contract/rules/approval';
import type { instructions } from '@desk/contract/renewal-work/instructions';
import { type Instruction as OnWire } from '@desk/contract/renewal-work/instructions';
import { and, asc, count, desc, eq, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Renewal } from '../../domain/renewals/comments.ts';
import { consequenceFor } from '../../domain/instructions/propose.ts';
import { standingTo } from '../../domain/work-items/approvers.ts';
import { readTeam } from '../../domain/work-items/team.ts';
import { wishOf } from '../../domain/instructions/wish.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { accountsTable } from '../../platform/db/tables/accounts.ts';
import { customersTable as c } from '../../platform/db/tables/customers.ts';
import { instructionsTable as t, LIVE } from '../../platform/db/tables/instructions.ts';
import { decisionLinksTable as l } from '../../platform/db/tables/offers.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { googleSubscriptionsTable as g, subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { dayIn } from '../../platform/time/days.ts';
import type { SubscriptionRef, Wish } from '../../providers/port.ts';

const PAGE = 10;
const requester = alias(accountsTable, 'requester');
const approver = alias(accountsTable, 'approver');

const selectInstructions = (db: Db, which: SQL | undefined) =>
  db
    .select({
      instruction: t,
      renewal: r,
      companyName: c.companyName,
      requestedBy: {
        id: t.requestedById,
        email: sql<string>`coalesce(${requester.email}, ${l.recipient}::text)`,
        kind: sql<'customer' | 'staff'>`coalesce(${requester.kind}, 'customer')`,
      },
      approvedBy: approver.email,
    })
    .from(t)
    .innerJoin(r, eq(r.id, t.renewalId))
    .innerJoin(c, eq(c.id, r.customerId))
    .leftJoin(requester, eq(requester.id, t.requestedById))
    .leftJoin(l, eq(l.id, t.requestedByLinkId))
    .leftJoin(approver, eq(approver.id, t.approvedById))
    .where(which);
export type Found = Awaited<ReturnType<typeof selectInstructions>>[number];

export async function instructionById(db: Db, id: number): Promise<Found | undefined> {
  const [found] = await selectInstructions(db, eq(t.id, sql.placeholder('id')))
    .prepare('instruction_by_id')
    .execute({ id });
  return found;
}

/** How the caller stands to a draft. `code`: as who asked for it, where nobody else could approve it. */
export async function mayActorApprove(db: Db, ctx: ActorContext, found: Found): Promise<boolean | 'code'> {
  const { instruction, renewal, requestedBy } = found;
  if (instruction.state !== 'draft') return false;
  const isOfCustomer = requestedBy.kind === 'customer';
  const reasons = instruction.approvalReasons;
  if (needsNoSecondPerson({ isOfCustomer, reasons })) return true;
  const today = dayIn(ctx.config.BUSINESS_TIME_ZONE, ctx.now());
  const draft = { requestedBy: requestedBy.id, ownerId: renewal.assignedToId, isOfCustomer, reasons };
  return standingTo(draft, ctx.actor, await readTeam(db, today), today);
}

const amount = (value: number | undefined): string | null => (value === undefined ? null : value.toFixed(2));

/** What a wish about a renewal comes to, for the wire. */
export async function consequenceOnWire(ctx: ActorContext, renewal: Renewal, wish: Wish) {
  const { seatsNow, seats, valueNow, value, reasons } = await consequenceFor(ctx.db, ctx, renewal, wish);
  return {
    seats_now: seatsNow,
    seats,
    in_use: renewal.licensedSeats,
    value_now: amount(valueNow),
    value: amount(value),
    currency: renewal.currency,
    renewal_date: renewal.termEnd,
    last_safe_day: renewal.lastSafeDay,
    approval_reasons: [...reasons],
  };
}

/** An instruction as staff see it. Why it takes a second person is what was found when it was asked for. */
export async function onWire(found: Found, ctx: ActorContext): Promise<OnWire> {
  const { instruction, renewal, companyName, requestedBy, approvedBy } = found;
  const may = await mayActorApprove(ctx.db, ctx, found);
  return {
    ...(await consequenceOnWire(ctx, renewal, wishOf(instruction))),
    approval_reasons: instruction.approvalReasons,
    instruction_id: instruction.id,
    renewal_id: renewal.id,
    domain_name: renewal.domainName,
    company_name: companyName,
    sku_name: renewal.skuName,
    outcome: instruction.outcome,
    pay: instruction.pay,
    source: instruction.source,
    state: instruction.state,
    reason: instruction.reason,
    requested_by: requestedBy.email,
    requested_at: instruction.createdAt.toISOString(),
    approved_by: approvedBy,
    approved_at: instruction.approvedAt?.toISOString() ?? null,
    read_back_at: instruction.readBackAt?.toISOString() ?? null,
    may_approve: may !== false,
    needs_code: may === 'code',
  };
}

/** Those of a renewal, newest first; else the drafts that need a second person, first to end first. */
const listed = (renewalId: number | undefined) =>
  renewalId === undefined
    ? {
        which: and(eq(t.state, 'draft'), sql`(cardinality(${t.approvalReasons}) > 0 or ${t.source} = 'customer')`),
        order: [asc(r.termEnd), asc(t.id)],
      }
    : { which: eq(t.renewalId, renewalId), order: [desc(t.id)] };

/** How a renewal stands for who wants something of it: its newest instruction, and the newest decision of its customer. */
export async function standOf(db: Db, renewalId: number): Promise<string> {
  const { rows } = await db.execute<{ stand: string }>(sql`select concat(
    (select max(id) from instructions where renewal_id = ${renewalId}),
    (select 'live' from instructions where renewal_id = ${renewalId} and state in (${LIVE})), '/',
    (select max(id) from renewal_decisions where renewal_id = ${renewalId})) as stand`);
  return rows[0]?.stand ?? '';
}

export async function pageOfInstructions(
  { renewal_id, page = 1 }: BodyOf<typeof instructions.list>,
  ctx: ActorContext,
): Promise<ReplyOf<typeof instructions.list>> {
  const { which, order } = listed(renewal_id);
  // Before the rows: what comes in between is seen in none of both, or refused.
  const seen = renewal_id === undefined ? {} : { seen: await standOf(ctx.db, renewal_id) };
  const rows = selectInstructions(ctx.db, which)
    .orderBy(...order)
    .limit(PAGE)
    .offset((page - 1) * PAGE);
  const all = ctx.db.select({ total: count() }).from(t).innerJoin(r, eq(r.id, t.renewalId)).where(which);
  const [found, [counted]] = await Promise.all([rows, all]);
  const shown: OnWire[] = [];
  for (const one of found) shown.push(await onWire(one, ctx));
  return { instructions: shown, total: counted?.total ?? 0, ...seen };
}

/** Where the provider of a renewal's subscription has it; undefined: none has it. */
export async function refOf(db: Db, subscriptionId: number): Promise<SubscriptionRef | undefined> {
  const [found] = await db
    .select({
      customerId: sql<string | null>`coalesce(${g.googleCustomerId}, ${c.googleCustomerId})`,
      subscriptionId: s.externalId,
    })
    .from(s)
    .innerJoin(c, eq(c.id, s.customerId))
    .leftJoin(g, eq(g.externalId, s.externalId))
    .where(and(eq(s.id, subscriptionId), eq(s.source, 'google')));
  return found && found.customerId !== null
    ? { customerId: found.customerId, subscriptionId: found.subscriptionId }
    : undefined;
}
