export const FIELDS = ['email', 'phone', 'mobile'] as const;
export type Field = (typeof FIELDS)[number];
/** How a person is reached. */
export type Reached = Record<Field, string | null>;

const same = (one: string | null, other: string | null): boolean =>
  (one ?? '').toLowerCase() === (other ?? '').toLowerCase();

/** In what two differ on how a person is reached; capitals make no difference, and empty is none. */
export const differing = (one: Reached, other: Reached): readonly Field[] =>
  FIELDS.filter((field) => !same(one[field], other[field]));

interface Address {
  email: string | null;
  phone: string | null;
}

const follow = (own: string | null, was: string | null, is: string | null) =>
  own !== null && same(own, was) && !same(was, is) && is !== null ? is : own;

/** The customer's own address after one of its people's changed: where it was the same, it changes too. */
export const movedAlong = (own: Address, was: Address, is: Address): Address => ({
  email: follow(own.email, was.email, is.email),
  phone: follow(own.phone, was.phone, is.phone),
});

/** First and last name, from a full name only; the CRM requires a last name. */
export function namesOf(whole: string): { firstName: string; lastName: string } {
  const [lastName = whole, ...before] = whole.trim().split(/\s+/).toReversed();
  return { firstName: before.toReversed().join(' '), lastName };
}
