import type { BodyOf } from '@desk/contract/call';
import { domains } from '@desk/contract/domains';
import { eq } from 'drizzle-orm';
import { senderOf } from '../../config.ts';
import type { ActorContext, Db } from '../../context.ts';
import { audit } from '../../db/audit.ts';
import { endDecision, heldDecision, isAsStored, type Decision } from '../../db/decisions.ts';
import { domainsTable as d } from '../../db/tables/customers.ts';
import { subscriptionsTable as s } from '../../db/tables/subscriptions.ts';
import { refuse } from '../../http/refusal.ts';
import { aboutDomain, holdDomain, tell, type Domain, type standing } from './changing.ts';
import { claimAfterUndo, decidedBy, endedWishMail, givenBackMail, takenBackMail } from './rules.ts';

type Standing = ReturnType<typeof standing>;

/** What no wish of anybody changes. */
const decidedOn = ({ status, ownerId, customerId }: Pick<Domain, 'status' | 'ownerId' | 'customerId'>) => ({
  ...{ status, ownerId, customerId },
});

/** How the domain stands once the decision is taken back: who waits by now goes on waiting. */
function standingBefore({ before, after }: Decision, domain: Domain) {
  const was = before as Standing;
  const claimedById = claimAfterUndo(was, after as Standing, domain);
  const askedAt = claimedById === was.claimedById ? was.askedAt : domain.askedAt;
  return { ...decidedOn(was), claimedById, askedAt: askedAt === null ? null : new Date(askedAt) };
}

/** Tells those who were told of the decision that it holds no longer. */
async function tellOfUndo(tx: Db, ctx: ActorContext, { action, before }: Decision, old: Domain, now: Standing) {
  const was = before as Standing;
  const told = { name: old.name, ...senderOf(ctx.config) };
  if (now.ownerId !== old.ownerId) await tell(tx, ctx, now.ownerId, givenBackMail(told));
  if (action === 'owner_removed') return;
  const waits = now.status === 'PENDING' || now.claimedById === was.claimedById;
  const asker = was.claimedById ?? was.ownerId;
  await tell(tx, ctx, asker, waits ? takenBackMail(told) : endedWishMail(now, asker, told));
}

export async function undo({ decision_id }: BodyOf<typeof domains.undo>, ctx: ActorContext) {
  await ctx.db.transaction(async (tx) => {
    const decision = await heldDecision(tx, {
      ...{ id: decision_id, subject: 'domain', actions: decidedBy(ctx.actor.menus) },
      // A wish of somebody's that was turned down since changed nothing.
      passing: ['claim_rejected'],
    });
    if (typeof decision === 'number') return refuse(domains.undo, decision);
    const domain = (await holdDomain(tx, decision.subjectId)) ?? refuse(domains.undo, 409);
    if (!isAsStored(decidedOn(decision.after as Standing), decidedOn(domain))) refuse(domains.undo, 409);
    const now = standingBefore(decision, domain);
    const shown = { ...decidedOn(now), claimedById: now.claimedById };
    // Nothing can be put back where another waits in the place of who was turned down.
    if (isAsStored(shown, domain)) refuse(domains.undo, 409);
    // What was sold since stays with the company that bought it.
    const moves = now.customerId !== domain.customerId;
    if (moves && (await tx.$count(s, eq(s.domainId, domain.id))) > 0) refuse(domains.undo, 409);
    await tx.update(d).set(now).where(eq(d.id, domain.id));
    if (await endDecision(tx, ctx, decision)) await tellOfUndo(tx, ctx, decision, domain, now);
    return audit(tx, ctx, aboutDomain(`${decision.action}_undone`, domain.id, shown, domain));
  });
  return {};
}
