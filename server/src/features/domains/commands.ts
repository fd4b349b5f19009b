import { isDeepStrictEqual } from 'node:util';
import type { BodyOf } from '@desk/contract/call';
import { domains, type domainApprovals } from '@desk/contract/domains';
import { and, asc, eq, inArray, or } from 'drizzle-orm';
import { senderOf } from '../../config.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { audit, changesBetween } from '../../platform/audit/audit.ts';
import { decideEach, undoEach, writeWaiting } from '../../domain/decisions/many.ts';
import { endDecision, lockDecision, matchesStored, type Decision } from '../../domain/decisions/decisions.ts';
import { accountsTable as a } from '../../platform/db/tables/accounts.ts';
import { domainsTable as d } from '../../platform/db/tables/customers.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { namedDomain } from '../../platform/domain-names/typed.ts';
import { refuse } from '../../platform/http/refusal.ts';
import {
  aboutDomain,
  change,
  emailOf,
  lockDomain,
  notify,
  type Domain,
  type standing,
} from '../../domain/customers/domain-changes.ts';
import { companyOf } from '../../domain/customers/company-of.ts';
import { domainAlias } from '../../domain/customers/domain-alias.ts';
import {
  claimAfterUndo,
  decidedBy,
  decisionMail,
  endedRequestMail,
  givenBackMail,
  isClaimable,
  isClosed,
  isOfAnother,
  MOST_OPEN_REQUESTS,
  removalMail,
  statusMail,
  takenBackMail,
  waitsFor,
  effectOfDecision,
} from './rules.ts';
import { NOW } from '../../platform/db/now.ts';

/** Asks for a name that nobody has here yet. */
async function askForNew(tx: Db, ctx: ActorContext, name: string) {
  const ownerId = ctx.actor.id;
  const request = { name, status: 'PENDING', ownerId, customerId: await companyOf(tx, ctx, ownerId) } as const;
  const [made] = await tx
    .insert(d)
    .values({ ...request, askedAt: NOW })
    .onConflictDoNothing()
    .returning({ id: d.id });
  // Somebody else was faster; the company made for this wish goes with the transaction.
  if (!made) return refuse(domains.add, 403);
  return audit(tx, ctx, aboutDomain('domain_asked', made.id, request));
}

async function claim(tx: Db, ctx: ActorContext, domain: Domain) {
  if (!isClaimable(domain, ctx.actor.id)) refuse(domains.add, 403);
  const now = { claimedById: ctx.actor.id };
  await tx
    .update(d)
    .set({ ...now, askedAt: NOW })
    .where(eq(d.id, domain.id));
  await audit(tx, ctx, aboutDomain('domain_claimed', domain.id, now, domain));
}

/** Serialises the requests of each person: they are counted, and the first one makes the company. Before any domain is locked. */
const lockPeople = (tx: Db, ...ids: (number | null)[]) =>
  tx
    .select({ id: a.id })
    .from(a)
    .where(
      inArray(
        a.id,
        ids.filter((id) => id !== null),
      ),
    )
    .orderBy(asc(a.id))
    .for('no key update');

export async function add({ domainName }: BodyOf<typeof domains.add>, ctx: ActorContext) {
  const name = namedDomain(domainName) ?? refuse(domains.add, 400);
  const me = ctx.actor.id;
  await ctx.write(async (tx) => {
    await lockPeople(tx, me);
    const isOpen = or(eq(d.claimedById, me), and(eq(d.ownerId, me), eq(d.status, 'PENDING')));
    if ((await tx.$count(d, isOpen)) >= MOST_OPEN_REQUESTS) refuse(domains.add, 409);
    const [known] = await tx.select().from(d).where(eq(d.name, name)).for('no key update');
    await (known ? claim(tx, ctx, known) : askForNew(tx, ctx, name));
  });
  ctx.announce({ kind: 'waiting' });
  return {};
}

const isNamed = ({ name }: Domain, text: string): boolean => name.toLowerCase() === text.toLowerCase();

type DomainRequest = BodyOf<typeof domains.decide>;

/** Whether who asks, and who has it, are still those that the caller saw. */
async function refuseUnlessSeen(
  tx: Db,
  domain: Domain,
  personId: number | null,
  options: DomainRequest,
): Promise<void> {
  if (options.user_email !== undefined && (await emailOf(tx, personId)) !== options.user_email.toLowerCase())
    refuse(domains.decide, 409);
  if (options.status === 'REJECTED' || domain.status === 'PENDING' || !isOfAnother(domain)) return;
  const { customerId: customer_id, status: domain_status } = domain;
  const owner = { customer_id, user_email: await emailOf(tx, domain.ownerId), domain_status };
  if (!isDeepStrictEqual(owner, options.present_owner)) refuse(domains.decide, 422);
}

