import { asc, getTableColumns, sql } from 'drizzle-orm';
import { carryOver } from './carry-over.ts';
import { endDrafts, restoreDrafts } from './end-drafts.ts';
import { endPastWishes } from './end-past-wishes.ts';
import type { Db } from '../../platform/db/db.ts';
import { audit, changesBetween, type Author, type Entry } from '../../platform/audit/audit.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { chunked, columnNames, recordset } from '../../platform/db/sql/recordset.ts';
import {
  renewalsBySubscription,
  snapshotColumns,
  snapshotOf,
  subscriptionsNow,
  type KnownRenewal,
  type Snapshot,
  type SubscriptionNow,
} from './snapshot.ts';
import { planTerm, type Step } from './terms.ts';
import { assignNew } from '../work-items/assign-renewals.ts';
import { acquireSyncLock } from '../sync/sync-lock.ts';
import { NOW } from '../../platform/db/now.ts';

export interface ReconcileResult {
  /** Renewals that were made. */
  opened: number;
  closed: number;
  moved: number;
  /** `yyyy-mm`, each month whose list looks different now. */
  changedMonths: string[];
}

const { id, state, closedBecause, termStart, termEnd, subscriptionId, customerId, zone, segment, assignedToId } =
  getTableColumns(r);
const closeColumns = { id, closedBecause };
const refreshColumns = { id, termStart, termEnd, ...snapshotColumns };
const openColumns = {
  ...{ subscriptionId, customerId, termStart, termEnd, state, closedBecause, zone, segment, assignedToId },
  ...snapshotColumns,
};
type Row<Columns> = Record<keyof Columns, string | number | null>;
interface Work {
  closings: (Row<typeof closeColumns> & { id: number })[];
  /** Renewals that stay open though their term is over. */
  over: Work['closings'];
  /** Renewals whose snapshot is no longer right. */
  refreshed: (Snapshot & { id: number })[];
  /** Renewals whose end is another day. */
  moved: (Row<typeof refreshColumns> & { id: number })[];
  openings: Row<typeof openColumns>[];
  /** Renewals whose subscription was gone when their term ended, and is back with another term. */
  before: number[];
  entries: Entry[];
  months: Set<string>;
}

const snapshotColumnNames = new Map(Object.entries(snapshotColumns).map(([key, column]) => [key, column.name]));
/** Old and new snapshot as changes of the columns. */
const changesOf = (old: Snapshot | null, now: Snapshot) =>
  changesBetween(old ?? {}, now).map(({ field, ...values }) => ({
    field: snapshotColumnNames.get(field) ?? field,
    ...values,
  }));

const entryOf = (action: string, renewalId: number, changes: Entry['changes']): Entry => ({
  action,
  subject: 'renewal',
  subjectId: renewalId,
  changes,
});

type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

function noteClosing({ id, because }: StepOf<'close'>, work: Work): void {
  work.closings.push({ id, closedBecause: because });
  work.entries.push(entryOf('term_closed', id, [{ field: 'closed_because', old: null, new: because }]));
}

function noteOver({ id, because }: StepOf<'over'>, work: Work): void {
  work.over.push({ id, closedBecause: because });
  work.entries.push(entryOf('term_over', id, [{ field: 'closed_because', old: null, new: because }]));
}

function noteMove(step: StepOf<'move'>, old: KnownRenewal | undefined, now: SubscriptionNow, work: Work): void {
  const snapshot = snapshotOf(now, step.termEnd, now.termEnd);
  work.moved.push({ id: step.id, termStart: step.termStart, termEnd: step.termEnd, ...snapshot });
  const changes = changesBetween(
    { renewal_date: old?.termEnd, closed_because: old?.closedBecause },
    { renewal_date: step.termEnd, closed_because: null },
  );
  work.entries.push(entryOf('term_moved', step.id, [...changes, ...changesOf(now.onOpen ?? snapshot, snapshot)]));
}

/** Zone, segment and assignee are taken over from the term before, else from the customer. */
function noteOpening(step: StepOf<'open'>, before: KnownRenewal | undefined, now: SubscriptionNow, work: Work): void {
  const { closedBecause: because } = step;
  const googleDate = because === null ? now.termEnd : null;
  work.openings.push({
    subscriptionId: now.id,
    customerId: now.customerId,
    termStart: step.termStart,
    termEnd: step.termEnd,
    state: because === null ? 'open' : 'closed',
    closedBecause: because,
    zone: before?.zone ?? now.zone,
    segment: before?.segment ?? now.segment,
    assignedToId: before?.assignedToId ?? null,
    ...snapshotOf(now, step.termEnd, because === 'renewed' ? step.termEnd : googleDate),
  });
}

/** What its subscription left open when it went, is to be seen to now that it is back. */
function noteReturn({ closedBecause }: StepOf<'open'>, before: KnownRenewal | undefined, work: Work): void {
  if (closedBecause === null && before?.state === 'closed' && before.closedBecause === 'ended')
    work.before.push(before.id);
}

/** Writes down what one step asks for. */
function note(step: Step, now: SubscriptionNow, known: readonly KnownRenewal[], work: Work): void {
  const old = step.kind === 'open' ? undefined : known.find((term) => term.id === step.id);
  if (old) work.months.add(old.termEnd.slice(0, 7));
  if (step.kind === 'close') {
    noteClosing(step, work);
    return;
  }
  if (step.kind === 'over') {
    noteOver(step, work);
    return;
  }
  work.months.add(step.termEnd.slice(0, 7));
  if (step.kind === 'move') noteMove(step, old, now, work);
  else {
    noteOpening(step, known.at(-1), now, work);
    noteReturn(step, known.at(-1), work);
  }
}

