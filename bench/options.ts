import { parseArgs } from 'node:util';

const WORKS = [
  'W1',
  'W2',
  'W3',
  'W4',
  'W5',
  'W6',
  'W7',
  'W8',
  'W9',
  'W10',
  'W11',
  'W12',
  'W13',
  'W14',
  'W15',
  'W16',
  'W17',
] as const;
export type Work = (typeof WORKS)[number];

export type Options = {
  only: ReadonlySet<Work>;
  /** Part of the full data set; 1 is all of it. */
  scale: number;
  browser: boolean;
  /** To how many renewals the store grows between the two times that reads are measured; undefined: not that. */
  scaleUpTo: number | undefined;
};

/** As many as `docs/operations.md` reckons with. */
const MANY = 10_000_000;

const USAGE = `npm run bench -- [--only W1,W2] [--scale 0.1] [--browser]
npm run bench -- --scale-up [--rows ${MANY}] [--scale 0.1]`;

/** @throws an Error with one sentence for the terminal. */
function scaleUpOf({
  'scale-up': isWanted = false,
  ...values
}: Readonly<Record<string, string | boolean | undefined>>) {
  const { rows } = values;
  if (!isWanted && rows !== undefined) throw new Error(`--rows belongs to --scale-up.\n${USAGE}`);
  if (!isWanted) return undefined;
  if (values['only'] !== undefined || values['browser'] === true)
    throw new Error(`--scale-up has workloads of its own.\n${USAGE}`);
  const to = Number(rows ?? MANY);
  if (!(Number.isSafeInteger(to) && to > 0)) throw new Error(`--rows is a whole number.\n${USAGE}`);
  return to;
}

/** @throws an Error with one sentence for the terminal. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      scale: { type: 'string' },
      browser: { type: 'boolean' },
      'scale-up': { type: 'boolean' },
      rows: { type: 'string' },
    },
  });
  const scale = Number(values.scale ?? '1');
  if (!(scale >= 0.01 && scale <= 10)) throw new Error(`--scale is a number from 0.01 to 10.\n${USAGE}`);
  const wanted = values.only?.split(',') ?? WORKS;
  const only = WORKS.filter((work) => wanted.includes(work));
  if (only.length !== wanted.length) throw new Error(`--only names some of ${WORKS.join(', ')}.\n${USAGE}`);
  return { only: new Set(only), scale, browser: values.browser ?? false, scaleUpTo: scaleUpOf(values) };
}
