/** Random numbers of a seed, one after the other: the same seed gives the same numbers on every machine. */
export interface SeededRandom {
  fraction(): number;
  /** A whole number, both ends included. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  oneOf<T>(list: readonly T[]): T;
  /** One of the values, each as likely as its weight. */
  weighted<T>(choices: readonly (readonly [weight: number, value: T])[]): T;
  /** As many letters of the alphabet as requested. */
  letters(count: number, alphabet: string): string;
}

export function seededRandom(seed: number): SeededRandom {
  const fraction = mulberry32(seed);
  const between = (low: number, high: number) => low + Math.floor(fraction() * (high - low + 1));
  const oneOf = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new RangeError('There is nothing to choose from');
    return list[between(0, list.length - 1)] as T;
  };
  return {
    fraction,
    between,
    oneOf,
    chance: (probability) => fraction() < probability,
    weighted: (choices) => {
      let left = fraction() * choices.reduce((sum, [weight]) => sum + weight, 0);
      const chosen = choices.find(([weight]) => (left -= weight) < 0) ?? choices.at(-1);
      if (!chosen) throw new RangeError('There is nothing to choose from');
      return chosen[1];
    },
    letters: (count, alphabet) =>
      Array.from({ length: count }, () => alphabet.charAt(between(0, alphabet.length - 1))).join(''),
  };
}

/** The public-domain generator of that name: 32 bits of state, even enough for invented data. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
