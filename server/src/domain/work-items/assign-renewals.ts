import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { customersTable as c } from '../../platform/db/tables/customers.ts';
import { assignmentRulesTable as t } from '../../platform/db/tables/work.ts';
import { assigner, type Assigned, type AssignmentRule } from './assign.ts';
import { readTeam } from './team.ts';

const RULE = {
  ...{ id: t.id, zone: t.zone, segment: t.segment, seatsFrom: t.seatsFrom, seatsTo: t.seatsTo },
  ...{ resellerId: t.resellerId, product: t.product, choice: t.choice, people: t.people, lastChosenId: t.lastChosenId },
};

/** The rules in their order. */
export const readRules = (db: Db): Promise<AssignmentRule[]> =>
  db.select(RULE).from(t).orderBy(asc(t.position), asc(t.id));

/** What each has open, in the currency that most renewals are in: dollars are never added to rupees. */
async function openValues(db: Db) {
  const { rows } = await db.execute<{ id: number; value: number; home: string }>(sql`
    with home as materialized (select mode() within group (order by currency) as currency from renewals where state = 'open')
    select r.assigned_to_id as id, coalesce(sum(r.price), 0)::float8 as value, home.currency as home
    from renewals r join home on home.currency = r.currency
    where r.state = 'open' and r.product = 'licence' and r.assigned_to_id is not null group by r.assigned_to_id, home.currency`);
  return { openValue: new Map(rows.map(({ id, value }) => [id, value])), home: rows[0]?.home };
}

/** An assigner as things stand. */
export async function assignerNow(db: Db, rules: readonly AssignmentRule[], today: string) {
  const [{ openValue, home }, { colleagues }] = [await openValues(db), await readTeam(db, today)];
  const isActive = (id: number) => colleagues.get(id)?.isActive === true;
  const made = assigner(rules, { isActive, openValue });
  const give = ({ currency, ...renewal }: Assigned & { currency: string }) =>
    made.give(home === undefined || currency === home ? renewal : { ...renewal, value: null });
  return { give, lastChosen: made.lastChosen };
}

type Value = string | number | null;
/** A renewal that is about to be made. */
interface Opening {
  readonly state: Value;
  readonly product: Value;
  readonly customerId: Value;
  readonly zone: Value;
  readonly segment: Value;
  readonly numberOfSeats: Value;
  readonly licensedSeats: Value;
  readonly skuName: Value;
  readonly price: Value;
  readonly currency: Value;
  assignedToId: Value;
}

const textOf = (value: Value): string | null => (value === null ? null : String(value));
const numberOf = (value: Value): number | null => (value === null ? null : Number(value));

const assignedOf = (opening: Opening, resellerId: number | null) => ({
  zone: textOf(opening.zone),
  segment: textOf(opening.segment),
  seats: numberOf(opening.numberOfSeats) ?? numberOf(opening.licensedSeats),
  resellerId,
  product: String(opening.skuName),
  value: numberOf(opening.price),
  currency: String(opening.currency),
});

async function resellersOf(tx: Db, openings: readonly Opening[]): Promise<ReadonlyMap<number, number | null>> {
  const ids = [...new Set(openings.map(({ customerId }) => Number(customerId)))];
  const rows = await tx
    .select({ id: c.id, resellerId: c.resellerId })
    .from(c)
    .where(sql`${c.id} = any(${sql.param(ids)}::int[])`);
  return new Map(rows.map(({ id, resellerId }) => [id, resellerId]));
}

/** Notes whose turn it was. */
async function noteTurns(tx: Db, rules: readonly AssignmentRule[], last: ReadonlyMap<number, number>): Promise<void> {
  for (const { id, choice, lastChosenId } of rules)
    if (choice === 'round_robin' && (last.get(id) ?? null) !== lastChosenId)
      await tx
        .update(t)
        .set({ lastChosenId: last.get(id) ?? null })
        .where(eq(t.id, id));
}

const isFree = ({ assignedToId, state, product }: Opening): boolean =>
  assignedToId === null && state === 'open' && product === 'licence';

/**
 * Gives new renewals that nobody takes over to people by the rules, in the transaction that makes them. What no rule matches
 * stays Unassigned.
 */
export async function assignNew(tx: Db, openings: readonly Opening[], today: string): Promise<void> {
  const free = openings.filter(isFree);
  if (free.length === 0) return;
  const rules = await tx.select(RULE).from(t).orderBy(asc(t.position), asc(t.id)).for('update');
  if (rules.length === 0) return;
  const resellers = await resellersOf(tx, free);
  const { give, lastChosen } = await assignerNow(tx, rules, today);
  for (const opening of free)
    opening.assignedToId = give(assignedOf(opening, resellers.get(Number(opening.customerId)) ?? null));
  await noteTurns(tx, rules, lastChosen());
}
