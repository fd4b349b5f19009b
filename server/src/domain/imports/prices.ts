import { inWords } from './changes.ts';
import type { PriceValues } from './columns.ts';
import { claims, validateLines, LineError, type Validated, type Outcome } from './validate.ts';
import { groupedBy } from '../../platform/grouped-by.ts';
import type { TypedRow } from '../../platform/files/columns/typed-rows.ts';

/** Price of a seat of a SKU per year, as decimal text with two places. */
interface Price {
  skuId: string;
  planName: string;
  currency: string;
  yearly: string;
}

/** A price to be written; `old` is the one that it replaces. */
export interface PriceEffect extends Price {
  old: string | null;
}

/** Known SKUs and prices that a file names, in a stable order; a name may stand for several ids. */
export interface KnownPrices {
  skus: { id: string; name: string }[];
  prices: Price[];
  /** Default currency of amounts. */
  currency: string;
}

type Skus = Map<string, string[]>;
const folded = (name: string) => name.toLowerCase();
const keyOf = ({ skuId, planName, currency }: Omit<Price, 'yearly'>) => JSON.stringify([skuId, planName, currency]);

/** Results of the lines of a price list. */
export function validatePrices(
  rows: readonly TypedRow<PriceValues>[],
  { skus, prices, currency }: KnownPrices,
): Promise<Validated<PriceEffect>[]> {
  const claimed = claims();
  const known = new Map(prices.map((price) => [keyOf(price), price.yearly]));
  const names = new Map([...groupedBy(skus, (sku) => sku.id)].map(([id, same]) => [id, same.map((sku) => sku.name)]));
  const ids = new Map(
    [...groupedBy(skus, (sku) => folded(sku.name))].map(([name, same]) => [name, same.map((sku) => sku.id)]),
  );
  const validateOne = (line: number, values: PriceValues): Outcome<PriceEffect> => {
    const skuId = values.skuId === null ? idOf(values, ids) : theIdGiven(values.skuId, values, names);
    const price = { skuId, planName: values.planName, currency: values.currency ?? currency };
    claimed.takeOnce('price', keyOf(price), line, { column: values.skuId === null ? 'SKU' : 'SKU Id' });
    const old = known.get(keyOf(price)) ?? null;
    if (old === values.yearly) return { verdict: 'unchanged', reason: null, effect: null };
    const effect = { ...price, yearly: values.yearly, old };
    if (old === null) return { verdict: 'new', reason: newInWords(values, skuId, names), effect };
    return { verdict: 'changed', reason: inWords([{ field: 'Yearly Price', old, new: values.yearly }]), effect };
  };
  return validateLines(rows, ({ skuId, skuName }) => skuId || skuName, validateOne);
}

function theIdGiven(skuId: string, { skuName }: PriceValues, names: Skus): string {
  const known = names.get(skuId) ?? [];
  const isIt = skuName === null || known.length === 0 || known.some((name) => folded(name) === folded(skuName));
  if (!isIt) throw new LineError('SKU', `This SKU Id is that of ${known.join(', ')}`);
  return skuId;
}

function idOf({ skuName }: PriceValues, ids: Skus): string {
  if (skuName === null) throw new LineError('SKU Id', 'SKU Id or SKU is missing');
  const known = ids.get(folded(skuName)) ?? [];
  // A file without SKU ids has the name for one; what the provider calls it counts more.
  const real = known.filter((id) => folded(id) !== folded(skuName));
  const [only, ...others] = real.length > 0 ? real : known;
  if (only === undefined) throw new LineError('SKU', 'No subscription has this SKU. Enter the SKU Id');
  if (others.length > 0) throw new LineError('SKU', `This SKU has ${others.length + 1} ids. Enter the SKU Id`);
  return only;
}

const newInWords = ({ skuId: given }: PriceValues, skuId: string, names: Skus): string | null => {
  if (given === null) return `SKU Id ${skuId}`;
  return names.has(given) ? null : 'No subscription has this SKU Id yet';
};
