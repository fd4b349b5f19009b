import type { BodyOf, ReplyOf } from '@desk/contract/call';
import { CHANGE_ROWS, weeklyChanges, type Change } from '@desk/contract/renewal-work/weekly-changes';
import type { ValueFacts } from '@desk/contract/rules/annual-value';
import type { Stage } from '@desk/contract/rules/standing';
import { sql, type SQL } from 'drizzle-orm';
import { groupedBy } from '../../platform/grouped-by.ts';
import { seesUnassigned } from '../../domain/work-items/approvers.ts';
import { addUp } from '../../domain/work-items/day.ts';
import { ownersByAssignee, peopleSeenBy, readTeam, type NamedTeam } from '../../domain/work-items/team.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { stageSql, termMonthsSql } from '../../platform/db/tables/standing.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { dayIn } from '../../platform/time/days.ts';
import { changeOf } from './rules.ts';

type Asked = BodyOf<typeof weeklyChanges.since>;

interface Week extends Record<string, unknown> {
  week: string;
  recorded_on: string;
}

/** A few dates among many rows: each is found by the key, from the one before it. */
const weeksOf = async (db: Db, timeZone: string): Promise<Week[]> =>
  (
    await db.execute<Week>(sql`
      with recursive weeks as (
        select max(week) as week from renewal_snapshots
        union all
        select (select max(older.week) from renewal_snapshots older where older.week < weeks.week) from weeks where weeks.week is not null
      )
      select weeks.week::text as week, (one.created_at at time zone ${timeZone})::date::text as recorded_on
      from weeks cross join lateral (select created_at from renewal_snapshots where week = weeks.week limit 1) one
      where weeks.week is not null order by weeks.week desc`)
  ).rows;

/** On a Monday the week that began then says nothing yet. */
const usualWeek = (weeks: readonly Week[], today: string): Week | undefined =>
  weeks.find(({ week }) => week < today) ?? weeks[0];

/** Whose renewals, as a condition on the alias `r`; refused to who may not look at them. */
function whose({ account_id: id }: Asked, ctx: ActorContext, team: NamedTeam, today: string): SQL {
  if (!seesUnassigned(ctx.actor, team)) return refuse(weeklyChanges.since, 403);
  const owners = ownersByAssignee(team, today);
  const ofPeople = (ids: readonly number[]) => sql`r.assigned_to_id = any(${sql.param([...ids])}::int[])`;
  const nobodys = sql`(r.assigned_to_id is null or ${ofPeople(owners.get(null) ?? [])})`;
  if (id === 0) return nobodys;
  const allowed = peopleSeenBy(ctx.actor, team);
  if (id === undefined)
    return allowed === undefined ? sql`true` : sql`(${nobodys} or ${ofPeople([...allowed, ctx.actor.id])})`;
  const isAllowed = allowed === undefined || allowed.has(id) || id === ctx.actor.id;
  return isAllowed ? ofPeople([id]) : refuse(weeklyChanges.since, 403);
}

interface Found extends Record<string, unknown> {
  id: number;
  domain: string;
  company: string;
  owner: number | null;
  term_end: string;
  currency: string;
  from: Stage;
  to: Stage;
  before: ValueFacts;
  now: ValueFacts;
}

const factsSql = (alias: string, months: string) =>
  sql.raw(`json_build_object('price', ${alias}.price::text, 'price_per_user', ${alias}.price_per_user::text,
    'number_of_seats', ${alias}.number_of_seats, 'licensed_seats', ${alias}.licensed_seats, 'term_months', ${months})`);
const PRICED = 'price, price_per_user, number_of_seats, licensed_seats';
const pricedOf = (alias: string) =>
  PRICED.split(', ')
    .map((column) => `${alias}.${column}`)
    .join(', ');

/** A price in another currency is compared with none: dollars are never taken from rupees. */
const changed = (db: Db, week: string, which: SQL) =>
  db.execute<Found>(sql`
    select r.id, r.domain_name::text as domain, c.company_name as company, r.assigned_to_id as owner, r.term_end::text as term_end, r.currency,
      s.stage as "from", ${sql.raw(stageSql('r.'))} as "to",
      case when s.currency = r.currency then ${factsSql('s', 's.term_months')} else ${factsSql('r', termMonthsSql('r.'))} end as before, ${factsSql('r', termMonthsSql('r.'))} as now
    from renewal_snapshots s join renewals r on r.id = s.renewal_id join customers c on c.id = r.customer_id
    where s.week = ${week}::date and ${which}
      and (s.stage <> ${sql.raw(stageSql('r.'))} or (${sql.raw(pricedOf('s'))}) is distinct from (${sql.raw(pricedOf('r'))}))
    order by r.term_end, r.id`);

const decimal = (value: number | null) => (value === null ? null : value.toFixed(2));

/** Grouped by where they came from and went, the most money first. */
function groupsOf(found: readonly Found[], team: NamedTeam): Change[] {
  const compared = found.flatMap((row) => {
    const change = changeOf(row);
    return change ? [{ row, change }] : [];
  });
  const size = (value: number | string | null | undefined) => Math.abs(Number(value ?? 0));
  return [...groupedBy(compared, ({ row }) => `${row.from} ${row.to}`).values()]
    .flatMap((all): Change[] => {
      const [first] = all;
      if (!first) return [];
      const ordered = all.toSorted((one, other) => size(other.change.counted.value) - size(one.change.counted.value));
      return [
        {
          ...{ from: first.row.from, to: first.row.to, count: all.length },
          sums: addUp(all.map(({ change }) => change.counted)).toSorted(
            (one, other) => size(other.value) - size(one.value),
          ),
          rows: ordered.slice(0, CHANGE_ROWS).map(({ row, change }) => ({
            ...{ renewal_id: row.id, domain_name: row.domain, company_name: row.company },
            owner: row.owner === null ? null : (team.colleagues.get(row.owner)?.name ?? null),
            ...{ renewal_date: row.term_end, currency: row.currency },
            ...{ value_before: decimal(change.was), value: decimal(change.is) },
          })),
        },
      ];
    })
    .toSorted((one, other) => size(other.sums[0]?.value) - size(one.sums[0]?.value));
}

export async function changesSince(asked: Asked, ctx: ActorContext): Promise<ReplyOf<typeof weeklyChanges.since>> {
  const { db, config } = ctx;
  const timeZone = config.BUSINESS_TIME_ZONE;
  const today = dayIn(timeZone, ctx.now());
  const [team, weeks] = await Promise.all([readTeam(db, today), weeksOf(db, timeZone)]);
  const which = whose(asked, ctx, team, today);
  const known = weeks.map(({ week }) => week);
  const week = asked.week === undefined ? usualWeek(weeks, today) : weeks.find((one) => one.week === asked.week);
  if (!week)
    return asked.week === undefined
      ? { weeks: known, week: null, recorded_on: null, changes: [] }
      : refuse(weeklyChanges.since, 404);
  const { rows } = await changed(db, week.week, which);
  return { weeks: known, week: week.week, recorded_on: week.recorded_on, changes: groupsOf(rows, team) };
}
