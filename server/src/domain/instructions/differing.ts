import type { Outcome } from '@desk/contract/rules/instruction';
import type { IfNobodyActs } from '@desk/contract/rules/if-nobody-acts';
import { grouped, inSeats } from '@desk/contract/words/seats';
import { sql } from 'drizzle-orm';
import { PLANNED_ONCE } from '../../platform/db/connection/prepare-repeated.ts';
import type { Db } from '../../platform/db/db.ts';
import { isAddOn, isWorkspace } from '../../providers/products.ts';
import { LIVE } from '../../platform/db/tables/instructions.ts';

/** A subscription of a domain, as it is and as its next term will be. */
export interface Beside {
  readonly skuId: string;
  readonly name: string;
  readonly seatsNow: number | null;
  /** 0: there is none; null: nobody can know. */
  readonly seatsNext: number | null;
}

/** Whether there is a next term at all, as far as that is known. */
const ends = ({ seatsNext }: Beside): boolean => seatsNext === 0;

/** Undefined where one of them is not known. */
const sumOf = (counts: readonly (number | null)[]): number | undefined =>
  counts.some((count) => count === null) ? undefined : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);

function differenceOf(addOn: Beside, now: number | undefined, next: number | undefined): string | null {
  const { name, seatsNow, seatsNext } = addOn;
  if (ends(addOn)) return null;
  if (next === 0)
    return `${name} goes on${seatsNext === null ? '' : ` with ${inSeats(seatsNext)}`}, and no Workspace subscription does.`;
  if (seatsNext === null || next === undefined) return null;
  const both = `${name} renews ${inSeats(seatsNext)}, Workspace ${inSeats(next)}`;
  if (seatsNext > next) return `${both}: ${grouped(seatsNext - next)} too many.`;
  return now !== undefined && seatsNow === now && seatsNext < next
    ? `${both}: ${grouped(next - seatsNext)} without it.`
    : null;
}

/**
 * Where what is bought for each user of Workspace and Workspace itself come apart with their next terms: an add-on without its base,
 * with more seats than it, or with fewer where they were equal. In sentences; seats that nobody can know are not compared.
 */
export function differencesOf(all: readonly Beside[]): readonly string[] {
  const bases = all.filter(({ skuId }) => isWorkspace(skuId));
  const next = sumOf(bases.map(({ seatsNext }) => seatsNext));
  if (bases.length === 0) return [];
  const now = sumOf(bases.map(({ seatsNow }) => seatsNow));
  return all.filter(({ skuId }) => isAddOn(skuId)).flatMap((addOn) => differenceOf(addOn, now, next) ?? []);
}

/** What is wanted of a next term. */
interface Wanted {
  readonly outcome: Outcome;
  readonly seats: number | null;
}
interface Row extends Record<string, unknown> {
  readonly renewal_id: number;
  readonly is_own: boolean;
  readonly sku_id: string;
  readonly sku_name: string;
  readonly number_of_seats: number | null;
  readonly if_nobody_acts: IfNobodyActs;
  readonly seats_if_nobody_acts: number | null;
  readonly wanted: Wanted | null;
}

const wantedSeats = ({ outcome, seats }: Wanted): number | null =>
  outcome === 'end' ? 0 : outcome === 'renew' ? seats : null;

/**
 * What was decided holds, else what the provider does by itself; one that is suspended is not counted on. Of a plan without a
 * commitment, or of an offer, nobody can know the seats.
 */
function seatsNextOf({
  wanted,
  if_nobody_acts: outcome,
  seats_if_nobody_acts: next,
  number_of_seats: now,
}: Row): number | null {
  if (wanted) return wantedSeats(wanted);
  if (outcome === 'ends' || outcome === 'suspended') return 0;
  if (outcome === 'flexible' || outcome === 'proposed') return null;
  return outcome === 'nothing' ? now : next;
}

/**
 * What comes apart at the domains of these renewals of licences, in sentences by renewal; those of which nothing is to be said are
 * left out. `wish`: what somebody thinks of wanting, in place of what is wanted of the renewal itself.
 */
export async function readDifferences(
  db: Db,
  renewalIds: readonly number[],
  wish?: Wanted,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const { rows } = await db.execute<Row>(sql`${PLANNED_ONCE}
    select o.id as renewal_id, s.id = o.subscription_id as is_own, s.sku_id, s.sku_name, s.number_of_seats, s.if_nobody_acts, s.seats_if_nobody_acts,
      case when i.id is not null then json_build_object('outcome', i.outcome, 'seats', i.seats) end as wanted
    from renewals o
    join subscriptions own on own.id = o.subscription_id
    join subscriptions s on s.domain_id = own.domain_id and s.source = 'google' and s.ended_at is null
    left join renewals r on r.subscription_id = s.id and r.state = 'open'
    left join instructions i on i.renewal_id = r.id and i.state in (${LIVE})
    where o.id = any(${sql.param([...renewalIds])}::int[]) and o.product = 'licence'
    order by s.sku_name, s.id`);
  const found = new Map<number, Beside[]>();
  for (const row of rows) {
    const asked = wish !== undefined && row.is_own ? { ...row, wanted: wish } : row;
    const beside = {
      skuId: row.sku_id,
      name: row.sku_name,
      seatsNow: row.number_of_seats,
      seatsNext: seatsNextOf(asked),
    };
    found.set(row.renewal_id, [...(found.get(row.renewal_id) ?? []), beside]);
  }
  return new Map(
    [...found].map(([id, all]) => [id, differencesOf(all)] as const).filter(([, sentences]) => sentences.length > 0),
  );
}
