import * as z from 'zod/mini';

const text = z.nullish(z.string());
const MOST = 2_147_483_647;
/** A number that nobody has is as if it were not told: the others are read for all that. */
const count = z.nullish(
  z.pipe(
    z.int().check(z.nonnegative()),
    z.transform((count: number) => (count > MOST ? null : count)),
  ),
);
const Product = z.object({ name: text, productCode: text, committedUsers: count });
const Whole = z.object({
  _id: z.string(),
  displayName: text,
  settings: z.nullish(z.object({ contactEmail: text, maxSystemUsers: count })),
  entitlement: z.nullish(z.object({ maxUserQuantity: count, entitlementProducts: z.nullish(z.array(Product)) })),
});
type Whole = z.output<typeof Whole>;

const nonEmpty = (words: string | null | undefined): string[] => [words?.trim() ?? ''].filter((one) => one !== '');
export const textOr = (words: string | null | undefined, other: string): string => nonEmpty(words)[0] ?? other;

/** Nothing is committed where users are billed as they come, and nothing entitled where nobody set it: 0 tells no number. */
function licencesOf({ settings, entitlement }: Whole): number | null {
  const committed = (entitlement?.entitlementProducts ?? []).map((one) => one.committedUsers ?? 0);
  const counts = [Math.max(0, ...committed), entitlement?.maxUserQuantity, settings?.maxSystemUsers];
  return counts.find((one) => typeof one === 'number' && one > 0) ?? null;
}

/** An organisation as JumpCloud tells it, in what of it we sell; null is what it does not tell. */
export const Organization = z.pipe(
  Whole,
  z.transform((whole: Whole) => {
    const products = whole.entitlement?.entitlementProducts ?? [];
    const names = products.flatMap(({ name }) => nonEmpty(name));
    return {
      id: whole._id,
      name: textOr(whole.displayName, whole._id),
      email: nonEmpty(whole.settings?.contactEmail)[0] ?? null,
      /** The names of its products, joined by ' + '. */
      planName: names.length > 0 ? names.join(' + ') : null,
      /** Of the first product. */
      productCode: products.flatMap(({ productCode }) => nonEmpty(productCode))[0] ?? null,
      /** The most committed users of a product, else the users it is entitled to, else those it may create. */
      licences: licencesOf(whole),
    };
  }),
);
export type ProviderOrganization = z.output<typeof Organization>;