/** A renewal that stays as it is shows its subscription of today. */
function noteSnapshot(now: SubscriptionNow, known: readonly KnownRenewal[], work: Work): void {
  const open = known.find((term) => term.state === 'open');
  if (!open || !now.onOpen) return;
  const snapshot = snapshotOf(now, open.termEnd, now.termEnd);
  const changes = changesOf(now.onOpen, snapshot);
  if (changes.length === 0) return;
  work.refreshed.push({ id: open.id, ...snapshot });
  work.months.add(open.termEnd.slice(0, 7));
  work.entries.push(entryOf('provider_changed', open.id, changes));
}

const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map((row) => row.id);

/** Locks what will be changed before the first write, in one order, so that no colleague's edit is met crosswise. */
async function lock(tx: Db, { closings, over, refreshed, moved }: Work) {
  const ids = idsOf([...closings, ...over, ...refreshed, ...moved]);
  if (ids.length > 0)
    await tx
      .select({ id: r.id })
      .from(r)
      .where(sql`${r.id} = any(${sql.param(ids)})`)
      .orderBy(asc(r.id))
      .for('update');
}

const settings = (columns: Parameters<typeof columnNames>[0]) =>
  sql.join(
    Object.values(columns).map(({ name }) => sql`${sql.identifier(name)} = n.${sql.identifier(name)}`),
    sql`, `,
  );

async function write(tx: Db, { closings, over, refreshed, moved, openings }: Work): Promise<Entry[]> {
  for (const rows of chunked(closings))
    await tx.execute(sql`
      update renewals r set state = 'closed', ${settings({ closedBecause })}, version = version + 1
      from ${recordset(closeColumns, rows)} where r.id = n.id`);
  for (const rows of chunked(over))
    await tx.execute(sql`
      update renewals r set ${settings({ closedBecause })}, version = version + 1
      from ${recordset(closeColumns, rows)} where r.id = n.id`);
  for (const rows of chunked(moved))
    await tx.execute(sql`
      update renewals r set state = 'open', ${sql.identifier(closedBecause.name)} = null, version = version + 1,
        ${settings({ termStart, termEnd, ...snapshotColumns })}
      from ${recordset(refreshColumns, rows)} where r.id = n.id`);
  // The version guards what staff write; facts of the provider that change meanwhile are no reason to refuse them.
  for (const rows of chunked(refreshed))
    await tx.execute(sql`
      update renewals r set ${settings(snapshotColumns)}
      from ${recordset({ id, ...snapshotColumns }, rows)} where r.id = n.id`);
  const made: Entry[] = [];
  for (const rows of chunked(openings)) {
    const inserted = await tx.execute<{ id: number; term_end: string }>(sql`
      insert into renewals (created_at, ${columnNames(openColumns)})
      select ${NOW}, ${columnNames(openColumns, 'n.')} from ${recordset(openColumns, rows)}
      returning id, term_end`);
    for (const row of inserted.rows)
      made.push(entryOf('term_opened', row.id, [{ field: 'renewal_date', old: null, new: row.term_end }]));
  }
  return made;
}

interface Request {
  readonly subscriptionIds?: readonly number[];
  /** `yyyy-mm-dd` */
  readonly today: string;
  readonly author: Author;
}

/**
 * Brings the renewals of the given subscriptions (of all without ids) in line with their dates and refreshes what the
 * open ones show of them. Part of the transaction that changed the subscriptions; writes nothing where nothing changed.
 */
export async function reconcileRenewals(tx: Db, request: Request): Promise<ReconcileResult> {
  await acquireSyncLock(tx);
  return reconcile(tx, request);
}

/** The same for one subscription, by who has acquired its lock. */
export const reconcileRenewalsOf = (
  tx: Db,
  subscriptionId: number,
  request: Omit<Request, 'subscriptionIds'>,
): Promise<ReconcileResult> => reconcile(tx, { ...request, subscriptionIds: [subscriptionId] });

async function reconcile(tx: Db, { subscriptionIds, today, author }: Request): Promise<ReconcileResult> {
  const known = await renewalsBySubscription(tx, subscriptionIds);
  const work: Work = {
    closings: [],
    over: [],
    refreshed: [],
    moved: [],
    openings: [],
    before: [],
    entries: [],
    months: new Set(),
  };
  for (const now of await subscriptionsNow(tx, subscriptionIds)) {
    const renewals = known.get(now.id) ?? [];
    const steps = planTerm(now, renewals, today);
    for (const step of steps) note(step, now, renewals, work);
    if (steps.length === 0 && now.alive) noteSnapshot(now, renewals, work);
  }
  await lock(tx, work);
  await assignNew(tx, work.openings, today);
  const opened = await write(tx, work);
  const followed = [
    ...(await endDrafts(tx, idsOf(work.closings), today)),
    ...(await restoreDrafts(tx, idsOf(work.moved))),
    ...(await carryOver(tx, [...idsOf(work.closings), ...work.before], today)),
  ];
  const past = await endPastWishes(tx, { ...(subscriptionIds && { subscriptionIds }), today });
  for (const month of past.months) work.months.add(month);
  for (const entries of chunked([...work.entries, ...opened, ...followed, ...past.entries], 2_000))
    await audit(tx, author, ...entries);
  return {
    opened: work.openings.length,
    closed: work.closings.length,
    moved: work.moved.length,
    changedMonths: [...work.months].sort(),
  };
}
