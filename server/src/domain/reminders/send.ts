import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { ReminderChannel } from '@desk/contract/words/reach';
import { audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { acquireSharedLock } from '../../platform/db/locks.ts';
import { NOW } from '../../platform/db/now.ts';
import { isOneOf } from '../../platform/db/sql/constants.ts';
import { reminderStepsTable as t } from '../../platform/db/tables/reminders.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import type { Sender } from '../../platform/mail/content.ts';
import { sealMail } from '../../platform/mail/seal.ts';
import { auditEntriesAbout, queueRenewalMessages } from '../../platform/outbox/outbox.ts';
import { addDays } from '../../platform/time/days.ts';
import { readWhySilenced } from '../contacts/read-reachable-contacts.ts';
import { businessDayFrom, type Holidays } from '../calendar/business-days.ts';
import { messageOf, nameOf, owedOf, type LineStep } from './compose.ts';
import { digestsOf, toPayOf, type Digest } from './digest.ts';
import { CLOSES_AT, expiryDay } from './days.ts';
import { groupedBy } from '../../platform/grouped-by.ts';
import type { OfferLink } from './mail.ts';
import { offerLinkFor, type Knows } from './offer-link.ts';
import { hadToday, keyOf, wasWrittenToByHand } from './once-a-day.ts';
import type { Policy } from './policy.ts';
import { readReachableContactsBy } from './reachable-by-channel.ts';
import { readLines } from './read-lines.ts';
import { askedToPayLately } from './read-owed.ts';
import { readPolicy } from './read-policy.ts';
import { readStopFacts } from './read-stops.ts';
import { stopOf } from './stops.ts';
import { sendDecisionOf, type SendDecision } from './send-decision.ts';

/** One look at what is due. */
export interface Round {
  readonly today: string;
  readonly timeZone: string;
  readonly holidays: Holidays;
  readonly sender: Sender;
  readonly knows: Knows;
}

export interface Person {
  readonly recipient: string;
  readonly channel: ReminderChannel;
}

interface Due extends LineStep {
  readonly dueOn: string;
}

const IS_PLANNED = isOneOf(t.state, 'planned');

const isDueFor = ({ recipient, channel }: Person, today: string) =>
  and(IS_PLANNED, eq(t.recipient, recipient), eq(t.channel, channel), lte(t.dueOn, today));

/** For whom something is due. */
export const peopleDue = (db: Db, today: string): Promise<Person[]> =>
  db
    .selectDistinct({ recipient: sql<string>`${t.recipient}::text`, channel: t.channel })
    .from(t)
    .where(and(IS_PLANNED, lte(t.dueOn, today)))
    .orderBy(asc(sql`2`), asc(sql`1`));

/** Of the customers of some renewals all that is due today, for anybody: one offer has a line for each. */
const dueTogether = (tx: Db, renewalIds: readonly number[], today: string) =>
  tx
    .selectDistinct({ id: r.id, customerId: r.customerId })
    .from(r)
    .innerJoin(t, and(eq(t.renewalId, r.id), IS_PLANNED, eq(t.purpose, 'decision'), lte(t.dueOn, today)))
    .where(sql`${r.customerId} in (select o.customer_id from renewals o where ${inArray(sql`o.id`, [...renewalIds])})`);

interface HeldDue {
  readonly due: readonly Due[];
  /** Renewals of their customers that are due today for anybody. */
  readonly together: Awaited<ReturnType<typeof dueTogether>>;
}

/**
 * The due steps of a person with their renewals held, by id, as who decides holds one: nothing about them changes until the end. So are those
 * that others of their customers are asked about today: what the first is sent has a line for each, and is not replaced by what the next is sent.
 */
async function holdDue(tx: Db, person: Person, { today }: Round, { steps }: Policy): Promise<HeldDue> {
  const waiting = await tx.select({ id: t.id, renewalId: t.renewalId }).from(t).where(isDueFor(person, today));
  if (waiting.length === 0) return { due: [], together: [] };
  const renewalIds = [...new Set(waiting.map(({ renewalId }) => renewalId))];
  const together = await dueTogether(tx, renewalIds, today);
  const held = [...new Set([...renewalIds, ...together.map(({ id }) => id)])];
  await tx.select({ id: r.id }).from(r).where(inArray(r.id, held)).orderBy(asc(r.id)).for('no key update');
  const ids = waiting.map(({ id }) => id);
  const rows = await tx
    .select({
      ...{ stepId: t.id, renewalId: t.renewalId, stepKey: t.stepKey, purpose: t.purpose },
      ...{ contactId: t.contactId, dueOn: t.dueOn },
    })
    .from(t)
    .where(and(inArray(t.id, ids), isDueFor(person, today)))
    .orderBy(asc(t.id))
    .for('update');
  const lines = await readLines(tx, renewalIds);
  const daysBefore = new Map(steps.map((step) => [step.key, step.daysBefore]));
  const due = rows.flatMap((row) => {
    const line = lines.get(row.renewalId);
    const known = { ...person, daysBefore: daysBefore.get(row.stepKey) ?? 0 };
    return line === undefined ? [] : [{ ...row, ...known, line, lastDay: line.lastDay }];
  });
  return { due, together };
}

/** What stands in the offers beside the lines of a message: what is due with them, and nothing stops. */
async function besides(
  tx: Db,
  { together }: HeldDue,
  going: readonly Due[],
  round: Round,
): Promise<HeldDue['together']> {
  const own = new Set(going.map(({ renewalId }) => renewalId));
  const others = together.filter(({ id }) => !own.has(id));
  const facts = await readStopFacts(tx, others.map(({ id }) => id), round); // prettier-ignore
  return others.filter(({ id }) => {
    const known = facts.get(id);
    return known !== undefined && stopOf({ ...known, silenced: null }, 'decision', round.today) === undefined;
  });
}

async function sendDecisionsOf(
  tx: Db,
  person: Person,
  due: readonly Due[],
  round: Round,
): Promise<Map<Due, SendDecision>> {
  const toPay = toPayOf(due);
  const facts = await readStopFacts(tx, due.map(({ renewalId }) => renewalId), round, toPay); // prettier-ignore
  const silenced = await readWhySilenced(tx, person.recipient);
  const reachable = await readReachableContactsBy(tx, [person.channel], due.map(({ line }) => line.customerId)); // prettier-ignore
  const isReached = ({ line }: Due) =>
    (reachable.get(person.channel)?.get(line.customerId) ?? []).some(({ address }) => address === person.recipient.toLowerCase()); // prettier-ignore
  const lately = await askedToPayLately(tx, toPay, round);
  return new Map(
    due.flatMap((one) => {
      const known = facts.get(one.renewalId);
      if (known === undefined) return [];
      const wasAskedLately = one.purpose === 'payment' && lately.has(one.renewalId);
      const about = { ...one, facts: { ...known, silenced }, isReached: isReached(one), wasAskedLately };
      return [[one, sendDecisionOf(about, round.today, round.holidays)] as const];
    }),
  );
}

/** Writes what became of the steps that do not go. @returns renewals of which somebody else may be asked */
async function settle(
  tx: Db,
  decisions: ReadonlyMap<Due, SendDecision>,
  { today, holidays }: Round,
): Promise<number[]> {
  const tomorrow = businessDayFrom(addDays(today, 1), holidays);
  const again: number[] = [];
  for (const [{ stepId, renewalId }, decision] of decisions) {
    const isThis = eq(t.id, stepId);
    if (decision.kind === 'skip') await tx.update(t).set({ state: 'skipped', reason: decision.reason, changedAt: NOW }).where(isThis); // prettier-ignore
    if (decision.kind === 'stop') {
      const { cause: stoppedBy, reason } = decision.stop;
      await tx.update(t).set({ state: 'stopped', stoppedBy, reason, changedAt: NOW }).where(isThis);
    }
    if (decision.kind === 'wait') await tx.update(t).set({ dueOn: tomorrow }).where(isThis);
    if (decision.kind === 'drop') await tx.delete(t).where(isThis);
    if (decision.kind === 'drop' || (decision.kind === 'stop' && decision.stop.cause === 'bounced'))
      again.push(renewalId);
  }
  return again;
}

/** A look, and what else of the customers is due in it. */
interface Claiming extends Round {
  readonly beside: HeldDue['together'];
}

/** A link for each customer of what is to be decided; made in the order of their ids, so that two who make some never wait for each other. */
async function linksOf(tx: Db, { lines, recipient }: Digest<Due>, name: string, { knows, beside }: Claiming) {
  const toDecide = lines.filter(({ purpose }) => purpose === 'decision');
  const byCustomer = groupedBy(toDecide, ({ line }) => line.customerId);
  const links = new Map<number, OfferLink & { readonly offerId: number | null }>();
  for (const customerId of [...byCustomer.keys()].toSorted((one, other) => one - other)) {
    const own = byCustomer.get(customerId) ?? [];
    const asked = { address: recipient, name, contactId: own[0]?.contactId ?? null };
    const others = beside.flatMap((one) => (one.customerId === customerId ? [one.id] : []));
    const link = await offerLinkFor(tx, own.map(({ line }) => line), others, asked, knows); // prettier-ignore
    links.set(customerId, { customerId, ...link });
  }
  return [...byCustomer.keys()].flatMap((customerId) => links.get(customerId) ?? []);
}

/** The instant after which nobody is written to on a day. */
async function closingOf(tx: Db, day: string, { timeZone }: Round): Promise<Date> {
  const { rows } = await tx.execute<{ at: number }>(sql`select extract(epoch from
    (${day}::date + make_interval(mins => ${CLOSES_AT}::int)) at time zone ${timeZone}::text)::float8 as at`);
  return new Date((rows[0]?.at ?? 0) * 1_000);
}

/** A mail has keys to offers in it: sealed, so that nobody reads them out of the database. */
const sealedFor = (message: ReturnType<typeof messageOf>, { knows }: Round) =>
  message.subject === null ? message : sealMail(knows.secret, message);

/** Whether somebody has this message on the next business day, as they had one today: of the staff too, unless it were too late then. */
async function isForTomorrow(tx: Db, digest: Digest<Due>, round: Round): Promise<boolean> {
  if (await hadToday(tx, digest, round)) return true;
  const { today, holidays } = round;
  const isLastChance = expiryDay(digest.steps, today, holidays) < businessDayFrom(addDays(today, 1), holidays);
  return !isLastChance && (await wasWrittenToByHand(tx, digest, round));
}

/** Claims the steps and writes the message that they are: both or nothing. @returns whether it was written */
async function claim(tx: Db, digest: Digest<Due>, round: Claiming, policy: Policy): Promise<boolean> {
  const dedupeKey = keyOf(digest, round.today);
  const [first] = digest.lines;
  if (first === undefined || (await isForTomorrow(tx, digest, round))) return false;
  const owed = await owedOf(tx, digest, round.today);
  // Just paid: the next look says so.
  if (digest.lines.some(({ purpose, line }) => purpose === 'payment' && !owed.has(line.customerId))) return false;
  const name = await nameOf(tx, first);
  const links = digest.channel === 'Email' ? await linksOf(tx, digest, name, round) : [];
  const about = { name, today: round.today, links, owed };
  const renewalIds = digest.lines.map(({ renewalId }) => renewalId);
  const message = {
    ...{
      channel: digest.channel,
      purpose: 'renewal' as const,
      recipient: digest.recipient,
      createdBy: 'system',
      dedupeKey,
    },
    ...sealedFor(messageOf(digest, about, policy.steps, round.sender), round),
    expiresAt: await closingOf(tx, expiryDay(digest.steps, round.today, round.holidays), round),
  } as const;
  const [messageId] = await queueRenewalMessages(tx, renewalIds, message);
  if (messageId === undefined) return false;
  const offers = new Map(links.map(({ customerId, offerId }) => [customerId, offerId]));
  const offerOf = ({ purpose, line }: Due) => (purpose === 'decision' ? (offers.get(line.customerId) ?? null) : null);
  for (const [offerId, own] of groupedBy(digest.steps, offerOf))
    await tx
      .update(t)
      .set({ state: 'sent', messageId, offerId, changedAt: NOW })
      .where(inArray(t.id, own.map(({ stepId }) => stepId))); // prettier-ignore
  await audit(tx, {}, ...auditEntriesAbout('notification_queued', renewalIds.map((id) => ({ id })), message)); // prettier-ignore
  return true;
}

/** What came of one person's reminders. */
export interface Reminded {
  /** Renewals about which a message was written, with the ends of their terms. */
  readonly sent: readonly { readonly id: number; readonly termEnd: string }[];
  /** Renewals of which somebody else may be asked now. */
  readonly again: readonly number[];
}

/**
 * Settles what is due for one person, in the caller's transaction: what a rule stops, what is too late, and one message for all the
 * rest. Whoever dies in the middle has done nothing; who comes second finds nothing.
 */
export async function remind(tx: Db, person: Person, round: Round): Promise<Reminded> {
  await acquireSharedLock(tx, 'reminders');
  const policy = await readPolicy(tx);
  if (!policy.isOn) return { sent: [], again: [] };
  const held = await holdDue(tx, person, round, policy);
  const { due } = held;
  const decisions = await sendDecisionsOf(tx, person, due, round);
  const again = await settle(tx, decisions, round);
  const going = due.filter((one) => decisions.get(one)?.kind === 'go');
  const claiming = { ...round, beside: await besides(tx, held, going, round) };
  const sent: Due[] = [];
  for (const digest of digestsOf(going)) if (await claim(tx, digest, claiming, policy)) sent.push(...digest.lines);
  return { sent: sent.map(({ line }) => ({ id: line.renewalId, termEnd: line.termEnd })), again };
}
