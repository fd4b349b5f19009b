import type { BodyOf } from '@desk/contract/call';
import { ownRenewals } from '@desk/contract/own-renewals';
import { and, eq } from 'drizzle-orm';
import { senderOf } from '../../config.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { queueMessages } from '../../platform/outbox/outbox.ts';
import { accountsTable as a } from '../../platform/db/tables/accounts.ts';
import { renewalDecisionsTable as k } from '../../platform/db/tables/renewal-decisions.ts';
import { proposeForDecision } from '../../domain/instructions/decided.ts';
import { lockRenewal, monthOf, addRenewalComment, type Renewal } from '../../domain/renewals/comments.ts';
import { mayDecide } from '../../domain/renewals/own-renewals.ts';
import { dayIn } from '../../platform/time/days.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { newestDecision, reached, wishIsDropped } from './queries.ts';
import { decisionMail, isRepeated, sentenceOf, decisionOf, workAfter } from './rules.ts';

/** The renewal in the caller's reach, held, still open and in time. */
async function lockOwn(tx: Db, { actor, config, now }: ActorContext, id: number): Promise<Renewal> {
  const { lives, lastSafeDay } = (await reached(tx, actor.id, id)) ?? refuse(ownRenewals.decide, 404);
  const renewal = (await lockRenewal(tx, id)) ?? refuse(ownRenewals.decide, 404);
  if (!lives || renewal.state !== 'open') refuse(ownRenewals.decide, 409);
  const today = dayIn(config.BUSINESS_TIME_ZONE, now());
  return mayDecide(lastSafeDay, renewal.termEnd, today) ? renewal : refuse(ownRenewals.decide, 422);
}

/** Mails the member who has the renewal, once for a decision; the lists have it for everybody. */
async function notifyAssignee(
  tx: Db,
  { actor, config }: ActorContext,
  { assignedToId, ...renewal }: Renewal,
  { id, sentence }: { id: number; sentence: string },
) {
  if (assignedToId === null) return;
  const members = await tx
    .select({ recipient: a.email })
    .from(a)
    .where(and(eq(a.id, assignedToId), eq(a.status, 'ACTIVE')));
  const mail = decisionMail({ ...renewal, sentence, by: actor.email }, senderOf(config));
  const by = { createdBy: actor.email, replyTo: actor.email };
  const notice = { channel: 'Email', purpose: 'notice', ...by, ...mail } as const;
  await queueMessages(
    tx,
    ...members.map(({ recipient }) => ({ ...notice, recipient, dedupeKey: `renewal-decision:${id}` })),
  );
}

export async function decide(asked: BodyOf<typeof ownRenewals.decide>, ctx: ActorContext) {
  const accountId = ctx.actor.id;
  const decision = decisionOf(asked);
  const decided = await ctx.write(async (tx) => {
    const renewal = await lockOwn(tx, ctx, asked.renewal_id);
    const before = await newestDecision(tx, renewal.id);
    const isSameDecision = before?.accountId === accountId && isRepeated(decision, before, renewal.confirmationStatus);
    // Who was refused, or replaced by staff, and says the same once more is heard once more.
    if (isSameDecision && !(decision.decision !== 'talk' && (await wishIsDropped(tx, renewal.id, accountId))))
      return undefined;
    const [made] = await tx
      .insert(k)
      .values({ ...decision, renewalId: renewal.id, accountId })
      .returning({ id: k.id });
    const sentence = sentenceOf(decision);
    const now = workAfter(decision, renewal);
    await addRenewalComment(tx, ctx, renewal, { action: 'customer_decided', comment: sentence, now });
    await proposeForDecision(tx, ctx, renewal, decision);
    await notifyAssignee(tx, ctx, renewal, { id: made?.id ?? 0, sentence });
    return renewal;
  });
  if (decided) ctx.announce(monthOf(decided));
  return {};
}
