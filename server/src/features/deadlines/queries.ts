import type { BodyOf } from '@desk/contract/call';
import { RENEWAL_SCREENS } from '@desk/contract/rules/pages';
import {
  DEADLINES_PAGE,
  type DeadlineRow,
  type deadlines,
  type PublicDay,
} from '@desk/contract/renewal-work/deadlines';
import { eq, sql, type SQL } from 'drizzle-orm';
import { senderOf } from '../../config.ts';
import { isBusinessDay } from '../../domain/calendar/business-days.ts';
import { calendarOf, holidayStateOf, leadOf, workedDaysOf } from '../../domain/calendar/calendar.ts';
import { closedDeadlines, factsOfDeadlines, openDeadlines, type DeadlineFacts } from '../../domain/deadlines/open.ts';
import { publicDaysOf } from '../../domain/calendar/public-days.ts';
import { approvalLimitsOf } from '../../domain/instructions/limits.ts';
import { ownersByAssignee, readTeam } from '../../domain/work-items/team.ts';
import type { ActorContext, Services } from '../../platform/context.ts';
import { PLANNED_ONCE } from '../../platform/db/connection/prepare-repeated.ts';
import type { Db } from '../../platform/db/db.ts';
import { calendarFeedsTable, holidaysTable } from '../../platform/db/tables/deadlines.ts';
import { writeCalendar } from '../../platform/files/calendar.ts';
import { addDays, dayIn } from '../../platform/time/days.ts';
import { calendarDays, calendarName, rangesOf, tokenHashOf, type Ranges } from './rules.ts';

type Of = BodyOf<typeof deadlines.counts>['of'];
type Show = BodyOf<typeof deadlines.list>['show'];

const today = ({ config, now }: Services): string => dayIn(config.BUSINESS_TIME_ZONE, now());

/** Renewals that stand in somebody's list on a day: the own, and those of people whom they cover. */
async function seenBy(id: number, day: string, db: Db): Promise<SQL> {
  const owners = ownersByAssignee(await readTeam(db, day), day).get(id) ?? [];
  return sql`owner_id = any(${sql.param([...owners])}::int[])`;
}
const ofWhom = async (of: Of, ctx: ActorContext): Promise<SQL> =>
  of === 'mine' ? seenBy(ctx.actor.id, today(ctx), ctx.db) : sql`true`;

const IS_BLOCKED = sql`step in ('unblock', 'settle')`;
const MET = ({ thisMonth }: Ranges) => sql`d.state = 'met' and d.day between ${thisMonth.from} and ${thisMonth.to}`;
const MISSED = ({ thisYear }: Ranges) => sql`d.state = 'missed' and d.day between ${thisYear.from} and ${thisYear.to}`;

/** What stands in a list: a statement of deadlines, and the order of its pages. */
function listed(show: Show, ranges: Ranges) {
  const open = (until: string) =>
    sql`select * from (${openDeadlines(sql`d.last_safe_day <= ${until}::date`)}) as d where step is not null`;
  const rows: Readonly<Record<Show, () => SQL>> = {
    today: () => open(ranges.today),
    week: () => open(ranges.week),
    month: () => open(ranges.month),
    blocked: () => sql`select * from (${openDeadlines(sql`true`)}) as d where ${IS_BLOCKED}`,
    met: () => closedDeadlines(MET(ranges)),
    missed: () => closedDeadlines(MISSED(ranges)),
  };
  const isOver = show === 'met' || show === 'missed';
  return {
    rows: rows[show](),
    order: sql.raw(`last_safe_day ${isOver ? 'desc' : 'asc'}, value desc nulls last, deadline_id`),
  };
}

const ALERTED = sql`array(select distinct a.rung from deadline_alerts a where a.deadline_id = d.deadline_id and a.withdrawn_at is null)`;
const OWNER = sql`(select json_build_object('email', a.email, 'name', a.name) from accounts a where a.id = d.owner_id)`;

export async function deadlineList({ of, show, page = 1 }: BodyOf<typeof deadlines.list>, ctx: ActorContext) {
  const whose = await ofWhom(of, ctx);
  const { rows: wanted, order } = listed(show, rangesOf(today(ctx)));
  const { rows } = await ctx.db.execute<{ total: number; deadlines: DeadlineRow[] | null }>(sql`${PLANNED_ONCE}
    with found as materialized (select * from (${wanted}) as d where ${whose}),
    shown as (
      select *, row_number() over (order by ${order}) as nth from found
      order by nth limit ${DEADLINES_PAGE} offset ${(page - 1) * DEADLINES_PAGE}::int
    ), page as (
      select d.*, ${ALERTED} as alerted, ${OWNER} as owner, nth from (${factsOfDeadlines(sql`shown`)}) as d join shown using (deadline_id)
    )
    select (select count(*)::int from found) as total, (select jsonb_agg(to_jsonb(page) - 'nth' - 'owner_id' order by nth) from page) as deadlines`);
  const [found] = rows;
  return { deadlines: found?.deadlines ?? [], total: found?.total ?? 0 };
}

interface Counted extends Record<string, unknown> {
  what: string;
  count: number;
  value: string;
}

