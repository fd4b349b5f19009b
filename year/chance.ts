import { createHash } from 'node:crypto';

/**
 * Chance that asks nobody in which order things happened: the same seed and the same subject draw the same number, on every
 * machine and with any number of workers.
 */
export interface Chance {
  /** From 0 up to but without 1. */
  readonly fraction: (...about: readonly (string | number)[]) => number;
  /** A whole number, both ends included. */
  readonly between: (low: number, high: number, ...about: readonly (string | number)[]) => number;
  readonly happens: (probability: number, ...about: readonly (string | number)[]) => boolean;
  /** One of the values, each as likely as its weight. */
  readonly weighted: <T>(choices: readonly (readonly [weight: number, value: T])[], ...about: readonly (string | number)[]) => T; // prettier-ignore
}

const BYTES = 6;

export function chanceOf(seed: number): Chance {
  const fraction: Chance['fraction'] = (...about) =>
    createHash('sha256').update([seed, ...about].join('\0')).digest().readUIntBE(0, BYTES) / 2 ** (8 * BYTES); // prettier-ignore
  return {
    fraction,
    between: (low, high, ...about) => low + Math.floor(fraction(...about) * (high - low + 1)),
    happens: (probability, ...about) => fraction(...about) < probability,
    weighted(choices, ...about) {
      let left = fraction(...about) * choices.reduce((sum, [weight]) => sum + weight, 0);
      const chosen = choices.find(([weight]) => (left -= weight) < 0) ?? choices.at(-1);
      if (chosen === undefined) throw new RangeError('There is nothing to choose from.');
      return chosen[1];
    },
  };
}
