import { senderOf } from '../../config.ts';
import {
  claimAlerts,
  draftsToApprove,
  dueDeadlines,
  forgetWithdrawn,
  knownAlerts,
  namesOf,
  outboxKeys,
  withdrawnOf,
  type Due,
  type Withdrawn,
} from '../../domain/deadlines/alerts.ts';
import { isBusinessDay } from '../../domain/calendar/business-days.ts';
import { alertsBy, type Alert } from '../../domain/deadlines/alert-steps.ts';
import type { Calendar } from '../../domain/calendar/business-days.ts';
import { peopleOn } from '../../domain/deadlines/people.ts';
import { calendarOf } from '../../domain/calendar/calendar.ts';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { queueMessages, type OutgoingMessage } from '../../platform/outbox/outbox.ts';
import { dayIn, minutesIn } from '../../platform/time/days.ts';
import { chatText, digestMail, isTime } from './rules.ts';

const digestKey = (accountId: number, today: string) => `deadline-digest:${accountId}:${today}`;
const chatKey = (today: string) => `deadline-chat:${today}`;
/** What comes up on its last safe day does not wait for the next morning; of such there is one mail an hour at most. */
const urgentKey = (morning: string, minutes: number) => `${morning}:${Math.floor(minutes / 60)}`;

/** What is due, as one run sees it. */
interface Round {
  readonly due: readonly Due[];
  readonly today: string;
  /** Since midnight. */
  readonly minutes: number;
  readonly calendar: Calendar;
}

const byDay = (one: Due, other: Due): number =>
  `${one.last_safe_day} ${one.domain_name}` < `${other.last_safe_day} ${other.domain_name}` ? -1 : 1;

/** Who was told of a deadline on a step is not told again, whatever happens. */
async function newAlerts(tx: Db, due: readonly Due[], today: string, { holidays }: Calendar): Promise<Alert[]> {
  const team = await peopleOn(tx, today);
  const drafts = await draftsToApprove(tx, due);
  const wanted = due.flatMap((one) =>
    alertsBy(
      {
        deadlineId: one.deadline_id,
        lastSafeDay: one.last_safe_day,
        owner: one.owner_id,
        isStuck: one.step === 'unblock' || one.step === 'settle',
        toApprove: drafts.get(one.deadline_id) ?? null,
      },
      today,
      team,
      holidays,
    ),
  );
  const known = await knownAlerts(tx, due.map(({ deadline_id }) => deadline_id)); // prettier-ignore
  return wanted.filter(({ deadlineId, alertStep, accountId }) => !known.has(`${deadlineId} ${alertStep} ${accountId}`));
}

/** What is said to one person now, under a key that lets it be said once. */
interface Digest {
  readonly accountId: number;
  readonly key: string;
  readonly alerts: readonly Alert[];
  readonly withdrawn: readonly Withdrawn[];
}

/** In the morning all there is; for who was mailed today only what cannot wait until tomorrow. */
async function digestsOf(tx: Db, { due, today, minutes, calendar }: Round): Promise<readonly Digest[]> {
  const alerts = await newAlerts(tx, due, today, calendar);
  const withdrawn = await withdrawnOf(tx);
  const lastSafeDays = new Map(due.map((one) => [one.deadline_id, one.last_safe_day]));
  const isUrgent = ({ deadlineId }: Alert) => (lastSafeDays.get(deadlineId) ?? '') <= today;
  const people = [...new Set([...alerts, ...withdrawn].map(({ accountId }) => accountId))];
  const keysOf = (id: number) => [digestKey(id, today), urgentKey(digestKey(id, today), minutes)] as const;
  const used = await outboxKeys(tx, people.flatMap(keysOf), today); // prettier-ignore
  return people.flatMap((accountId): Digest[] => {
    const own = alerts.filter((one) => one.accountId === accountId);
    const [morning, hour] = keysOf(accountId);
    if (!used.has(morning)) {
      const off = withdrawn.filter((one) => one.accountId === accountId);
      return [{ accountId, key: morning, alerts: own, withdrawn: off }];
    }
    const urgent = own.filter(isUrgent);
    return urgent.length === 0 || used.has(hour) ? [] : [{ accountId, key: hour, alerts: urgent, withdrawn: [] }];
  });
}

/** One mail to each person of whom there is something to say: what was claimed for them, and what is off. */
async function sendDigests(tx: Db, round: Round, { config }: Services): Promise<void> {
  const { due, today } = round;
  const wanted = await digestsOf(tx, round);
  const claimed = await claimAlerts(tx, wanted.flatMap(({ alerts }) => alerts)); // prettier-ignore
  const names = await namesOf(tx, wanted.map(({ accountId }) => accountId)); // prettier-ignore
  const messages = wanted.flatMap(({ accountId, key, withdrawn }): OutgoingMessage[] => {
    const person = names.get(accountId);
    const own = claimed.filter((one) => one.accountId === accountId);
    const alerted = new Set(own.map(({ deadlineId }) => deadlineId));
    const toApprove = own.filter(({ alertStep }) => alertStep === 'approve').length;
    const lines = due.filter((one) => alerted.has(one.deadline_id)).toSorted(byDay);
    if (!person || lines.length + withdrawn.length === 0) return [];
    const mail = digestMail({ name: person.name, today, lines, notes: withdrawn, toApprove }, senderOf(config));
    const to = { channel: 'Email', purpose: 'notice', recipient: person.email, createdBy: 'system' } as const;
    return [{ ...to, ...mail, dedupeKey: key }];
  });
  await queueMessages(tx, ...messages);
  await forgetWithdrawn(tx, wanted.flatMap(({ accountId, key }) => (key === digestKey(accountId, today) ? accountId : []))); // prettier-ignore
}

/** One message a day: another one is never written under its key, however the first ended. */
async function chat(tx: Db, due: readonly Due[], today: string, { config }: Services): Promise<void> {
  const key = chatKey(today);
  if (config.CHAT_WEBHOOK_URL === undefined || (await outboxKeys(tx, [key], today)).has(key)) return;
  const names = await namesOf(tx, due.flatMap(({ owner_id }) => owner_id ?? [])); // prettier-ignore
  const lines = due.map((one) => ({ ...one, owner: names.get(one.owner_id ?? 0)?.name ?? null }));
  const body = chatText(lines.toSorted(byDay), today, senderOf(config));
  if (body === undefined) return;
  const message = { channel: 'Chat', purpose: 'notice', recipient: 'Chat', createdBy: 'system' } as const;
  await queueMessages(tx, { ...message, subject: 'Deadlines', body, dedupeKey: key });
}

/**
 * Tells people of the deadlines about which they can do something, from half past eight on of each business day. What is claimed
 * and the mails that say it are of one transaction: no death of a worker doubles or swallows any.
 */
export async function tellOfDeadlines(services: Services): Promise<void> {
  const { db, config, now, announce } = services;
  const zone = config.BUSINESS_TIME_ZONE;
  const calendar = await calendarOf(db, config);
  const today = dayIn(zone, now());
  const minutes = minutesIn(zone, now());
  if (!isTime(minutes) || !isBusinessDay(today, calendar.holidays)) return;
  await db.transaction(async (tx) => {
    await acquireLock(tx, 'deadline digests');
    const due = await dueDeadlines(tx, today);
    await sendDigests(tx, { due, today, minutes, calendar }, services);
    await chat(tx, due, today, services);
  });
  announce({ kind: 'mail' });
}
