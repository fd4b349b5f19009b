import { whyNotSeats } from '@desk/contract/rules/wished-seats';
import { desc, eq } from 'drizzle-orm';
import { senderOf } from '../../config.ts';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { renewalDecisionsTable as k } from '../../platform/db/tables/renewal-decisions.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { queueMessages } from '../../platform/outbox/outbox.ts';
import { dayIn } from '../../platform/time/days.ts';
import { teamOn } from '../deadlines/team.ts';
import { isAsDecided, proposeForDecision } from '../instructions/decided.ts';
import { addRenewalComment, lockRenewal, type Renewal } from '../renewals/comments.ts';
import { lastSafeDayToDecide, mayDecide } from '../renewals/own-renewals.ts';
import { readTeam } from '../work-items/team.ts';
import { assigneeOn } from '../work-items/assignee-on.ts';
import { isRepeated, sentenceOf, workAfter, type CustomerDecision } from './customer-decision.ts';
import { addressOf, columnsOf, nameOf, requesterOf, decidedInWords, type Decider } from './decider.ts';
import { decisionMail } from './mails.ts';
import { tellLinkHolders, type Decided, type KeptDecision } from './tell-link-holders.ts';

type Knows = Pick<Services, 'config' | 'now'>;

/** The newest decision about a renewal, by anybody. */
async function newestDecision(db: Db, renewalId: number): Promise<KeptDecision | undefined> {
  const [newest] = await db.select().from(k).where(eq(k.renewalId, renewalId)).orderBy(desc(k.id)).limit(1);
  return newest;
}

const isOf = (decider: Decider, { accountId, linkId }: KeptDecision): boolean =>
  decider.by === 'account' ? accountId === decider.account.id : linkId === decider.link.id;

/**
 * Whether somebody says what they said before, and it stands. Who was refused, or replaced by staff, and says the same once more is heard
 * once more; so is who renews all they have, and has bought more since.
 */
async function saysTheSame(
  tx: Db,
  { renewal, decision, decider }: Asked & { readonly renewal: Renewal },
  before: KeptDecision | undefined,
): Promise<boolean> {
  if (!before || !isOf(decider, before) || !isRepeated(decision, before, renewal.confirmationStatus)) return false;
  return decision.decision === 'talk' || (await isAsDecided(tx, renewal, decision));
}

/** Nothing of it is written. `impossible`: what is wished cannot be had, with a sentence to the customer. */
type NotTaken =
  { readonly is: 'unknown' | 'closed' | 'too late' } | { readonly is: 'impossible'; readonly why: string };

/** Why a renewal that is held cannot be decided so, or not any more; undefined: it can. */
async function whyNot(
  tx: Db,
  renewal: Renewal,
  { seats }: CustomerDecision,
  { config, now }: Knows,
): Promise<NotTaken | undefined> {
  const [about] = await tx
    .select({
      ...{ ends: s.endedAt, lastSafeDay: lastSafeDayToDecide },
      ...{ product: s.skuName, bought: s.numberOfSeats, used: s.licensedSeats },
    })
    .from(r)
    .innerJoin(s, eq(s.id, r.subscriptionId))
    .where(eq(r.id, renewal.id));
  if (!about || about.ends !== null || renewal.state !== 'open') return { is: 'closed' };
  const today = dayIn(config.BUSINESS_TIME_ZONE, now());
  if (!mayDecide(about.lastSafeDay, renewal.termEnd, today)) return { is: 'too late' };
  const why = seats === null ? undefined : whyNotSeats(seats, about);
  return why === undefined ? undefined : { is: 'impossible', why };
}

/** Of who has the renewal, or sees to it while they are away; of what nobody has those of the managers. */
async function addressesOf(tx: Db, { assignedToId }: Renewal, today: string): Promise<readonly string[]> {
  const team = await readTeam(tx, today);
  const assignee = assigneeOn(assignedToId, today, team);
  const ids = assignee === null ? teamOn(today, team, new Set()).managers : [assignee];
  return ids.flatMap((id) => team.colleagues.get(id)?.email ?? []);
}

/** Mails whoever sees to the renewal, once for a decision; the lists have it for everybody. */
async function notifyStaff(
  tx: Db,
  { config, now }: Knows,
  renewal: Renewal,
  { id, sentence, decider }: { id: number; sentence: string; decider: Decider },
) {
  const recipients = await addressesOf(tx, renewal, dayIn(config.BUSINESS_TIME_ZONE, now()));
  const mail = decisionMail({ ...renewal, sentence, channel: decidedInWords(decider) }, senderOf(config));
  const by = { createdBy: nameOf(decider), replyTo: addressOf(decider) };
  const notice = { channel: 'Email', purpose: 'notice', ...by, ...mail } as const;
  await queueMessages(
    tx,
    ...recipients.map((recipient) => ({ ...notice, recipient, dedupeKey: `renewal-decision:${id}:${recipient}` })),
  );
}

interface Asked {
  readonly decision: CustomerDecision;
  readonly decider: Decider;
}

interface About {
  readonly renewalId: number;
}

/** `decided`: written. `repeated`: the same person had said the same, and nothing was written. */
export type Outcome =
  NotTaken | { readonly is: 'repeated'; readonly renewal: Renewal } | ({ readonly is: 'decided' } & Decided);

async function decideOne(tx: Db, knows: Knows, { renewalId, ...asked }: Asked & About): Promise<Outcome> {
  const renewal = await lockRenewal(tx, renewalId);
  if (!renewal) return { is: 'unknown' };
  const { decision, decider } = asked;
  const refused = await whyNot(tx, renewal, decision, knows);
  if (refused) return refused;
  const before = await newestDecision(tx, renewal.id);
  if (await saysTheSame(tx, { ...asked, renewal }, before)) return { is: 'repeated', renewal };
  const [made] = await tx
    .insert(k)
    .values({ ...decision, ...columnsOf(decider), renewalId: renewal.id })
    .returning({ id: k.id });
  const decisionId = made?.id ?? 0;
  const sentence = sentenceOf(decision);
  const requester = requesterOf(decider, knows);
  const now = workAfter(decision, renewal);
  await addRenewalComment(tx, requester, renewal, { action: 'customer_decided', comment: sentence, now });
  const instruction = await proposeForDecision(tx, requester, renewal, decision);
  if (instruction) await tx.update(k).set({ instructionId: instruction.id }).where(eq(k.id, decisionId));
  await notifyStaff(tx, knows, renewal, { id: decisionId, sentence, decider });
  return { is: 'decided', renewal, decisionId, decision, decider, before };
}

/**
 * The one place where a customer's decision is written, however it comes. Of each renewal: it is held, the decision is kept and
 * commented, its instruction proposed, and who has it gets a mail; then everybody else who has a link to one of them is told.
 * That they are within the reach of who decides, the caller has asked.
 * @returns what became of each, by the order of their ids
 */
export async function decideRenewals(
  tx: Db,
  knows: Knows,
  asked: readonly (About & Pick<Asked, 'decision'>)[],
  decider: Decider,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  // By their ids: two who decide about several never wait for each other.
  for (const one of asked.toSorted((a, b) => a.renewalId - b.renewalId))
    outcomes.push(await decideOne(tx, knows, { ...one, decider }));
  await tellLinkHolders(
    tx,
    knows,
    outcomes.filter((one) => one.is === 'decided'),
  );
  return outcomes;
}
