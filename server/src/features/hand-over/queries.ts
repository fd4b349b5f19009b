import type { BodyOf, ReplyOf } from '@desk/contract/call';
import {
  handOver,
  HAND_OVER_UNDO_HOURS,
  MOST_HANDED_OVER,
  type HandOver,
  type HandOverFrom,
} from '@desk/contract/renewal-work/hand-over';
import { eq, sql, type SQL } from 'drizzle-orm';
import { addUp } from '../../domain/work-items/day.ts';
import { byUrgency, divide } from '../../domain/work-items/divide.ts';
import { readTeam, type NamedTeam } from '../../domain/work-items/team.ts';
import { leaveOn } from '../../domain/work-items/assignee-on.ts';
import { readWork } from '../../domain/work-items/work-rows.ts';
import { intArray, mayHandOver, ownersFor } from '../../domain/work-items/hand-over.ts';
import type { Actor, ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { handOversTable as h } from '../../platform/db/tables/hand-overs.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { dayIn } from '../../platform/time/days.ts';

const SHOWN = 50;
/** Older ones stand in the audit log alone. */
const [RECENT_DAYS, MOST_RECENT] = [14, 30];

export const todayOf = ({ config, now }: Pick<ActorContext, 'config' | 'now'>): string =>
  dayIn(config.BUSINESS_TIME_ZONE, now());

/** Those who can have work. */
export const presentOf = ({ colleagues }: NamedTeam): number[] =>
  [...colleagues.values()].filter(({ isActive }) => isActive).map((one) => one.id);

type Refusing = typeof handOver.preview | typeof handOver.give;

/** Whose work it is that is to be handed over, and which renewals (alias `r`) these are. */
export interface Source {
  /** Null: nobody's. */
  readonly accountId: number | null;
  readonly isOf: SQL;
  /** These may keep some of it; a person does not get what is their own. */
  readonly isEarlier: boolean;
}

/** Renewals of a person, or what an earlier hand-over moved and nobody has assigned since; refused to who may not. */
export async function sourceOf(
  db: Db,
  from: HandOverFrom,
  { call, actor, team }: { call: Refusing; actor: Actor; team: NamedTeam },
): Promise<Source> {
  const found = async (): Promise<Source> => {
    if ('account_id' in from) {
      const { account_id: id } = from;
      if (id === 0) return { accountId: null, isOf: sql`r.assigned_to_id is null`, isEarlier: false };
      if (!team.colleagues.has(id)) refuse(call, 404);
      return { accountId: id, isOf: sql`r.assigned_to_id = ${id}::int`, isEarlier: false };
    }
    const [earlier] = await db.select({ accountId: h.fromAccountId }).from(h).where(eq(h.id, from.hand_over_id));
    const isOf = sql`r.id in (select renewal_id from hand_over_rows where hand_over_id = ${from.hand_over_id}::int and is_current)`;
    return { ...(earlier ?? refuse(call, 404)), isOf, isEarlier: true };
  };
  const source = await found();
  return mayHandOver(actor, source.accountId, team) ? source : refuse(call, 403);
}

/** Colleagues who can be given renewals of a source; refused where one of them cannot. */
export function receiversOf(
  ids: readonly number[],
  { accountId, isEarlier }: Source,
  { call, team }: { call: Refusing; team: NamedTeam },
): number[] {
  const people = [...new Set(ids)];
  const can = (id: number) => team.colleagues.get(id)?.isActive === true && (isEarlier || id !== accountId);
  return people.every(can) ? people : refuse(call, 422);
}

type Asked = BodyOf<typeof handOver.preview>;
interface Named extends Record<string, unknown> {
  id: number;
  version: number;
  domain: string;
  company: string;
  owner: number | null;
}

/** Contracts of the directory product are handed over when their assignee goes, and else from their own screen. */
const isAsked = ({ zone, segment }: Asked, { isOf }: Source): SQL =>
  sql`r.state = 'open' and r.product = 'licence' and ${isOf} and (${zone}::text is null or r.zone = ${zone})
    and (${segment}::text is null or r.segment = ${segment})`;

export async function previewHandOver(asked: Asked, ctx: ActorContext): Promise<ReplyOf<typeof handOver.preview>> {
  const today = todayOf(ctx);
  const team = await readTeam(ctx.db, today);
  const source = await sourceOf(ctx.db, asked.from, { call: handOver.preview, actor: ctx.actor, team });
  const people = receiversOf(asked.people, source, { call: handOver.preview, team });
  const which = isAsked(asked, source);
  // Read before what they are divided by: what is written meanwhile makes them old, and `hand_over/` says so.
  const { rows: found } = await ctx.db.execute<Named>(sql`select r.id, r.version, r.domain_name::text as domain,
    c.company_name as company, r.assigned_to_id as owner from renewals r join customers c on c.id = r.customer_id where ${which}`);
  const known = new Map(found.map((row) => [row.id, row]));
  const owners = new Set(found.map((row) => row.owner));
  const whose = {
    product: 'licence' as const,
    owners: [...new Set([...people, ...owners])].filter((id) => id !== null),
    withNobodys: owners.has(null),
  };
  const work = await readWork(ctx.pool, whose, ctx.config.BUSINESS_TIME_ZONE);

  const ordered = byUrgency(
    work.filter(({ renewalId }) => known.has(renewalId)),
    today,
  );
  if (asked.order === 'least_urgent') ordered.reverse();
  const chosen = ordered.slice(0, asked.count ?? MOST_HANDED_OVER);
  const taken = new Set(chosen);
  const has = work.filter((row) => row.ownerId !== null && people.includes(row.ownerId) && !taken.has(row));
  const divided = divide(chosen, { share: asked.share, people, has });
  const moving = divided.filter(({ row, to }) => row.ownerId !== to);
  const nameOf = (id: number) => team.colleagues.get(id)?.name ?? '';
  return {
    open: ordered.length,
    stay: divided.length - moving.length,
    people: people.map((id) => {
      const gets = moving.filter(({ to }) => to === id).map(({ row }) => row);
      const keeps = divided.filter(({ row, to }) => to === id && row.ownerId === id).map(({ row }) => row);
      const had = [...has.filter(({ ownerId }) => ownerId === id), ...keeps];
      return {
        ...{ account_id: id, name: nameOf(id), away_until: leaveOn(id, today, team.leaves)?.to ?? null },
        ...{ count: gets.length, sums: addUp(gets), has: { count: had.length, sums: addUp(had) } },
      };
    }),
    rows: moving.map(({ row: { renewalId }, to }) => ({
      renewal_id: renewalId,
      version: known.get(renewalId)?.version ?? 0,
      account_id: to,
    })),
    shown: moving.slice(0, SHOWN).map(({ row: { renewalId, value, currency, facts }, to }) => ({
      renewal_id: renewalId,
      domain_name: known.get(renewalId)?.domain ?? '',
      company_name: known.get(renewalId)?.company ?? '',
      renewal_date: facts.termEnd,
      value: value === null ? null : value.toFixed(2),
      currency,
      to: nameOf(to),
    })),
  };
}

interface Recent extends Record<string, unknown> {
  id: number;
  from_id: number | null;
  by_id: number;
  at: string;
  why: HandOver['why'];
  undone_at: string | null;
  undone_by_id: number | null;
  is_in_time: boolean;
  count: number;
  standing: number;
  returnable: number;
  to: { id: number | null; count: number }[];
}

const recent = (db: Db, present: readonly number[]) =>
  db.execute<Recent>(sql`
    select h.id, h.from_account_id as from_id, h.by_id, to_json(h.at) #>> '{}' as at, h.why,
      to_json(h.undone_at) #>> '{}' as undone_at, h.undone_by_id, ${isInTime} as is_in_time, rows.*
    from hand_overs h cross join lateral (
      select sum(n)::int as count, sum(current)::int as standing, sum(back)::int as returnable,
        json_agg(json_build_object('id', to_account_id, 'count', n) order by n desc, to_account_id) as to
      from (select w.to_account_id, count(*) as n, count(*) filter (where w.is_current and r.state = 'open') as current,
          count(*) filter (where w.is_current and r.state = 'open'
            and (w.from_account_id is null or w.from_account_id = any(${intArray(present)}))) as back
        from hand_over_rows w join renewals r on r.id = w.renewal_id where w.hand_over_id = h.id group by 1) as each) as rows
    where h.at > ${NOW} - make_interval(days => ${RECENT_DAYS}) order by h.id desc limit ${MOST_RECENT}`);

/** Whether it is not too late to undo a hand-over `h`. */
export const isInTime = sql`h.at > ${NOW} - make_interval(hours => ${HAND_OVER_UNDO_HOURS})`;

const openCounts = (db: Db) =>
  db.execute<{ id: number | null; count: number }>(sql`select assigned_to_id as id, count(*)::int as count
    from renewals where state = 'open' and product = 'licence' group by 1`);

export async function handOverList(_body: unknown, ctx: ActorContext): Promise<ReplyOf<typeof handOver.list>> {
  const { db, actor } = ctx;
  const today = todayOf(ctx);
  const team = await readTeam(db, today);
  if (ownersFor(actor, team)?.size === 0) return refuse(handOver.list, 403);
  const [{ rows }, { rows: counted }] = await Promise.all([recent(db, presentOf(team)), openCounts(db)]);
  const personOf = (id: number) => ({ account_id: id, name: team.colleagues.get(id)?.name ?? '' });
  const orNobody = (id: number | null) => (id === null ? null : personOf(id));
  const counts = new Map(counted.map(({ id, count }) => [id, count]));
  const byName = [...team.colleagues.values()].toSorted((one, other) => one.name.localeCompare(other.name));
  return {
    hand_overs: rows
      .filter((row) => mayHandOver(actor, row.from_id, team))
      .map(({ id, from_id, by_id, at, why, undone_at, undone_by_id, is_in_time, count, standing, returnable, to }) => ({
        ...{ hand_over_id: id, from: orNobody(from_id), why, at, by: personOf(by_id).name, count, standing },
        to: to.map((one) => ({ account: orNobody(one.id), count: one.count })),
        undone: undone_at === null ? null : { at: undone_at, by: personOf(undone_by_id ?? 0).name },
        may_undo: undone_at === null && is_in_time && returnable > 0,
      })),
    owners: [
      ...(mayHandOver(actor, null, team) ? [{ account_id: 0, name: 'Unassigned', count: counts.get(null) ?? 0 }] : []),
      ...byName
        .filter(({ id }) => mayHandOver(actor, id, team))
        .map(({ id }) => ({ ...personOf(id), count: counts.get(id) ?? 0 })),
    ].filter(({ count }) => count > 0),
    receivers: byName
      .filter(({ isActive }) => isActive)
      .map(({ id }) => ({
        ...personOf(id),
        count: counts.get(id) ?? 0,
        away_until: leaveOn(id, today, team.leaves)?.to ?? null,
      })),
  };
}
