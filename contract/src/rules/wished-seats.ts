/** The Business editions end at so many users. */
export const MOST_ON_BUSINESS = 300;

export const isBusiness = (product: string): boolean => /\bBusiness (?:Starter|Standard|Plus)\b/i.test(product);

/** A subscription as it is now. */
interface Sold {
  readonly product: string;
  /** Null: nobody knows. */
  readonly bought: number | null;
  /** Assigned to people; null: nobody knows. */
  readonly used: number | null;
}

/** Why a number of seats is not taken, in a sentence to the customer; undefined: it is. */
export function whyNotSeats(wanted: number, { product, bought, used }: Sold): string | undefined {
  if (used !== null && wanted < used) {
    const people = used === 1 ? '1 person uses a seat' : `${used} people use a seat`;
    return `${people}. Choose ${used} or more, or take seats from people first and come back.`;
  }
  // Who has more already may keep or reduce them.
  if (isBusiness(product) && wanted > MOST_ON_BUSINESS && wanted > (bought ?? used ?? 0))
    return `${product} ends at ${MOST_ON_BUSINESS} users: more of them needs Enterprise. Choose “Talk to us first”, and we prepare it.`;
  return undefined;
}