/** Each tile, and each last safe day, in one reading of what is open. */
async function counted(of: Of, ctx: ActorContext, ranges: Ranges): Promise<Counted[]> {
  const value = sql`coalesce(sum(value) filter (where currency = ${ctx.config.BUSINESS_CURRENCY}), 0)::text`;
  const tile = (name: string, where: SQL, from = sql`mine`) =>
    sql`select ${name}::text as what, count(*)::int as count, ${value} as value from ${from} where ${where}`;
  const own = await ofWhom(of, ctx);
  const parts = [
    tile('overdue', sql`step is not null and last_safe_day < ${ranges.today}::date`),
    tile('today', sql`step is not null and last_safe_day <= ${ranges.today}::date`),
    tile('week', sql`step is not null and last_safe_day <= ${ranges.week}::date`),
    tile('month', sql`step is not null and last_safe_day <= ${ranges.month}::date`),
    tile('blocked', IS_BLOCKED),
    tile('met', own, sql`(${closedDeadlines(MET(ranges))}) as d`),
    tile('missed', own, sql`(${closedDeadlines(MISSED(ranges))}) as d`),
    tile('over', own, sql`(${closedDeadlines(sql`d.state in ('met', 'missed') and d.day between ${ranges.thisYear.from} and ${ranges.thisYear.to}`)}) as d`), // prettier-ignore
    sql`select greatest(last_safe_day, ${ranges.today}::date)::text, count(*)::int, '0' from mine
      where step is not null and last_safe_day <= ${ranges.month}::date group by 1`,
  ];
  const { rows } = await ctx.db.execute<Counted>(sql`${PLANNED_ONCE}
    with mine as materialized (select * from (${openDeadlines(sql`true`)}) as d where step is not null and ${own})
    ${sql.join(parts, sql` union all `)}`);
  return rows;
}

export async function deadlineCounts({ of }: BodyOf<typeof deadlines.counts>, ctx: ActorContext) {
  const { db, config } = ctx;
  const ranges = rangesOf(today(ctx));
  const rows = new Map((await counted(of, ctx, ranges)).map(({ what, ...count }) => [what, count]));
  const tile = (name: string) => rows.get(name) ?? { count: 0, value: '0' };
  const { holidays, lead } = await calendarOf(db, config);
  const days: { day: string; count: number }[] = [];
  for (let day = ranges.today; day <= ranges.month; day = addDays(day, 1)) {
    const count = rows.get(day)?.count ?? 0;
    if (count > 0 || isBusinessDay(day, holidays)) days.push({ day, count });
  }
  return {
    ...{ today: ranges.today, week: ranges.week, month: ranges.month },
    tiles: {
      ...{ overdue: tile('overdue'), today: tile('today'), week: tile('week'), month: tile('month') },
      ...{ blocked: tile('blocked'), met: tile('met'), missed: tile('missed') },
    },
    over: tile('over').count,
    days,
    lead_business_days: lead,
    has_chat: config.CHAT_WEBHOOK_URL !== undefined,
  };
}

export async function holidayList(_body: unknown, ctx: ActorContext) {
  const { day, name } = holidaysTable;
  const holidays = await ctx.db.select({ day, name }).from(holidaysTable).orderBy(day);
  return { holidays, public: await publicDaysFor(ctx.db, ctx) };
}

/** Those of this year and the next, by the state that is set. */
export async function publicDaysFor(db: Db, services: Services): Promise<PublicDay[]> {
  const worked = new Set(await workedDaysOf(db));
  const { ofYear } = await publicDaysOf(await holidayStateOf(db), services.config.BUSINESS_TIME_ZONE);
  const year = Number(today(services).slice(0, 4));
  return [year, year + 1].flatMap(ofYear).map((one) => ({ ...one, is_worked: worked.has(one.day) }));
}

export const renewalRulesOf = async (db: Db, { config }: Services) => ({
  lead_business_days: await leadOf(db, config),
  holiday_state: await holidayStateOf(db),
  approval_limits: await approvalLimitsOf(db),
});

export async function feedOf(_body: unknown, { db, actor }: ActorContext) {
  const [feed] = await db.select().from(calendarFeedsTable).where(eq(calendarFeedsTable.accountId, actor.id));
  return { since: feed?.createdAt.toISOString() ?? null };
}

/** Entries of a calendar: whoever has more looks at the screen. */
const MOST_ENTRIES = 1_000;

/** Whose calendar an address is, as long as they may see deadlines at all. */
async function readerOf(token: string, { db }: Services): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select a.id from calendar_feeds f join accounts a on a.id = f.account_id
    where f.token_hash = ${tokenHashOf(token)} and a.status = 'ACTIVE' and a.kind = 'staff' and exists (
      select from account_menus x join menus m on m.id = x.menu_id
      where x.account_id = a.id and m.to_route = any(${sql.param([...RENEWAL_SCREENS])}))`);
  return rows[0]?.id;
}

/** The calendar behind an address; undefined where there is none. */
export async function calendarOfToken(token: string, services: Services): Promise<string | undefined> {
  const { db, config, now } = services;
  const reader = await readerOf(token, services);
  if (reader === undefined) return undefined;
  const own = sql`(select * from (${openDeadlines(sql`true`)}) as d
    where step is not null and ${await seenBy(reader, today(services), db)} order by last_safe_day, deadline_id limit ${MOST_ENTRIES})`;
  const { rows } = await db.execute<DeadlineFacts>(
    sql`select * from (${factsOfDeadlines(own)}) as d order by last_safe_day, deadline_id`,
  );
  const sender = senderOf(config);
  const head = { name: calendarName(sender), product: '-//Reseller Desk//Deadlines//EN', now: now() };
  return writeCalendar(calendarDays(rows, sender), head);
}
