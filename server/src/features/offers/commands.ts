import type { BodyOf } from '@desk/contract/call';
import { offers } from '@desk/contract/renewal-work/offers';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { senderOf } from '../../config.ts';
import type { ActorContext } from '../../platform/context.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { accountsTable as a } from '../../platform/db/tables/accounts.ts';
import { decisionLinksTable as l, offersTable as o, type OfferLine } from '../../platform/db/tables/offers.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { sealMail } from '../../platform/mail/seal.ts';
import { queueRenewalMessages } from '../../platform/outbox/outbox.ts';
import type { ReachableContact } from '../../domain/contacts/reachable-contacts.ts';
import { readReachableContacts } from '../../domain/contacts/read-reachable-contacts.ts';
import { linkUrl, makeLink, type Offer } from '../../domain/offers/links.ts';
import { offerMail } from '../../domain/offers/mails.ts';
import { makeOffer } from '../../domain/offers/make-offer.ts';
import { whyNotProposed } from '../../domain/offers/seats-advice.ts';
import { addRenewalComment, lockRenewal, monthOf, type Renewal } from '../../domain/renewals/comments.ts';
import { waitingForAnswer } from '../../domain/renewals/answered.ts';
import { todayOf } from './queries.ts';
import { proposalsOf, sentWords, withMessage } from './rules.ts';

/** Renewals of one customer, held in the order of their ids, so that two who hold several never wait for each other. */
async function lockOfOneCustomer(tx: Db, ids: readonly number[]) {
  const held: Renewal[] = [];
  for (const id of [...new Set(ids)].toSorted((one, other) => one - other))
    held.push((await lockRenewal(tx, id)) ?? refuse(offers.send, 404));
  const [first] = held;
  if (!first) return refuse(offers.send, 404);
  if (held.some(({ customerId }) => customerId !== first.customerId)) refuse(offers.send, 422);
  return { held, customerId: first.customerId, assigneeId: first.assignedToId };
}

/** Of those who can be asked, those who are chosen; refused where somebody is not among them. */
async function chosenOf(
  tx: Db,
  customerId: number,
  recipients: readonly string[],
): Promise<readonly ReachableContact[]> {
  const reachable = (await readReachableContacts(tx, [customerId])).get(customerId) ?? [];
  const wanted = new Set(recipients.map((address) => address.normalize('NFKC').trim().toLowerCase()));
  const chosen = reachable.filter(({ address }) => wanted.has(address));
  return chosen.length < wanted.size ? refuse(offers.send, 422) : chosen;
}

/** Who has not got a link to this offer today. */
async function withoutLinkToday(tx: Db, { id }: Offer, chosen: readonly ReachableContact[], ctx: ActorContext) {
  const zone = ctx.config.BUSINESS_TIME_ZONE;
  const today = sql`(${l.createdAt} at time zone ${zone}::text)::date = ${todayOf(ctx)}::date`;
  const named = inArray(
    l.recipient,
    chosen.map(({ address }) => address),
  );
  const sent = await tx
    .select({ address: l.recipient })
    .from(l)
    .where(and(eq(l.offerId, id), isNull(l.revokedAt), named, today));
  const have = new Set(sent.map(({ address }) => address.toLowerCase()));
  return chosen.filter(({ address }) => !have.has(address));
}

/** Who gets the answers: the assignee, if that is somebody who is still there. */
async function answersTo(tx: Db, assigneeId: number | null): Promise<string | null> {
  if (assigneeId === null) return null;
  const [assignee] = await tx
    .select({ email: a.email })
    .from(a)
    .where(and(eq(a.id, assigneeId), eq(a.status, 'ACTIVE')));
  return assignee?.email ?? null;
}

export async function sendOffer(
  { renewal_ids, recipients, message, proposals, is_answer }: BodyOf<typeof offers.send>,
  ctx: ActorContext,
) {
  const { actor, config, secret } = ctx;
  const sender = senderOf(config);
  const { held, ...answer } = await ctx.write(async (tx) => {
    const { held: renewals, customerId, assigneeId } = await lockOfOneCustomer(tx, renewal_ids);
    const chosen = await chosenOf(tx, customerId, recipients);
    const wanted = {
      ...{ customerId, renewalIds: renewals.map(({ id }) => id), createdById: actor.id },
      proposals: proposalsOf(proposals),
    };
    const offer = (await makeOffer(tx, ctx, wanted)) ?? refuse(offers.send, 410);
    const isAsked = ({ renewalId }: OfferLine) => wanted.proposals.has(renewalId);
    if (offer.lines.some((line) => isAsked(line) && whyNotProposed(line) !== undefined)) refuse(offers.send, 422);
    const readers = await withoutLinkToday(tx, offer, chosen, ctx);
    if (readers.length === 0) refuse(offers.send, 409);
    const replyTo = await answersTo(tx, assigneeId);
    const messages = [];
    for (const reader of readers) {
      const url = linkUrl(sender, await makeLink(tx, offer.id, reader));
      const mail = withMessage(offerMail(offer, { name: reader.name, url }, sender), message);
      // Whoever reads the outbox must not hold the key to somebody's decision.
      messages.push({ ...sealMail(secret, mail), recipient: reader.address });
    }
    const offered = new Set(offer.lines.map(({ renewalId }) => renewalId));
    const about = renewals.filter(({ id }) => offered.has(id));
    const written = await queueRenewalMessages(
      tx,
      about.map(({ id }) => id),
      ...messages.map((one) => ({
        ...one,
        channel: 'Email' as const,
        purpose: 'renewal' as const,
        createdBy: actor.email,
        ...{ replyTo, offerId: offer.id },
      })),
    );
    const comment = sentWords(offer.version, readers);
    // Who waits for an answer goes on waiting, unless this is called the answer; where nobody does, something was said.
    const isUnanswered = !is_answer && (await waitingForAnswer(tx, customerId, wanted.renewalIds)).length > 0;
    const line = { action: 'offer_sent', comment, now: {}, ...(isUnanswered && { form: { offer: offer.id } }) };
    for (const renewal of about) await addRenewalComment(tx, ctx, renewal, line);
    return { held: about, offer_id: offer.id, version: offer.version, queued: written.length };
  });
  for (const renewal of held) {
    ctx.announce(monthOf(renewal));
    ctx.announce({ kind: 'notification', renewal_id: renewal.id });
  }
  return answer;
}

export async function revokeOfferLink({ link_id }: BodyOf<typeof offers.revokeLink>, ctx: ActorContext) {
  await ctx.write(async (tx) => {
    const [found] = await tx
      .select({ link: l, customerId: o.customerId, version: o.version })
      .from(l)
      .innerJoin(o, eq(o.id, l.offerId))
      .where(eq(l.id, link_id))
      .for('update', { of: l });
    if (!found) return refuse(offers.revokeLink, 404);
    if (found.link.revokedAt !== null) return refuse(offers.revokeLink, 409);
    await tx.update(l).set({ revokedAt: NOW }).where(eq(l.id, link_id));
    const changes = [
      { field: 'recipient', old: found.link.recipient, new: null },
      { field: 'version', old: null, new: String(found.version) },
    ];
    await audit(tx, ctx, { action: 'offer_link_revoked', subject: 'customer', subjectId: found.customerId, changes });
  });
  return {};
}
