import { sql } from 'drizzle-orm';
import { senderOf } from '../../config.ts';
import { businessDayFrom } from '../../domain/calendar/business-days.ts';
import { calendarOf } from '../../domain/calendar/calendar.ts';
import { CAME_BACK, WHAT_BECAME } from '../../domain/reminders/came-back.ts';
import { isQuiet } from '../../domain/reminders/days.ts';
import { readPolicy } from '../../domain/reminders/read-policy.ts';
import { peopleDue, remind, type Person, type Round } from '../../domain/reminders/send.ts';
import { planReminders } from '../../domain/reminders/write-plan.ts';
import { limitConcurrency } from '../../platform/concurrency/limit.ts';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { isNightlyDue, queueNightly } from '../../platform/queue/nightly-runs.ts';
import { dayIn, minutesIn } from '../../platform/time/days.ts';

/** So many people's reminders are written at a time: each waits for the database most of its time. */
const AT_ONCE = 4;

const daysNow = async ({ db, config, now }: Services) => {
  const { holidays } = await calendarOf(db, config);
  const zone = config.BUSINESS_TIME_ZONE;
  return { holidays, today: dayIn(zone, now()), minutes: minutesIn(zone, now()) };
};

/** Makes the planned reminders of all terms those of the policy, after the night's syncs have told of their terms. */
export async function planAll(services: Services): Promise<void> {
  const { holidays, today } = await daysNow(services);
  await services.db.transaction((tx) => planReminders(tx, { today, from: businessDayFrom(today, holidays), holidays }));
}

/** Renewals of which what was sent last came back, and nobody else was asked in their place. Where everybody is asked nobody else is there. */
async function unanswered(db: Db, today: string): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct t.renewal_id as id from reminder_steps t join renewals r on r.id = t.renewal_id and r.state = 'open'
    ${WHAT_BECAME}
    where t.due_on > ${today}::date - 60 and t.state in ('sent', 'stopped') and ((t.state = 'sent' and ${CAME_BACK})
      or (t.state = 'stopped' and t.stopped_by = 'bounced'))
      and not exists (select from reminder_policies p, jsonb_array_elements(p.steps) s
        where p.id = t.policy_id and s ->> 'key' = t.step_key and s ->> 'to' = 'everybody')
      and not exists (select from reminder_steps n where n.renewal_id = t.renewal_id and n.step_key = t.step_key and n.id > t.id)
    order by 1`);
  return rows.map(({ id }) => id);
}

async function remindAll(services: Services, round: Round, signal: AbortSignal | undefined): Promise<void> {
  const { db, announce } = services;
  const again = new Set(await unanswered(db, round.today));
  const plan = async () => {
    const days = { today: round.today, from: round.today, holidays: round.holidays };
    if (again.size > 0) await db.transaction((tx) => planReminders(tx, days, [...again]));
    again.clear();
  };
  await plan();
  const remindOne = async (person: Person): Promise<void> => {
    if (signal?.aborted === true) return;
    const result = await db.transaction((tx) => remind(tx, person, round));
    for (const id of result.again) again.add(id);
    for (const month of new Set(result.sent.map(({ termEnd }) => termEnd.slice(0, 7))))
      announce({ kind: 'month', month });
    for (const { id } of result.sent) announce({ kind: 'notification', renewal_id: id });
    if (result.sent.length > 0) announce({ kind: 'mail' });
  };
  const inTurn = limitConcurrency(AT_ONCE);
  const people = await peopleDue(db, round.today);
  const done = await Promise.allSettled(people.map((person) => inTurn(() => remindOne(person))));
  const failed = done.find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
  if (signal?.aborted === true) return;
  // Who is asked instead has it with the next look, a few minutes later.
  await plan();
}

/** Sends the reminders that are due, in the hours in which customers are written to. May run twice, and beside itself. */
export async function sendReminders(services: Services, signal?: AbortSignal): Promise<void> {
  const { db, config } = services;
  const { isOn } = await readPolicy(db);
  if (!isOn) return;
  const { holidays, today, minutes } = await daysNow(services);
  if (isQuiet(today, minutes, holidays)) return;
  const round = { today, holidays, timeZone: config.BUSINESS_TIME_ZONE, sender: senderOf(config), knows: services };
  await remindAll(services, round, signal);
}

/** Where nobody has switched reminders on there is nothing to plan. */
async function isOn(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ isOn: boolean }>(
    sql`select is_on as "isOn" from reminder_policies order by id desc limit 1`,
  );
  return rows[0]?.isOn ?? false;
}

/** Queues the plan of the night when it is due. */
export async function sweepReminderPlan(services: Services): Promise<void> {
  if ((await isOn(services.db)) && (await isNightlyDue(services, 'reminder_plan')))
    await queueNightly(services, 'reminder_plan');
}
