import type { BodyOf, ReplyOf } from '@desk/contract/call';
import { WorkGroup, type WaitingFor } from '@desk/contract/rules/next-action';
import { myDay, WORK_PAGE, type Sums, type WorkItem } from '@desk/contract/work/my-day';
import { sql } from 'drizzle-orm';
import { approvalOf, inOrder, isToApprove, itemOf, type Item } from '../../domain/work/items.ts';
import { ownersBySeer, readTeam, reportsOf, type Named, type NamedTeam } from '../../domain/work/team.ts';
import { leaveOn, whoSees } from '../../domain/work/who-sees.ts';
import { IS_WORK, readWork, type WorkRow } from '../../domain/work/work-rows.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { dayIn, daysBetween } from '../../platform/time/days.ts';

const TEAM_SCREEN = 'manager_renewal_team';

const anyOf = (ids: readonly number[]) => sql`any(${sql.param([...ids])}::int[])`;
const ofOwners = (ids: readonly number[]) => sql`r.assigned_to_id = ${anyOf(ids)}`;
const WAITS_FOR_APPROVAL = sql`r.id in (select renewal_id from instructions where state = 'draft' and cardinality(approval_reasons) > 0)`;

interface Desk {
  readonly ctx: ActorContext;
  readonly today: string;
  readonly team: NamedTeam;
  /** Owners by who sees their work today. */
  readonly owners: ReadonlyMap<number | null, readonly number[]>;
}

async function deskOf(ctx: ActorContext): Promise<Desk> {
  const today = dayIn(ctx.config.BUSINESS_TIME_ZONE, ctx.now());
  const team = await readTeam(ctx.db, today);
  return { ctx, today, team, owners: ownersBySeer(team, today) };
}
const rowsOf = ({ ctx }: Desk, which: ReturnType<typeof sql>) =>
  readWork(ctx.pool, which, ctx.config.BUSINESS_TIME_ZONE);

/** Nobody's work: without an owner, or of one in whose place nobody is. */
const isNobodys = ({ owners }: Desk) => sql`(r.assigned_to_id is null or ${ofOwners(owners.get(null) ?? [])})`;

/** Whose work the caller may look at beside the own; undefined: everybody's. */
function teamOf({ ctx: { actor }, team }: Desk): ReadonlySet<number> | undefined {
  return actor.menus.has(TEAM_SCREEN) ? undefined : reportsOf(actor.id, team);
}
const hasTeam = (desk: Desk): boolean => {
  const team = teamOf(desk);
  return team === undefined || team.size > 0;
};

/** What the caller may approve of a renewal. */
const toApprove = (row: WorkRow, { ctx, team, today }: Desk): Item | undefined =>
  row.live && isToApprove(row, ctx.actor.id, team) ? approvalOf(row, row.live, team, today) : undefined;

/** What the caller is asked for: the work of those whose work the caller sees today, and what waits for the caller's approval. */
async function ownWork(desk: Desk) {
  const { ctx, today, owners } = desk;
  const { id } = ctx.actor;
  const seen = owners.get(id) ?? [];
  const rows = await rowsOf(desk, sql`(${ofOwners(seen)} or ${WAITS_FOR_APPROVAL})`);
  const [mine, covered]: [Item[], Item[]] = [[], []];
  for (const row of rows) {
    const approval = toApprove(row, desk);
    if (approval) mine.push(approval);
    if (row.ownerId === null || !seen.includes(row.ownerId)) continue;
    // Of the own renewals it is one thing to do; what somebody else has waits in their list all the same.
    if (row.ownerId !== id) covered.push(itemOf(row, today));
    else if (!approval) mine.push(itemOf(row, today));
  }
  return { mine, covered };
}

async function teamWork(desk: Desk, accountId: number | undefined): Promise<readonly Item[]> {
  if (!hasTeam(desk)) return refuse(myDay.list, 403);
  const { ctx, today, owners } = desk;
  const allowed = teamOf(desk);
  const isAllowed = (id: number) => allowed === undefined || allowed.has(id) || id === ctx.actor.id;
  if (accountId !== undefined && accountId !== 0 && !isAllowed(accountId)) return refuse(myDay.list, 403);
  const which = () => {
    if (accountId === 0) return isNobodys(desk);
    if (accountId !== undefined) return ofOwners(owners.get(accountId) ?? []);
    return allowed === undefined ? sql`true` : sql`(${ofOwners([...allowed])} or ${isNobodys(desk)})`;
  };
  return (await rowsOf(desk, which())).map((row) => itemOf(row, today));
}

const DAY_GROUPS: readonly WorkGroup[] = ['overdue', 'today', 'week'];
const isToDo = ({ group }: Item): boolean => DAY_GROUPS.includes(group);

function sumsOf(items: readonly Item[]): Sums {
  const sums = new Map<string, number>();
  for (const { row } of items)
    if (row.value !== null) sums.set(row.currency, (sums.get(row.currency) ?? 0) + row.value);
  return [...sums]
    .toSorted(([, one], [, other]) => other - one)
    .map(([currency, value]) => ({ currency, value: value.toFixed(2) }));
}

interface Shown {
  id: number;
  domain_name: string;
  company_name: string;
}

/** Names of what is shown. */
async function namesOf(db: Db, items: readonly Item[]): Promise<ReadonlyMap<number, Shown>> {
  const { rows } = await db.execute<Shown & Record<string, unknown>>(sql`
    select r.id, r.domain_name::text as domain_name, c.company_name from renewals r join customers c on c.id = r.customer_id
    where r.id = ${anyOf(items.map(({ row }) => row.renewalId))}`);
  return new Map(rows.map((row) => [row.id, row]));
}

