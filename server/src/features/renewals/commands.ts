import type { BodyOf } from '@desk/contract/call';
import { renewals } from '@desk/contract/renewals';
import { eq, inArray, sql } from 'drizzle-orm';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { audit, changesBetween } from '../../platform/audit/audit.ts';
import { accountsTable as m } from '../../platform/db/tables/accounts.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { FileProblem } from '../../platform/files/file-problem.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { planAssignments, readAssignments } from '../../domain/imports/assignments.ts';
import { IS_MEMBER, isIn, knownOf } from './queries.ts';
import { type Details, replaced } from './rules.ts';
import { INSTANT, NOW } from '../../platform/db/now.ts';

const AUDIT_COLUMNS = '(at, actor_id, actor, ip, request_id, action, subject, subject_id, changes)';

interface Edit {
  /** Column that is written, and its value as people see it, both of the row `r`. */
  column: string;
  shown: string;
  field: string;
  action: string;
  /** One row (stored, shown) made of the wanted text $2; stored is null where there is no such value. */
  wanted: string;
}

/**
 * The statement that writes one column of one renewal with its audit entry: quick, because the desk does it all day.
 * $1 renewal, $2 wanted text or null, $3 whether $4, the value that the writer saw, must still hold, $5–$8 who writes, $9 when.
 */
const statementOf = ({ column, shown, field, action, wanted }: Edit) => ({
  name: `edit-${field}`,
  text: `with wanted as (${wanted}),
    old as (select r.id, r.term_end, r.version, r.${column} as stored, ${shown} as shown
      from renewals r where r.id = $1 for update),
    changed as (update renewals r set ${column} = wanted.stored, version = r.version + 1 from old, wanted
      where r.id = old.id and old.stored is distinct from wanted.stored
        and (wanted.stored is not null or $2::text is null)
        and (not $3::boolean or old.shown::citext is not distinct from $4::citext)
      returning r.id, r.version),
    noted as (insert into audit_log ${AUDIT_COLUMNS}
      select $9::timestamptz, $5::int, $6, $7, $8, '${action}', 'renewal', changed.id,
        jsonb_build_array(jsonb_build_object('field', '${field}', 'old', old.shown, 'new', wanted.shown))
      from changed, old, wanted)
    select to_char(old.term_end, 'YYYY-MM') as month, coalesce(changed.version, old.version) as version,
      changed.id is not null as changed, wanted.stored is null and $2::text is not null as unknown,
      old.stored is not distinct from wanted.stored as same
    from old cross join wanted left join changed on true`,
});

const word = (name: 'zone' | 'segment') =>
  statementOf({
    column: name,
    shown: `r.${name}`,
    field: name,
    action: `${name}_changed`,
    wanted: 'select $2::text as stored, $2::text as shown',
  });
const SET_ZONE = word('zone');
const SET_SEGMENT = word('segment');
const SET_ASSIGNEE = statementOf({
  column: 'assigned_to_id',
  shown: '(select email::text from accounts where id = r.assigned_to_id)',
  field: 'assigned_to',
  action: 'assignee_changed',
  wanted: `select m.id as stored, m.email::text as shown
    from (select) as one left join accounts m on m.email = $2::citext and ${IS_MEMBER}`,
});

interface Outcome {
  month: string;
  version: number;
  changed: boolean;
  unknown: boolean;
  same: boolean;
}
/** What a call answers; undefined where it is refused. */
const replyOf = (outcome: Outcome | undefined) =>
  outcome !== undefined && !outcome.unknown && (outcome.changed || outcome.same)
    ? { version: outcome.version }
    : undefined;

const filled = (text: string | null | undefined): string | null => (text === undefined || text === '' ? null : text);

