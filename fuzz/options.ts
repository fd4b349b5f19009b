import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export type Options = {
  /** How long requests are made, beside the preparations and the planted faults. */
  seconds: number;
  seed: number;
  /** A call's path; undefined: all calls. */
  call: string | undefined;
  /** An actor's name; undefined: all actors. */
  actor: string | undefined;
  /** The planted faults and nothing else. */
  controls: boolean;
  /** Only the search, without the planted faults. */
  withoutControls: boolean;
  /** A file that receives how many checks passed and failed. */
  counts: string | undefined;
};

const USAGE =
  'npm run fuzz -- [--seconds 60] [--seed 7] [--call add_domain/] [--actor ADMIN] [--controls | --without-controls]';
const MOST_SECONDS = 86_400;
const SEEDS = 2 ** 31;

const whole = (name: string, text: string, from: number, to: number): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < from || value > to)
    throw new Error(`${name} is a whole number from ${from} to ${to}.\n${USAGE}`);
  return value;
};

/** @throws an Error with one sentence for the terminal. */
export function readOptions(args: string[], { FUZZ_SECONDS = '60' }: NodeJS.ProcessEnv): Options {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: FUZZ_SECONDS },
      // Drawn: a run that always looked at the same bodies would find nothing after its first day.
      seed: { type: 'string', default: String(randomInt(SEEDS)) },
      call: { type: 'string' },
      actor: { type: 'string' },
      controls: { type: 'boolean', default: false },
      'without-controls': { type: 'boolean', default: false },
      counts: { type: 'string' },
    },
  });
  return {
    seconds: whole('--seconds (or FUZZ_SECONDS)', values.seconds, 1, MOST_SECONDS),
    seed: whole('--seed', values.seed, 0, SEEDS - 1),
    call: values.call,
    actor: values.actor,
    controls: values.controls,
    withoutControls: values['without-controls'],
    counts: values.counts,
  };
}
