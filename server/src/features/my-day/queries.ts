import type { BodyOf, ReplyOf } from '@desk/contract/call';
import { WorkGroup, type WorkProduct } from '@desk/contract/rules/next-action';
import { myDay, WORK_PAGE, type WorkItem } from '@desk/contract/renewal-work/my-day';
import { sql } from 'drizzle-orm';
import { addUp, byOwner, dayOf, type Day } from '../../domain/work-items/day.ts';
import { readDifferences } from '../../domain/instructions/differing.ts';
import { seesUnassigned } from '../../domain/work-items/approvers.ts';
import { coveredBy, desksOf, ownWork, seenBy, together, workOf, type Desk } from '../../domain/work-items/desk.ts';
import { mayHandOver } from '../../domain/work-items/hand-over.ts';
import type { Item } from '../../domain/work-items/items.ts';
import { countOf, itemsOf } from '../../domain/work-items/kept-items.ts';
import { peopleSeenBy, type Named } from '../../domain/work-items/team.ts';
import { leaveOn, assigneeOn } from '../../domain/work-items/assignee-on.ts';
import type { ActorContext } from '../../platform/context.ts';
import { PLANNED_ONCE } from '../../platform/db/connection/prepare-repeated.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { daysBetween } from '../../platform/time/days.ts';

/** Nobody's work: without an owner, or of one in whose place nobody is. */
const nobodysOf = ({ product, owners }: Desk) => ({ product, owners: owners.get(null) ?? [], withNobodys: true });

/** Of those whom the caller covers for, or of one of them. */
function coveredWork(desk: Desk, accountId: number | undefined): Promise<readonly Item[]> {
  const covered = coveredBy(desk);
  return workOf(desk, accountId === undefined ? covered : covered.filter((id) => id === accountId));
}

async function teamWork(desk: Desk, accountId: number | undefined): Promise<readonly Item[]> {
  if (!seesUnassigned(desk.ctx.actor, desk.team)) return refuse(myDay.list, 403);
  const { ctx, owners } = desk;
  const allowed = peopleSeenBy(desk.ctx.actor, desk.team);
  const isAllowed = (id: number) => allowed === undefined || allowed.has(id) || id === ctx.actor.id;
  if (accountId === 0) return itemsOf(desk, desk.revision, nobodysOf(desk));
  if (accountId !== undefined)
    return isAllowed(accountId) ? workOf(desk, owners.get(accountId) ?? []) : refuse(myDay.list, 403);
  return allowed === undefined ? workOf(desk, 'all') : workOf(desk, [...allowed, ...nobodysOf(desk).owners], true);
}

interface Shown {
  id: number;
  domain_name: string;
  company_name: string;
  product: WorkProduct;
  sku_name: string;
  differences: readonly string[];
}

/** It was deleted between two questions. */
const NAMELESS: Omit<Shown, 'id'> = {
  domain_name: '',
  company_name: '',
  product: 'licence',
  sku_name: '',
  differences: [],
};

/** Names of what is shown, and what is to be said of it beside what else its domain has. */
async function namesOf(db: Db, items: readonly Item[]): Promise<ReadonlyMap<number, Shown>> {
  const ids = items.map(({ row }) => row.renewalId);
  const [{ rows }, differences] = await Promise.all([
    db.execute<Omit<Shown, 'differences'> & Record<string, unknown>>(sql`${PLANNED_ONCE}
      select r.id, r.domain_name::text as domain_name, c.company_name, r.product, r.sku_name from renewals r join customers c on c.id = r.customer_id
      where r.id = any(${sql.param(ids)}::int[])`),
    readDifferences(db, ids),
  ]);
  return new Map(rows.map((row) => [row.id, { ...row, differences: differences.get(row.id) ?? [] }]));
}

const personOf = ({ team }: Desk, id: number) => ({ account_id: id, name: team.colleagues.get(id)?.name ?? '' });

function onWire(item: Item, names: ReadonlyMap<number, Shown>, desk: Desk): WorkItem {
  const { row, group, kind, act, day, time, sentence, waitingFor, isLate, instructionId, inboundId } = item;
  const { renewalId, ownerId, value, currency, facts, seen } = row;
  const { domain_name, company_name, product, sku_name, differences } = names.get(renewalId) ?? NAMELESS;
  return {
    renewal_id: renewalId,
    instruction_id: instructionId,
    inbound_id: inboundId,
    inbound_kind: inboundId === null ? null : (facts.openMail?.kind ?? null),
    ...{ domain_name, company_name, product, sku_name },
    ...{ kind, act, group, waiting_for: waitingFor, sentence, day, time },
    days_late: isLate ? Math.max(0, daysBetween(day, desk.today)) : null,
    renewal_date: facts.termEnd,
    last_safe_day: facts.lastSafeDay,
    value: value === null ? null : value.toFixed(2),
    currency,
    differences: [...differences],
    owner: ownerId === null ? null : personOf(desk, ownerId),
    seen,
    planned: facts.planned,
  };
}

type Asked = BodyOf<typeof myDay.list>;

