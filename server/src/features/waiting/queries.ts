import type { ReplyOf } from '@desk/contract/call';
import type { waiting, WaitingScreen } from '@desk/contract/waiting';
import { sql, type SQL } from 'drizzle-orm';
import { openDeadlines } from '../../domain/deadlines/open.ts';
import { seenMail } from '../../domain/inbound/unmatched.ts';
import { dayOf } from '../../domain/work-items/day.ts';
import { coveredBy, desksOf, ownWork, together, workOf } from '../../domain/work-items/desk.ts';
import { ownersByAssignee, readTeam } from '../../domain/work-items/team.ts';
import type { ActorContext } from '../../platform/context.ts';
import { NOW } from '../../platform/db/now.ts';
import { MAIL_IS_HELD } from '../../platform/outbox/mail-hold.ts';
import { IS_GIVEN_UP } from '../../platform/queue/given-up.ts';
import { addDays, dayIn } from '../../platform/time/days.ts';
import { countAddOns, worksOnAddOns } from '../../domain/work-items/add-ons.ts';
import { countedFor } from './rules.ts';

type Waiting = ReplyOf<typeof waiting.counts>['waiting'][number];
const WEEK = 7;

/** Whoever asked this long ago has waited too long. */
const LATE = sql`${NOW} - interval '2 days'`;

/** The caller's own deadlines about which something is to be done within a week. */
async function ownDeadlines({ db, actor, config, now }: ActorContext): Promise<SQL> {
  const today = dayIn(config.BUSINESS_TIME_ZONE, now());
  const owners = ownersByAssignee(await readTeam(db, today), today).get(actor.id) ?? [];
  return sql`select count(*)::int, coalesce(min(d.last_safe_day) < ${today}::date, false)
    from (${openDeadlines(sql`d.last_safe_day <= ${addDays(today, WEEK)}::date`)}) as d
    where d.step is not null and d.owner_id = any(${sql.param([...owners])}::int[])`;
}

/** As Mail in opens: what the caller has to see to. */
async function ownMail(ctx: ActorContext): Promise<SQL> {
  const { isMine, isToDo } = await seenMail(ctx);
  return sql`select count(*)::int, coalesce(min(m.received_at) < ${LATE}, false) from inbound_messages m where ${isToDo} and ${isMine}`;
}

/** What waits on a screen: how much, and whether it is late. Each is read from an index of what waits alone, but for the queue, which is short. */
const COUNTS: Readonly<Record<Exclude<WaitingScreen, 'my_day'>, (ctx: ActorContext) => SQL | Promise<SQL>>> = {
  deadlines: ownDeadlines,
  mail_in: ownMail,
  approve_users: () => sql`select count(*)::int, coalesce(min(created_at) < ${LATE}, false)
    from accounts where kind = 'customer' and status = 'PENDING'`,
  approve_domain: () => sql`select count(*)::int, coalesce(min(coalesce(asked_at, created_at)) < ${LATE}, false)
    from domains where (status = 'PENDING' or claimed_by_id is not null)
      and case when status = 'PENDING' then owner_id else claimed_by_id end is not null`,
  mail_log: () =>
    sql`select count(*)::int, false from outbox where ${MAIL_IS_HELD} and state = 'queued' and purpose <> 'otp'`,
  jobs: () => sql`select count(*)::int, count(*) > 0 from graphile_worker.jobs where ${IS_GIVEN_UP}`,
};

type Work = Omit<Waiting, 'screen'>;
const NO_WORK: Work = { count: 0, is_late: false };

/** What the caller has to do until this week is over, as My day has it, with what is covered for. */
async function ownWorkNow(ctx: ActorContext): Promise<Work> {
  const desks = await desksOf(ctx);
  const covered = desks.filter((desk) => coveredBy(desk).length > 0).map((desk) => workOf(desk, coveredBy(desk)));
  const lists = [together(desks.map(ownWork)), ...covered];
  const days = (await Promise.all(lists)).map((items) => dayOf(items, desks[0].today));
  const count = days.reduce((sum, day) => sum + day.count, 0);
  return { count, is_late: days.some(({ groups }) => groups.overdue.items.length > 0) };
}

/** What stands in My day: the own work, and the add-ons of who works on them. */
async function dayNow(hasRenewals: boolean, ctx: ActorContext): Promise<Waiting[]> {
  const parts = await Promise.all([
    hasRenewals ? ownWorkNow(ctx) : NO_WORK,
    worksOnAddOns(ctx.actor) ? countAddOns(ctx) : NO_WORK,
  ]);
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  return count === 0 ? [] : [{ screen: 'my_day', count, is_late: parts.some(({ is_late }) => is_late) }];
}

async function countedOn(screens: readonly Exclude<WaitingScreen, 'my_day'>[], ctx: ActorContext): Promise<Waiting[]> {
  if (screens.length === 0) return [];
  const counts = await Promise.all(screens.map(async (screen) => COUNTS[screen](ctx)));
  const parts = counts.map(
    (one, at) => sql`select ${screens[at]}::text as screen, w.* from (${one}) w (count, is_late) where w.count > 0`,
  );
  return (await ctx.db.execute<Waiting>(sql.join(parts, sql` union all `))).rows;
}

export async function waitingCounts(_body: unknown, ctx: ActorContext): Promise<ReplyOf<typeof waiting.counts>> {
  const screens = countedFor(ctx.actor);
  const others = screens.filter((screen) => screen !== 'my_day');
  const [day, rest] = await Promise.all([dayNow(screens.includes('my_day'), ctx), countedOn(others, ctx)]);
  return { waiting: [...day, ...rest] };
}