/** The domain, held, and before it the person who waits for it, as `add` holds them. */
async function lockRequest(tx: Db, id: number): Promise<Domain> {
  const [seen] = await tx.select().from(d).where(eq(d.id, id));
  const asker = seen && waitsFor(seen);
  if (asker !== undefined) await lockPeople(tx, asker);
  const domain = (await lockDomain(tx, id)) ?? refuse(domains.decide, 404);
  // Somebody else's wish is another decision.
  return waitsFor(domain) === asker ? domain : refuse(domains.decide, 409);
}

async function decideOne(tx: Db, ctx: ActorContext, request: DomainRequest) {
  const { domain_id, domain_name, status } = request;
  const domain = await lockRequest(tx, domain_id);
  if (!isNamed(domain, domain_name)) refuse(domains.decide, 409);
  const effect = effectOfDecision(domain, status) ?? refuse(domains.decide, 409);
  const { about, personId, set, takesOver, formerOwnerId = null } = effect;
  await refuseUnlessSeen(tx, domain, personId, request);
  // Subscriptions of the domain stay with the company that bought them.
  const moves = takesOver && personId !== null && (await tx.$count(s, eq(s.domainId, domain.id))) === 0;
  const now = { ...set, ...(moves && { customerId: await companyOf(tx, ctx, personId) }) };
  const action = `${about}_${status === 'ACTIVE' ? 'approved' : 'rejected'}`;
  const facts = { name: domain.name, ...senderOf(ctx.config) };
  return change(tx, ctx, {
    ...{ domain, now, action, personId, mail: decisionMail(status, facts) },
    formerOwner: [{ personId: formerOwnerId, mail: removalMail(facts) }],
  });
}

export const decide = (request: DomainRequest, ctx: ActorContext) =>
  writeWaiting(ctx, (tx) => decideOne(tx, ctx, request));

/** Holds domains by their ids, so that two who decide on many never wait for each other. */
const lockDomains = (tx: Db, ids: readonly number[]) =>
  tx
    .select()
    .from(d)
    .where(inArray(d.id, [...ids]))
    .orderBy(asc(d.id))
    .for('no key update');

/** All people who wait before the first of the domains, as each request alone. */
async function lockRequests(tx: Db, ids: readonly number[]) {
  const seen = await tx
    .select()
    .from(d)
    .where(inArray(d.id, [...ids]));
  await lockPeople(tx, ...seen.map(waitsFor));
  await lockDomains(tx, ids);
}

export const decideMany = ({ status, domains: many }: BodyOf<typeof domainApprovals.decide>, ctx: ActorContext) =>
  decideEach(ctx, many, {
    idOf: ({ domain_id }) => domain_id,
    lock: lockRequests,
    decide: (step, one) => decideOne(step, ctx, { ...one, status }),
  });

export function removeOwner(body: BodyOf<typeof domains.removeOwner>, ctx: ActorContext) {
  const { domain_id, domain_name, owner_email, reason } = body;
  return ctx.write(async (tx) => {
    const domain = (await lockDomain(tx, domain_id)) ?? refuse(domains.removeOwner, 404);
    if (domain.status === 'PENDING') refuse(domains.removeOwner, 422);
    const owner = await emailOf(tx, domain.ownerId);
    if (owner === null || owner !== owner_email.toLowerCase() || !isNamed(domain, domain_name))
      refuse(domains.removeOwner, 409);
    const mail = removalMail({ name: domain.name, ...senderOf(ctx.config), reason });
    return change(tx, ctx, {
      ...{ domain, mail, action: 'owner_removed', personId: domain.ownerId },
      // The removed owner's own request for the domain is dropped.
      now: { ownerId: null, ...(!isOfAnother(domain) && { claimedById: null }) },
    });
  });
}

type Standing = ReturnType<typeof standing>;

/** Columns set by decisions only, never by a request. */
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

/** Notifies those who were told of the decision that it holds no longer. */
async function notifyOfUndo(tx: Db, ctx: ActorContext, { action, before }: Decision, old: Domain, now: Standing) {
  const was = before as Standing;
  const facts = { name: old.name, ...senderOf(ctx.config) };
  if (now.ownerId !== old.ownerId) await notify(tx, ctx, now.ownerId, givenBackMail(facts));
  if (action === 'owner_removed') return;
  const waits = now.status === 'PENDING' || now.claimedById === was.claimedById;
  const asker = was.claimedById ?? was.ownerId;
  await notify(tx, ctx, asker, waits ? takenBackMail(facts) : endedRequestMail(now, asker, facts));
}

