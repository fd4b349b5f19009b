import type { BodyOf, ReplyOf } from '@desk/contract/call';
import { myDay } from '@desk/contract/renewal-work/my-day';
import { eq } from 'drizzle-orm';
import { businessDayFrom } from '../calendar/business-days.ts';
import { calendarOf } from '../calendar/calendar.ts';
import type { Calendar } from '../calendar/business-days.ts';
import { lastDayToAct, type Facts } from './facts.ts';
import { nextOf } from './next.ts';
import { earlier, later } from './undecided.ts';
import { readWork } from './work-rows.ts';
import type { ActorContext } from '../../platform/context.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { addDays, dayIn } from '../../platform/time/days.ts';

/** As it stands once somebody has spoken today: what was asked is answered, and what was planned until today is done. */
const spokenOn = (today: string, status: Facts['status'], facts: Facts): Facts => ({
  ...facts,
  ...{ status, spokeOn: today, asked: null, refused: null, openMail: null },
  planned: facts.planned !== null && facts.planned.day > today ? facts.planned : null,
});

/** Days ahead within which something is usually put off, with holidays in a row at their end. */
const AHEAD = 30;
const daysOff = (today: string, { holidays }: Calendar): string[] =>
  Array.from({ length: AHEAD }, (_, at) => addDays(today, at + 1)).filter((day) => holidays.has(day));

/** When a call follows one of today: on a day on which somebody works, and not after the last on which something can be done; on that day itself also at once. */
function callDay(day: string, facts: Facts, today: string, { holidays }: Calendar): string {
  const last = lastDayToAct(facts);
  if (last === today) return day;
  const found = businessDayFrom(later(day, addDays(today, 1)), holidays);
  return last === null || last < today ? found : earlier(found, last);
}

export async function nextAfterComment(
  { renewal_id, status }: BodyOf<typeof myDay.nextAfter>,
  { db, pool, config, now }: ActorContext,
): Promise<ReplyOf<typeof myDay.nextAfter>> {
  const today = dayIn(config.BUSINESS_TIME_ZONE, now());
  const [[work], calendar] = await Promise.all([
    readWork(pool, { renewalId: renewal_id }, config.BUSINESS_TIME_ZONE),
    calendarOf(db, config),
  ]);
  const days_off = daysOff(today, calendar);
  if (!work) {
    const [closed] = await db.select({ id: r.id }).from(r).where(eq(r.id, renewal_id));
    return closed ? { next: null, days_off } : refuse(myDay.nextAfter, 404);
  }
  const facts = spokenOn(today, status ?? work.facts.status, work.facts);
  const { kind, day, time, waitingFor, sentence } = nextOf(facts, today);
  const is_planned = facts.planned?.reason === sentence;
  const on = kind === 'call' && !is_planned ? callDay(day, facts, today, calendar) : day;
  return { next: { kind, day: on, time, waiting_for: waitingFor, sentence, is_planned }, days_off };
}
