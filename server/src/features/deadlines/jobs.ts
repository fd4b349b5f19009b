import { senderOf } from '../../config.ts';
import {
  claimAlerts,
  dueDeadlines,
  forgetWithdrawn,
  knownAlerts,
  namesOf,
  outboxKeys,
  withdrawnOf,
  type Due,
} from '../../domain/deadlines/alerts.ts';
import { isBusinessDay } from '../../domain/deadlines/business-days.ts';
import { alertsBy, type Alert } from '../../domain/deadlines/ladder.ts';
import type { Calendar } from '../../domain/deadlines/last-safe-day.ts';
import { peopleOn } from '../../domain/deadlines/people.ts';
import { calendarOf } from '../../domain/deadlines/calendar.ts';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { queueMessages, type OutgoingMessage } from '../../platform/outbox/outbox.ts';
import { dayIn, minutesIn } from '../../platform/time/days.ts';
import { chatText, digestMail, isTime } from './rules.ts';

const digestKey = (accountId: number, today: string) => `deadline-digest:${accountId}:${today}`;
const chatKey = (today: string) => `deadline-chat:${today}`;

const byDay = (one: Due, other: Due): number =>
  `${one.last_safe_day} ${one.domain_name}` < `${other.last_safe_day} ${other.domain_name}` ? -1 : 1;

/** Who was told of a deadline on a rung is not told again, whatever happens; nor is anybody mailed twice in a day. */
async function newAlerts(tx: Db, due: readonly Due[], today: string, { holidays }: Calendar): Promise<Alert[]> {
  const team = await peopleOn(tx, today);
  const wanted = due.flatMap((one) =>
    alertsBy(
      { deadlineId: one.deadline_id, lastSafeDay: one.last_safe_day, owner: one.owner_id },
      today,
      team,
      holidays,
    ),
  );
  const known = await knownAlerts(tx, due.map(({ deadline_id }) => deadline_id)); // prettier-ignore
  return wanted.filter(({ deadlineId, rung, accountId }) => !known.has(`${deadlineId} ${rung} ${accountId}`));
}

/** One mail to each person of whom there is something to say: what was claimed for them, and what is off. */
async function digests(tx: Db, due: readonly Due[], today: string, calendar: Calendar, services: Services) {
  const alerts = await newAlerts(tx, due, today, calendar);
  const withdrawn = await withdrawnOf(tx);
  const people = [...new Set([...alerts, ...withdrawn].map(({ accountId }) => accountId))];
  const alerted = await outboxKeys(tx, people.map((id) => digestKey(id, today))); // prettier-ignore
  const waiting = people.filter((id) => !alerted.has(digestKey(id, today)));
  const claimed = await claimAlerts(tx, alerts.filter(({ accountId }) => waiting.includes(accountId))); // prettier-ignore
  const names = await namesOf(tx, waiting);
  const facts = new Map(due.map((one) => [one.deadline_id, one]));
  const messages = waiting.flatMap((id): OutgoingMessage[] => {
    const person = names.get(id);
    const lines = claimed.flatMap(({ accountId, deadlineId }) => (accountId === id ? (facts.get(deadlineId) ?? []) : [])); // prettier-ignore
    const notes = withdrawn.filter(({ accountId }) => accountId === id);
    if (!person || lines.length + notes.length === 0) return [];
    const mail = digestMail(
      { name: person.name, today, lines: lines.toSorted(byDay), notes },
      senderOf(services.config),
    );
    return [
      {
        ...{ channel: 'Email', purpose: 'notice', recipient: person.email, createdBy: 'system' },
        ...mail,
        dedupeKey: digestKey(id, today),
      },
    ];
  });
  await queueMessages(tx, ...messages);
  await forgetWithdrawn(tx, waiting);
}

/** One message a day: another one is never written under its key, however the first ended. */
async function chat(tx: Db, due: readonly Due[], today: string, { config }: Services): Promise<void> {
  const key = chatKey(today);
  if (config.CHAT_WEBHOOK_URL === undefined || (await outboxKeys(tx, [key])).has(key)) return;
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
  if (!isTime(minutesIn(zone, now())) || !isBusinessDay(today, calendar.holidays)) return;
  await db.transaction(async (tx) => {
    await acquireLock(tx, 'deadline digests');
    const due = await dueDeadlines(tx, today);
    await digests(tx, due, today, calendar, services);
    await chat(tx, due, today, services);
  });
  announce({ kind: 'mail' });
}
