import { groupedBy } from '../../platform/grouped-by.ts';

/** A subscription as the provider lists it, with our customer. */
export interface Listed {
  externalId: string;
  customerId: number;
  /** In lower case. */
  domain: string;
  skuId: string;
}

/** A subscription as we know it. */
export interface Ours {
  id: number;
  customerId: number;
  /** In lower case. */
  domain: string;
  externalId: string;
  /** Every id it ever had. */
  knownIds: readonly string[];
  skuId: string;
  /** Listed when we last looked. */
  alive: boolean;
}

/** Google's product of a SKU: an upgrade stays within it. Numbered SKUs begin with their product's number. */
function productOf(skuId: string): string {
  if (/^(Google-Apps|101002|101006)/.test(skuId)) return 'Google-Apps';
  return /^\d{10}$/.test(skuId) ? skuId.slice(0, 6) : skuId.split('-').slice(0, 2).join('-');
}

/** Living ones first, then the youngest. */
const likeliestFirst = (one: Ours, other: Ours) => Number(other.alive) - Number(one.alive) || other.id - one.id;

type Key = (row: Listed | Ours) => string;

/** Pairs each new one with one of ours that is gone, as `chosen` says for all of one key. */
function pair(
  fresh: Map<string, Listed>,
  gone: Map<number, Ours>,
  keyOf: Key,
  chosen: (fresh: Listed[], gone: Ours[]) => [Listed, Ours][],
): [Listed, Ours][] {
  const goneByKey = groupedBy(gone.values(), keyOf);
  const pairs = [...groupedBy(fresh.values(), keyOf)].flatMap(([key, rows]) => chosen(rows, goneByKey.get(key) ?? []));
  for (const [listed, ours] of pairs) {
    fresh.delete(listed.externalId);
    gone.delete(ours.id);
  }
  return pairs;
}

const bySku: Key = ({ customerId, skuId }) => `${customerId} ${skuId}`;
const byProduct: Key = ({ customerId, skuId }) => `${customerId} ${productOf(skuId)}`;
const ofDomain =
  (key: Key): Key =>
  (row) =>
    `${key(row)} ${row.domain}`;

/**
 * Which of our subscriptions goes on under a new id, by that id. Ids change on an upgrade: the same SKU of the same domain
 * under another id is the same subscription, and so is the one that vanished as one of the same product appeared. A domain
 * can be renamed in that night too: across domains only what went alone and came alone is paired, for work on it hangs on
 * the subscription and would be done for another domain. Needs a complete list; its order does not matter.
 */
export function renamedIds(listed: readonly Listed[], ours: readonly Ours[]): Map<string, number> {
  const fresh = new Map(
    listed
      .toSorted((one, other) => (one.externalId < other.externalId ? -1 : 1))
      .map((row): [string, Listed] => [row.externalId, row]),
  );
  const gone = new Map(ours.toSorted(likeliestFirst).map((row): [number, Ours] => [row.id, row]));
  for (const { id, externalId } of ours) if (fresh.delete(externalId)) gone.delete(id);
  const renamed: [Listed, Ours][] = [];
  for (const one of [...gone.values()]) {
    const [listedAgain] = one.knownIds.flatMap((id) => fresh.get(id) ?? []);
    if (!listedAgain) continue;
    fresh.delete(listedAgain.externalId);
    gone.delete(one.id);
    renamed.push([listedAgain, one]);
  }
  renamed.push(
    ...pair(fresh, gone, ofDomain(bySku), inTurn),
    ...pair(fresh, gone, ofDomain(byProduct), onlyOne),
    ...pair(fresh, gone, bySku, onlyOne),
    ...pair(fresh, gone, byProduct, onlyOne),
  );
  return new Map(renamed.map(([{ externalId }, { id }]) => [externalId, id]));
}

const inTurn = (fresh: Listed[], gone: Ours[]): [Listed, Ours][] =>
  fresh.flatMap((row, at) => {
    const one = gone[at];
    return one ? [[row, one] as [Listed, Ours]] : [];
  });

/** One went and one came: anything else would be a guess. What went long ago did not become what came now. */
function onlyOne(fresh: Listed[], gone: Ours[]): [Listed, Ours][] {
  const [row, second] = fresh;
  const [one, another] = gone.filter((ours) => ours.alive);
  return row && one && !second && !another ? [[row, one]] : [];
}
