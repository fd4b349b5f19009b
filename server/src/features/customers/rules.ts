const HOUR = 3_600;
/** Seconds between the tries of a change that the CRM does not take at the moment: quickly at first, then for a day. */
export const PAUSES: readonly number[] = [5, 15, 60, 300, 900, ...Array.from({ length: 24 }, () => HOUR)];

export const SENTENCES = {
  notConfigured: 'The CRM is not configured.',
  restarted: 'The server stopped meanwhile.',
  internal: 'It met an error of its own. The log of the server tells more.',
  noAddress: 'This person has no e-mail address, and the CRM does not know them.',
  isSomebodyElse: (name: string) => `In the CRM this address is that of another contact of ours: ${name}.`,
  isHeld: 'In the CRM this address is that of another contact of ours.',
} as const;

export const FIELDS = ['email', 'phone', 'mobile'] as const;
export type Field = (typeof FIELDS)[number];
/** How a person is reached. */
type Reached = Record<Field, string | null>;

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