/** @returns undefined if there is no such renewal. */
async function edit(
  { write, actor, client, announce }: ActorContext,
  statement: ReturnType<typeof statementOf>,
  { id, to, was }: { id: number; to: string; was: string | null | undefined },
): Promise<Outcome | undefined> {
  const who = [actor.id, actor.email, client.ip, client.requestId, INSTANT];
  const values = [id, filled(to), was !== undefined, filled(was), ...who];
  const { rows } = await write(
    (_, connection, last) => connection.query<Outcome>(last({ ...statement, values })),
    (done) => replyOf(done.rows[0]),
  );
  const outcome = rows[0];
  if (outcome?.changed) announce({ kind: 'month', month: outcome.month });
  return outcome;
}

type OneField = typeof renewals.setZone | typeof renewals.setSegment | typeof renewals.setAssignee;

function versionOf(call: OneField, outcome: Outcome | undefined) {
  if (outcome === undefined) return refuse(call, 404);
  return replyOf(outcome) ?? refuse(call, 409);
}

export const setZone = async ({ renewal_id, zone, was }: BodyOf<typeof renewals.setZone>, ctx: ActorContext) =>
  versionOf(renewals.setZone, await edit(ctx, SET_ZONE, { id: renewal_id, to: zone, was }));

export const setSegment = async (
  { renewal_id, segments, was }: BodyOf<typeof renewals.setSegment>,
  ctx: ActorContext,
) => versionOf(renewals.setSegment, await edit(ctx, SET_SEGMENT, { id: renewal_id, to: segments, was }));

export async function setAssignee({ renewalid, emailid, was }: BodyOf<typeof renewals.setAssignee>, ctx: ActorContext) {
  const outcome = await edit(ctx, SET_ASSIGNEE, { id: renewalid, to: emailid, was });
  if (outcome?.unknown === true) refuse(renewals.setAssignee, 422);
  return versionOf(renewals.setAssignee, outcome);
}

/** The account of a member, null for nobody, undefined if there is no such member. */
async function memberId(tx: Db, email: string | null): Promise<number | null | undefined> {
  if (email === null) return null;
  const { rows } = await tx.execute<{ id: number }>(
    sql`select m.id from accounts m where m.email = ${email}::citext and ${sql.raw(IS_MEMBER)}`,
  );
  return rows[0]?.id;
}

/** What the caller wants to stand there, in the light of what stands there now. */
function wantedOf(body: BodyOf<typeof renewals.updateDetails>, now: Details & { version: number }): Details {
  const wanted = { zone: body.zone, segments: body.segments, assigned_to: filled(body.assigned_to) };
  if (body.version !== undefined) return now.version === body.version ? wanted : refuse(renewals.updateDetails, 409);
  const was = body.was ?? refuse(renewals.updateDetails, 409);
  return replaced(now, { was, wanted }) ?? refuse(renewals.updateDetails, 409);
}

export async function updateDetails(body: BodyOf<typeof renewals.updateDetails>, ctx: ActorContext) {
  const { renewal_id } = body;
  const done = await ctx.write(async (tx) => {
    const [old] = await tx
      .select({
        termEnd: r.termEnd,
        version: r.version,
        zone: r.zone,
        segments: r.segment,
        assignedToId: r.assignedToId,
        assigned_to: m.email,
      })
      .from(r)
      .leftJoin(m, eq(m.id, r.assignedToId))
      .where(eq(r.id, renewal_id))
      .for('update', { of: r });
    if (old === undefined) return refuse(renewals.updateDetails, 404);
    const { zone, segments, assigned_to: email } = wantedOf(body, old);
    const isKept = email?.toLowerCase() === old.assigned_to?.toLowerCase();
    const assignedToId = isKept ? old.assignedToId : await memberId(tx, email);
    if (assignedToId === undefined) return refuse(renewals.updateDetails, 422);
    const changes = changesBetween(
      { zone: old.zone, segment: old.segments, assigned_to: old.assigned_to },
      { zone, segment: segments, assigned_to: isKept ? old.assigned_to : email },
    );
    const { version } = old;
    if (changes.length === 0) return { version };
    await tx
      .update(r)
      .set({ zone, segment: segments, assignedToId, version: version + 1 })
      .where(eq(r.id, renewal_id));
    await audit(tx, ctx, { action: 'details_changed', subject: 'renewal', subjectId: renewal_id, changes });
    return { version: version + 1, month: old.termEnd.slice(0, 7) };
  });
  if (done.month !== undefined) ctx.announce({ kind: 'month', month: done.month });
  return { version: done.version };
}