const personOf = ({ team }: Desk, id: number) => ({ account_id: id, name: team.colleagues.get(id)?.name ?? '' });

function onWire(item: Item, names: ReadonlyMap<number, Shown>, desk: Desk): WorkItem {
  const { row, group, kind, day, time, sentence, waitingFor, isLate, instructionId } = item;
  const { renewalId, ownerId, value, currency, facts } = row;
  const name = names.get(renewalId);
  return {
    renewal_id: renewalId,
    instruction_id: instructionId,
    domain_name: name?.domain_name ?? '',
    company_name: name?.company_name ?? '',
    ...{ kind, group, waiting_for: waitingFor, sentence, day, time },
    days_late: isLate ? Math.max(0, daysBetween(day, desk.today)) : null,
    renewal_date: facts.termEnd,
    last_safe_day: facts.lastSafeDay,
    value: value === null ? null : value.toFixed(2),
    currency,
    owner: ownerId === null ? null : personOf(desk, ownerId),
    planned: facts.planned,
  };
}

type Asked = BodyOf<typeof myDay.list>;

/** The groups that are asked for, each with a page of its items. */
async function groupsOf(items: readonly Item[], { group, from = 0 }: Asked, desk: Desk) {
  const groups = (group === undefined ? WorkGroup.options : [group]).map((one) => {
    const all = items.filter((item) => item.group === one);
    return { group: one, all, page: inOrder(all, desk.today).slice(from, from + WORK_PAGE) };
  });
  const names = await namesOf(
    desk.ctx.db,
    groups.flatMap(({ page }) => page),
  );
  return groups.map(({ group: one, all, page }) => ({
    group: one,
    count: all.length,
    sums: sumsOf(all),
    items: page.map((item) => onWire(item, names, desk)),
  }));
}

/** Who has the caller's work while the caller is away. */
function awayOf({ ctx: { actor }, team, today }: Desk) {
  const leave = leaveOn(actor.id, today, team.leaves);
  if (leave === undefined) return null;
  const seer = whoSees(actor.id, today, team);
  return { to: leave.to, cover: seer === null ? null : (team.colleagues.get(seer)?.name ?? null) };
}

async function unassignedCount(desk: Desk): Promise<number> {
  const { rows } = await desk.ctx.db.execute<{ count: number }>(
    sql`select count(*)::int as count from renewals r where ${IS_WORK} and ${isNobodys(desk)}`,
  );
  return rows[0]?.count ?? 0;
}

function coveringOf(covered: readonly Item[], desk: Desk) {
  const { owners, ctx } = desk;
  const others = (owners.get(ctx.actor.id) ?? []).filter((id) => id !== ctx.actor.id);
  const open = covered.filter(isToDo);
  return others.map((id) => ({
    ...personOf(desk, id),
    count: open.filter(({ row }) => row.ownerId === id).length,
  }));
}

export async function myDayList(asked: Asked, ctx: ActorContext): Promise<ReplyOf<typeof myDay.list>> {
  const desk = await deskOf(ctx);
  const { mine, covered } = await ownWork(desk);
  const shown = {
    mine: () => mine,
    covering: () => covered.filter(({ row }) => asked.account_id === undefined || row.ownerId === asked.account_id),
    team: () => teamWork(desk, asked.account_id),
  };
  const items = await shown[asked.scope]();
  const open = items.filter(isToDo);
  const waiting = items.filter(({ group }) => group === 'waiting');
  const count = (what: WaitingFor) => waiting.filter(({ waitingFor }) => waitingFor === what).length;
  return {
    today: desk.today,
    count: open.length,
    sums: sumsOf(open),
    groups: await groupsOf(items, asked, desk),
    waiting: { customer: count('customer'), approval: count('approval'), provider: count('provider') },
    waiting_until: waiting.flatMap(({ day }) => (day > desk.today ? [day] : [])).toSorted()[0] ?? null,
    covering: coveringOf(covered, desk),
    unassigned: hasTeam(desk) ? await unassignedCount(desk) : null,
    away: awayOf(desk),
  };
}

/** Who sees how much of the rows; of nobody what is Unassigned. */
function bySeer(rows: readonly WorkRow[], { team, today }: Desk) {
  const found = new Map<number | null, Item[]>();
  for (const row of rows) {
    const seer = whoSees(row.ownerId, today, team);
    const items = found.get(seer);
    if (items) items.push(itemOf(row, today));
    else found.set(seer, [itemOf(row, today)]);
  }
  return found;
}

export async function workByPerson(_body: unknown, ctx: ActorContext): Promise<ReplyOf<typeof myDay.people>> {
  const desk = await deskOf(ctx);
  if (!hasTeam(desk)) return refuse(myDay.people, 403);
  const { team, today } = desk;
  const allowed = teamOf(desk);
  const found = bySeer(await rowsOf(desk, sql`true`), desk);
  const isAllowed = ({ id }: Named) => allowed === undefined || allowed.has(id) || id === ctx.actor.id;
  // Who has a screen of renewals for other work, and none of them, is not of the team.
  const isListed = (one: Named) => isAllowed(one) && (found.has(one.id) || one.isMember);
  const listed = [...team.colleagues.values()].filter(isListed).map(({ id }) => id);
  const people = [null, ...listed].map((id) => {
    const items = found.get(id) ?? [];
    const open = items.filter(isToDo);
    return {
      account: id === null ? null : personOf(desk, id),
      away_until: id === null ? null : (leaveOn(id, today, team.leaves)?.to ?? null),
      count: open.length,
      overdue: items.filter(({ group }) => group === 'overdue').length,
      sums: sumsOf(items),
      oldest: open.map(({ day }) => day).toSorted()[0] ?? null,
    };
  });
  return { people: people.toSorted((one, other) => other.count - one.count) };
}