async function undoOne(tx: Db, ctx: ActorContext, decision_id: number) {
  const decision = await lockDecision(tx, {
    ...{ id: decision_id, subject: 'domain', actions: decidedBy(ctx.actor.menus) },
    // A wish of somebody's that was turned down since changed nothing.
    passing: ['claim_rejected'],
  });
  if (typeof decision === 'number') return refuse(domains.undo, decision);
  const domain = (await lockDomain(tx, decision.subjectId)) ?? refuse(domains.undo, 409);
  if (!matchesStored(decidedOn(decision.after as Standing), decidedOn(domain))) refuse(domains.undo, 409);
  const now = standingBefore(decision, domain);
  const shown = { ...decidedOn(now), claimedById: now.claimedById };
  // Nothing can be put back where another waits in the place of who was turned down.
  if (matchesStored(shown, domain)) refuse(domains.undo, 409);
  // Subscriptions sold since stay with the company that bought them.
  const moves = now.customerId !== domain.customerId;
  if (moves && (await tx.$count(s, eq(s.domainId, domain.id))) > 0) refuse(domains.undo, 409);
  await tx.update(d).set(now).where(eq(d.id, domain.id));
  if (await endDecision(tx, ctx, decision)) await notifyOfUndo(tx, ctx, decision, domain, now);
  return audit(tx, ctx, aboutDomain(`${decision.action}_undone`, domain.id, shown, domain));
}

export async function undo({ decision_id }: BodyOf<typeof domains.undo>, ctx: ActorContext) {
  await writeWaiting(ctx, (tx) => undoOne(tx, ctx, decision_id));
  return {};
}

export const undoMany = ({ decision_ids }: BodyOf<typeof domainApprovals.undo>, ctx: ActorContext) =>
  undoEach(ctx, decision_ids, {
    ...{ subject: 'domain', lock: lockDomains },
    undo: (step, id) => undoOne(step, ctx, id),
  });

export async function setStatus(body: BodyOf<typeof domains.setStatus>, ctx: ActorContext) {
  const { domain_id, domain_name, status, reason, seen } = body;
  await ctx.write(async (tx) => {
    const domain = (await lockDomain(tx, domain_id)) ?? refuse(domains.setStatus, 404);
    if (domain.status === status || !isNamed(domain, domain_name)) refuse(domains.setStatus, 409);
    // The right to edit does not include the right to approve.
    if (domain.status === 'PENDING') refuse(domains.setStatus, 422);
    if (seen !== undefined && seen !== domain.status) refuse(domains.setStatus, 409);
    const isGranted = status === 'ACTIVE' && !isOfAnother(domain);
    const now = { status, ...(isGranted && { claimedById: null }) };
    await tx.update(d).set(now).where(eq(d.id, domain.id));
    const mail = statusMail(status, { name: domain.name, ...senderOf(ctx.config), reason });
    await notify(tx, ctx, domain.ownerId, mail);
    const entry = aboutDomain('domain_status_changed', domain.id, now, domain);
    await audit(tx, ctx, { ...entry, changes: [...entry.changes, ...changesBetween({}, { reason })] });
  });
  return { error: false, message: 'Domain Status Updated' };
}

export async function remove({ domain_id, domain_name }: BodyOf<typeof domains.remove>, ctx: ActorContext) {
  const me = ctx.actor.id;
  await ctx.write(async (tx) => {
    const named = tx.select().from(d).where(eq(d.name, domain_name)).for('no key update');
    const [domain = refuse(domains.remove, 404)] = await named;
    // A claim looks like a new domain that waits.
    const isMine = domain.ownerId === me || domain.claimedById === me;
    if (!isMine || domain_id !== domainAlias(ctx.secret, me, domain.name)) refuse(domains.remove, 404);
    if (domain.ownerId !== me) refuse(domains.remove, 409);
    if (!isClosed(domain)) refuse(domains.remove, 409);
    const now = { ownerId: null, ...(!isOfAnother(domain) && { claimedById: null }) };
    await tx.update(d).set(now).where(eq(d.id, domain.id));
    await audit(tx, ctx, aboutDomain('domain_removed', domain.id, now, domain));
  });
  return {};
}
