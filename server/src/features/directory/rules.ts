/** The letters of the bar. */
const LETTERS = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i));

/** The names that begin with a letter `A` to `Z` lie from the first on, before the second; in lower case, byte by byte. */
export const rangeOf = (letter: string): readonly [from: string, before: string] => {
  const from = letter.toLowerCase();
  return [from, String.fromCharCode(from.charCodeAt(0) + 1)];
};

/** How many names begin with one character, and how many of them are active. */
export interface Initial {
  initial: string;
  count: number;
  active: number;
}

/** Totals for the card of counts and the letter bar. A name under no letter, one with a digit in front, counts in the totals. */
export function summed(initials: readonly Initial[]) {
  const sum = (part: 'count' | 'active') => initials.reduce((all, one) => all + one[part], 0);
  const [count, active] = [sum('count'), sum('active')];
  const known = new Map(initials.map((one) => [one.initial.toUpperCase(), one.count]));
  const letters = Object.fromEntries(LETTERS.map((letter) => [letter, known.get(letter) ?? 0]));
  return { count, active, inactive: count - active, letters };
}