const MOST_ERRORS = 1_000;

type FileError = Partial<{ line: number; column: string }> & { reason: string };
const refuseFile = (errors: FileError[]): never =>
  refuse(renewals.bulkAssign, 422, { errors: errors.slice(0, MOST_ERRORS), error_count: errors.length });

/**
 * Writes all assignments of a month that differ, with an audit entry each, in one statement. The month stands there twice
 * so that its index is used, not the whole table. @returns how many.
 */
async function assign(
  tx: Db,
  { actor, client }: ActorContext,
  { month, assignments }: { month: string; assignments: readonly { renewalId: number; memberId: number }[] },
) {
  const ids = sql.param(assignments.map(({ renewalId }) => renewalId));
  const members = sql.param(assignments.map((assignment) => assignment.memberId));
  const { rows } = await tx.execute<{ changed: number }>(sql`
    with wanted as (select * from unnest(${ids}::int[], ${members}::int[]) as w (renewal_id, member_id)),
    old as (select r.id, r.assigned_to_id, w.member_id from renewals r join wanted w on w.renewal_id = r.id
      where ${isIn(month)} and r.assigned_to_id is distinct from w.member_id order by r.id for update of r),
    changed as (update renewals r set assigned_to_id = old.member_id, version = r.version + 1
      from old where r.id = old.id and ${isIn(month)} returning r.id),
    noted as (insert into audit_log ${sql.raw(AUDIT_COLUMNS)}
      select ${NOW}, ${actor.id}::int, ${actor.email}, ${client.ip}, ${client.requestId}, 'assignee_changed', 'renewal', old.id,
        jsonb_build_array(jsonb_build_object('field', 'assigned_to', 'old', was.email, 'new', now.email))
      from old join accounts now on now.id = old.member_id left join accounts was on was.id = old.assigned_to_id)
    select count(*)::int as changed from changed`);
  return rows[0]?.changed ?? 0;
}

type Month = BodyOf<typeof renewals.bulkAssign>;

/** Who gets which renewal by the file; refused where anything in it is wrong. */
async function plannedBy({ month }: Month, tx: Db, { upload }: ActorContext) {
  if (upload === undefined) return refuseFile([{ reason: 'Choose a file.' }]);
  const { rows, skipped, notes } = await readAssignments(upload.bytes).catch((error: unknown) => {
    if (!(error instanceof FileProblem)) throw error;
    return refuseFile([{ ...error.place, reason: error.reason }]);
  });
  const known = await knownOf(tx, rows, month);
  const { assignments, errors } = planAssignments(rows, known, month);
  return errors.length > 0 ? refuseFile(errors) : { assignments, skipped, notes };
}

const countsOf = (updated: number, { length }: readonly unknown[]) => ({ updated, unchanged: length - updated });

export async function bulkAssign({ month }: Month, ctx: ActorContext) {
  const counts = await ctx.write(async (tx) => {
    const { assignments, ...rest } = await plannedBy({ month }, tx, ctx);
    return { ...countsOf(await assign(tx, ctx, { month, assignments }), assignments), ...rest };
  });
  if (counts.updated > 0) ctx.announce({ kind: 'month', month });
  return counts;
}

/** What `bulkAssign` would answer. */
export async function checkBulkAssign({ month }: Month, ctx: ActorContext) {
  const { assignments, ...rest } = await plannedBy({ month }, ctx.db, ctx);
  const standing = await ctx.db
    .select({ id: r.id, memberId: r.assignedToId })
    .from(r)
    .where(
      inArray(
        r.id,
        assignments.map(({ renewalId }) => renewalId),
      ),
    );
  const now = new Map(standing.map(({ id, memberId }) => [id, memberId]));
  const changed = assignments.filter((one) => now.get(one.renewalId) !== one.memberId);
  return { ...countsOf(changed.length, assignments), ...rest };
}
