import { createHash } from 'node:crypto';

/**
 * Random numbers that do not depend on the order in which they are drawn: the same seed and the same key give the same number, on
 * every machine and with any number of workers.
 */
export interface KeyedRandom {
  /** From 0 up to but without 1. */
  readonly fraction: (...key: readonly (string | number)[]) => number;
  /** A whole number, both ends included. */
  readonly between: (low: number, high: number, ...key: readonly (string | number)[]) => number;
  readonly happens: (probability: number, ...key: readonly (string | number)[]) => boolean;
  /** One of the values, each as likely as its weight. */
  readonly weighted: <T>(choices: readonly (readonly [weight: number, value: T])[], ...key: readonly (string | number)[]) => T; // prettier-ignore
}

const BYTES = 6;

export function keyedRandom(seed: number): KeyedRandom {
  const fraction: KeyedRandom['fraction'] = (...key) =>
    createHash('sha256').update([seed, ...key].join('\0')).digest().readUIntBE(0, BYTES) / 2 ** (8 * BYTES); // prettier-ignore
  return {
    fraction,
    between: (low, high, ...key) => low + Math.floor(fraction(...key) * (high - low + 1)),
    happens: (probability, ...key) => fraction(...key) < probability,
    weighted(choices, ...key) {
      let left = fraction(...key) * choices.reduce((sum, [weight]) => sum + weight, 0);
      const chosen = choices.find(([weight]) => (left -= weight) < 0) ?? choices.at(-1);
      if (chosen === undefined) throw new RangeError('There is nothing to choose from.');
      return chosen[1];
    },
  };
}
