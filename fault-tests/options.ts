import { parseArgs } from 'node:util';
import type { Length } from './round.ts';

export type Options = {
  length: Length;
  /** Ids of rounds; undefined: all of the length. */
  only: ReadonlySet<string> | undefined;
  /** The planted bugs and nothing else. */
  controls: boolean;
  /** A file that receives how many checks passed and failed. */
  counts: string | undefined;
};

const USAGE = 'npm run fault-tests -- [--short] [--only R-01,R-08a] [--controls]';

/** @throws an Error with one sentence for the terminal. */
export function readOptions(args: string[], known: readonly string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      short: { type: 'boolean' },
      controls: { type: 'boolean' },
      only: { type: 'string' },
      counts: { type: 'string' },
    },
  });
  const wanted = values.only?.split(',');
  const only = wanted && new Set(known.filter((id) => wanted.some((one) => id.startsWith(one))));
  if (wanted?.some((one) => !known.some((id) => id.startsWith(one))))
    throw new Error(`--only names some of ${known.join(', ')}.\n${USAGE}`);
  return {
    length: values.short ? 'short' : 'long',
    only,
    controls: values.controls ?? false,
    counts: values.counts,
  };
}