/** The groups that are asked for, each with a page of its items. */
async function groupsOf({ groups }: Day, { group, from = 0 }: Asked, desk: Desk) {
  const shown = (group === undefined ? WorkGroup.options : [group]).map((name) => {
    const { items, sums } = groups[name];
    return { group: name, count: items.length, sums, page: items.slice(from, from + WORK_PAGE) };
  });
  const names = await namesOf(
    desk.ctx.db,
    shown.flatMap(({ page }) => page),
  );
  return shown.map(({ page, ...rest }) => ({ ...rest, items: page.map((item) => onWire(item, names, desk)) }));
}

/** Who has the caller's work while the caller is away. */
function awayOf({ ctx: { actor }, team, today }: Desk) {
  const leave = leaveOn(actor.id, today, team.leaves);
  if (leave === undefined) return null;
  const assignee = assigneeOn(actor.id, today, team);
  return { to: leave.to, cover: assignee === null ? null : (team.colleagues.get(assignee)?.name ?? null) };
}

async function coveringOf(desks: readonly [Desk, ...Desk[]]) {
  const [{ today }] = desks;
  const ids = [...new Set(desks.flatMap(coveredBy))];
  return Promise.all(
    ids.map(async (id) => {
      const work = await together(desks.map((desk) => workOf(desk, seenBy(desk).includes(id) ? [id] : [])));
      return { ...personOf(desks[0], id), count: dayOf(work, today).count };
    }),
  );
}

async function unassignedOf(desks: readonly [Desk, ...Desk[]]): Promise<number | null> {
  if (!seesUnassigned(desks[0].ctx.actor, desks[0].team)) return null;
  const counts = await Promise.all(desks.map((desk) => countOf(desk, desk.revision, nobodysOf(desk))));
  return counts.reduce((sum, one) => sum + one, 0);
}

const WORK: Readonly<Record<Asked['scope'], (desk: Desk, accountId: number | undefined) => Promise<readonly Item[]>>> =
  {
    mine: ownWork,
    covering: coveredWork,
    team: teamWork,
  };

export async function myDayList(asked: Asked, ctx: ActorContext): Promise<ReplyOf<typeof myDay.list>> {
  const desks = await desksOf(ctx);
  const [desk] = desks;
  const work = await together(desks.map((one) => WORK[asked.scope](one, asked.account_id)));
  const day = dayOf(work, desk.today);
  const [groups, covering, unassigned] = await Promise.all([
    groupsOf(day, asked, desk),
    coveringOf(desks),
    unassignedOf(desks),
  ]);
  const { count, sums, waiting, waitingUntil } = day;
  return {
    today: desk.today,
    ...{ count, sums, groups, waiting, waiting_until: waitingUntil, covering, unassigned },
    away: awayOf(desk),
  };
}

/** Days by who sees them, one for each whose work it is; of nobody what is Unassigned. */
function byAssignee(items: readonly Item[], { team, today }: Desk): ReadonlyMap<number | null, readonly Day[]> {
  const found = new Map<number | null, Day[]>();
  for (const [owner, ones] of byOwner(items)) {
    const assignee = assigneeOn(owner, today, team);
    found.set(assignee, [...(found.get(assignee) ?? []), dayOf(ones, today)]);
  }
  return found;
}

/** What somebody has, of all whose work they see. */
function loadOf(days: readonly Day[]) {
  const all = days.flatMap(({ groups }) => Object.values(groups));
  const oldest = days.flatMap((day) => day.oldest ?? []).toSorted()[0] ?? null;
  return {
    count: days.reduce((sum, day) => sum + day.count, 0),
    overdue: days.reduce((sum, { groups }) => sum + groups.overdue.items.length, 0),
    all: all.reduce((sum, { items }) => sum + items.length, 0),
    sums: addUp(all.flatMap(({ sums }) => sums.map(({ currency, value }) => ({ currency, value: Number(value) })))),
    oldest,
  };
}

export async function workByPerson(_body: unknown, ctx: ActorContext): Promise<ReplyOf<typeof myDay.people>> {
  const desks = await desksOf(ctx);
  const [desk] = desks;
  if (!seesUnassigned(desk.ctx.actor, desk.team)) return refuse(myDay.people, 403);
  const { team, today } = desk;
  const allowed = peopleSeenBy(desk.ctx.actor, desk.team);
  const found = new Map<number | null, readonly Day[]>();
  for (const one of desks)
    for (const [assignee, days] of byAssignee(await workOf(one, 'all'), one))
      found.set(assignee, [...(found.get(assignee) ?? []), ...days]);
  const isAllowed = ({ id }: Named) => allowed === undefined || allowed.has(id) || id === ctx.actor.id;
  const has = byOwner(await workOf(desk, 'all'));
  // Who has a screen of renewals for other work, and none of them, is not of the team.
  const isListed = (one: Named) => isAllowed(one) && (found.has(one.id) || one.isMember);
  const listed = [...team.colleagues.values()].filter(isListed).map(({ id }) => id);
  const people = [null, ...listed].map((id) => ({
    account: id === null ? null : personOf(desk, id),
    away_until: id === null ? null : (leaveOn(id, today, team.leaves)?.to ?? null),
    ...loadOf(found.get(id) ?? []),
    // Licences alone are handed over, by whose they are and not by who sees them.
    may_hand_over: has.has(id) && mayHandOver(desk.ctx.actor, id, team),
  }));
  return { people: people.toSorted((one, other) => other.count - one.count) };
}
