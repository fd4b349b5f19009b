import { parseArgs } from 'node:util';

export interface Options {
  readonly seed: number;
  readonly domains: number;
  readonly days: number;
  /** How many jobs a node works on at once. */
  readonly workers: number;
  /** How many server processes there are. */
  readonly nodes: number;
  /** Staff and customers do nothing: what the product alone prevents. */
  readonly isAsleep: boolean;
  /** Bugs are planted, one run for each, and the measures must see them. */
  readonly isPlanted: boolean;
  /** Of the last run: the story of one term. */
  readonly why: string | undefined;
  /** A file that receives how many checks passed and failed. */
  readonly counts: string | undefined;
}

const USAGE =
  'npm run year -- [--domains 5000] [--days 365] [--seed 7] [--workers 2] [--nodes 2] [--asleep] [--planted] [--why DOMAIN/SKU/TERM]';

const STANDARD = { seed: '7', domains: '5000', days: '365', workers: '2', nodes: '2' } as const;

function whole(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new Error(`--${name} is a whole number from ${least} to ${most}.\n${USAGE}`);
  return value;
}

/** @throws an Error with one sentence for the terminal. */
export function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({
    args,
    options: {
      ...{ seed: text, domains: text, days: text, workers: text, nodes: text, why: text, counts: text },
      ...{ asleep: flag, planted: flag },
    },
  });
  const { seed, domains, days, workers, nodes } = { ...STANDARD, ...values };
  return {
    seed: whole('seed', seed, 0, 2 ** 31 - 1),
    domains: whole('domains', domains, 1, 50_000),
    days: whole('days', days, 1, 1_000),
    workers: whole('workers', workers, 1, 8),
    nodes: whole('nodes', nodes, 1, 4),
    isAsleep: values.asleep ?? false,
    isPlanted: values.planted ?? false,
    why: values.why,
    counts: values.counts,
  };
}
