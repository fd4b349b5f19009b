import type { BodyOf, ReplyOf } from '@desk/contract/call';
import { handOver, type LeftRenewal } from '@desk/contract/renewal-work/hand-over';
import { sql, type SQL } from 'drizzle-orm';
import {
  intArray,
  mayHandOver,
  monthsOf,
  noteHandOver,
  reassign,
  type Moved,
} from '../../domain/work-items/hand-over.ts';
import { readTeam } from '../../domain/work-items/team.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { isInTime, presentOf, receiversOf, sourceOf, todayOf, type Source } from './queries.ts';

const NAMED = 50;

/** Keeps people from being suspended until they have what they are given: whoever suspends them then finds it with them. */
const holdAccounts = (tx: Db, ids: readonly (number | null)[]) =>
  tx.execute(sql`select id from accounts where id = any(${intArray(ids)}) order by id for share`);

function announce(ctx: ActorContext, moved: readonly Moved[]): void {
  for (const month of monthsOf(moved)) ctx.announce({ kind: 'month', month });
}

/** Those of some renewals that did not move, the first by name. @param why of a renewal `r` that is open */
async function leftOf(tx: Db, ids: readonly number[], moved: readonly Moved[], why: SQL) {
  const gone = new Set(moved.map(({ id }) => id));
  const still = ids.filter((id) => !gone.has(id));
  const { rows } = await tx.execute<LeftRenewal & Record<string, unknown>>(sql`
    select r.id as renewal_id, r.domain_name::text as domain_name, case when r.state <> 'open' then 'closed' else ${why} end as why
    from renewals r where r.id = any(${intArray(still)}) order by r.domain_name, r.id limit ${NAMED}`);
  return { left: rows, left_count: still.length };
}

type Given = BodyOf<typeof handOver.give>;

/** Those of the rows that still stand as they were previewed. */
const asPreviewed = (rows: Given['rows'], { isOf }: Source): SQL => sql`
  select r.id, w.to_id from unnest(${intArray(rows.map((row) => row.renewal_id))}, ${intArray(rows.map((row) => row.version))},
    ${intArray(rows.map((row) => row.account_id))}) as w (id, version, to_id)
  join renewals r on r.id = w.id and r.version = w.version and r.product = 'licence' and ${isOf}`;

const countsOf = (moved: readonly Moved[], people: readonly number[]) =>
  people.map((id) => ({ account_id: id, count: moved.filter(({ to }) => to === id).length }));

/** Gives what was previewed: all that still stands so, in one transaction. */
export async function giveRenewals(body: Given, ctx: ActorContext): Promise<ReplyOf<typeof handOver.give>> {
  const rows = [...new Map(body.rows.map((row) => [row.renewal_id, row])).values()];
  const { moved, reply } = await ctx.write(async (tx) => {
    const wanted = rows.map((row) => row.account_id);
    await holdAccounts(tx, [...new Set(wanted)]);
    const team = await readTeam(tx, todayOf(ctx));
    const source = await sourceOf(tx, body.from, { call: handOver.give, actor: ctx.actor, team });
    const people = receiversOf(wanted, source, { call: handOver.give, team });
    const done = await reassign(tx, ctx, asPreviewed(rows, source));
    if (done.length === 0) return refuse(handOver.give, 409);
    const why = sql`case when ${source.isOf} then 'changed' else 'reassigned' end`;
    const left = await leftOf(
      tx,
      rows.map((row) => row.renewal_id),
      done,
      why,
    );
    const { accountId } = source;
    const id = await noteHandOver(tx, ctx, { accountId, why: 'given', moved: done });
    const to = countsOf(done, people).map((one) => ({ ...one, name: team.colleagues.get(one.account_id)?.name ?? '' }));
    return { moved: done, reply: { hand_over_id: id, count: done.length, to, ...left } };
  });
  announce(ctx, moved);
  return reply;
}

interface Held extends Record<string, unknown> {
  account_id: number | null;
  is_undone: boolean;
  is_in_time: boolean;
}

/** The hand-over, held until the transaction ends, which the caller may undo now. */
async function holdHandOver(tx: Db, id: number, ctx: ActorContext): Promise<void> {
  const { rows } =
    await tx.execute<Held>(sql`select h.from_account_id as account_id, h.undone_at is not null as is_undone,
    ${isInTime} as is_in_time from hand_overs h where h.id = ${id}::int for update`);
  const found = rows[0] ?? refuse(handOver.undo, 404);
  if (!mayHandOver(ctx.actor, found.account_id, await readTeam(tx, todayOf(ctx)))) refuse(handOver.undo, 403);
  if (found.is_undone) refuse(handOver.undo, 409);
  if (!found.is_in_time) refuse(handOver.undo, 410);
}

/** What a hand-over moved and can be given back: nobody has assigned it since, and whose it was is there. */
const asHandedOver = (id: number, present: readonly number[]): SQL => sql`
  select w.renewal_id as id, w.from_account_id as to_id from hand_over_rows w join renewals r on r.id = w.renewal_id
  where w.hand_over_id = ${id}::int and w.is_current and r.assigned_to_id is not distinct from w.to_account_id
    and (w.from_account_id is null or w.from_account_id = any(${intArray(present)}))`;

export async function undoHandOver({ hand_over_id: id }: BodyOf<typeof handOver.undo>, ctx: ActorContext) {
  const { moved, reply } = await ctx.write(async (tx) => {
    await holdHandOver(tx, id, ctx);
    const { rows } = await tx.execute<{ id: number; from: number | null }>(
      sql`select renewal_id as id, from_account_id as from from hand_over_rows where hand_over_id = ${id}::int`,
    );
    await holdAccounts(tx, [...new Set(rows.map(({ from }) => from))]);
    const present = presentOf(await readTeam(tx, todayOf(ctx)));
    const given = await reassign(tx, ctx, asHandedOver(id, present));
    const why = sql`(select case when w.is_current then 'absent' else 'reassigned' end
      from hand_over_rows w where w.hand_over_id = ${id}::int and w.renewal_id = r.id)`;
    const ids = rows.map((row) => row.id);
    const left = await leftOf(tx, ids, given, why);
    if (given.length > 0) await noteUndone(tx, id, { given, by: ctx.actor.id });
    return { moved: given, reply: { given_back: given.length, ...left } };
  });
  announce(ctx, moved);
  return reply;
}

/** What stood before a hand-over that is undone stands again, and can itself be undone. */
async function noteUndone(tx: Db, id: number, { given, by }: { given: readonly Moved[]; by: number }): Promise<void> {
  await tx.execute(sql`update hand_overs set undone_at = ${NOW}, undone_by_id = ${by}::int where id = ${id}::int`);
  await tx.execute(sql`update hand_over_rows earlier set is_current = true
    from hand_over_rows undone join hand_overs h on h.id = undone.previous_id and h.undone_at is null
    where undone.hand_over_id = ${id}::int and undone.renewal_id = any(${intArray(given.map((one) => one.id))})
      and earlier.hand_over_id = undone.previous_id and earlier.renewal_id = undone.renewal_id`);
}
