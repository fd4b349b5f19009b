import { writeFileSync } from 'node:fs';
import { withProgress } from '../launcher/progress.ts';
import type { TestCounts } from '../launcher/test-counts.ts';
import { reportError } from '../launcher/report-error.ts';
import { actors } from './actors.ts';
import { openProduct, type Product } from './product.ts';
import { heldMegabytes, MOST_MEGABYTES, rowCounter } from './growth.ts';
import { readOptions, type Options } from './options.ts';
import { plantedBugs, withPlantedBug, type PlantedBug } from './planted-bugs.ts';
import { countsLine, neverDone, message } from './report.ts';
import { calls, learn, play, round, type Bench, type Classes, type Finding } from './slices.ts';
import { menusOf } from './filled-database.ts';

const print = (text: string): unknown => process.stdout.write(`${text}\n`);

type SearchOptions = Pick<Options, 'seed' | 'call' | 'actor'> & { until: number };

/** Whatever is held more than when everything had been done once. */
const memoryFindings = (warm: number): Finding[] => {
  const more = heldMegabytes() - warm;
  if (more <= MOST_MEGABYTES) return [];
  return [
    {
      call: 'all calls',
      actor: 'everybody',
      what: `the process holds ${more.toFixed(0)} MB more than when it was warm`,
    },
  ];
};

/** Plays rounds until the time is over. A call is not looked at again after it showed something. */
async function look(
  { seed, call, actor, until }: SearchOptions,
  bench: Bench,
): Promise<{ findings: Finding[]; rounds: number }> {
  const findings: Finding[] = [];
  const wanted = calls.filter(({ path }) => call === undefined || path === call);
  const everybody = actors.filter(({ name }) => actor === undefined || name === actor);
  let rounds = 0;
  let warm = heldMegabytes();
  for (; performance.now() < until; rounds++) {
    for (const slice of round(seed, rounds, { wanted, everybody }, bench)) {
      if (performance.now() >= until) break;
      if (findings.some((one) => one.call === slice.call.path)) continue;
      const finding = await play(slice, bench);
      if (finding) findings.push(finding);
    }
    if (rounds === 0) warm = heldMegabytes();
    if (wanted.every(({ path }) => findings.some((one) => one.call === path))) break;
  }
  return { findings: [...findings, ...memoryFindings(warm)], rounds };
}

const CONTROL_MS = 12_000;
/** An answer that takes longer is a fault of ours, whatever was asked. */
const TIMEOUT_MS = 10_000;
const CONTROL_TIMEOUT_MS = 1_500;

/** @returns why a planted fault does not count as found, or undefined. */
async function control(fault: PlantedBug, seed: number, bench: Bench): Promise<string | undefined> {
  const request = { seed, call: fault.path, actor: fault.actor, until: performance.now() + CONTROL_MS };
  const { findings } = await withPlantedBug(fault, () =>
    look(request, { ...bench, classes: new Map(), timeoutMs: CONTROL_TIMEOUT_MS, shrinks: false }),
  );
  const found = findings.map(({ what }) => what);
  if (found.some((what) => fault.seenAs.test(what))) return undefined;
  return `Planted: ${fault.name}: not found${found.length > 0 ? `, but ${found.join('; ')}` : ''}`;
}

async function controls(seed: number, bench: Bench): Promise<TestCounts> {
  const missed: string[] = [];
  for (const fault of plantedBugs) {
    const failure = await withProgress(`Planted: ${fault.name}`, () => control(fault, seed, bench));
    if (failure !== undefined) missed.push(failure);
  }
  missed.forEach(print);
  print(`${plantedBugs.length - missed.length} of ${plantedBugs.length} planted faults were found.`);
  return { passed: plantedBugs.length - missed.length, failures: missed };
}

async function search(options: Options, bench: Bench): Promise<TestCounts> {
  const { seconds, seed } = options;
  const classes: Classes = new Map();
  const input = { ...options, until: performance.now() + seconds * 1_000 };
  const { findings } = await withProgress(`Fuzz of ${seconds} s with the seed ${seed}`, () =>
    look(input, { ...bench, classes }),
  );
  const failures = findings.map((finding) => message(finding, seed));
  failures.forEach((failure) => print(`\n${failure}`));
  const never = neverDone(classes);
  if (never.length > 0) print(`Never did what they were asked: ${never.join(', ')}.`);
  print(countsLine(classes, calls.length));
  return { passed: Math.max(classes.size - failures.length, 0), failures };
}

async function run(options: Options, product: Product): Promise<TestCounts> {
  const { call, actor, seed, withoutControls } = options;
  const bench = {
    product,
    menus: await menusOf(product.client),
    count: await rowCounter(product.client),
    classes: new Map(),
    timeoutMs: TIMEOUT_MS,
    shrinks: true,
  };
  await withProgress('Reading what is there', () => learn(seed, bench));
  const isWhole = call === undefined && actor === undefined && !withoutControls;
  const counts = [
    ...(isWhole ? [await controls(seed, bench)] : []),
    ...(options.controls ? [] : [await search(options, bench)]),
  ];
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failures: counts.flatMap(({ failures }) => failures),
  };
}

function refuseUnknown({ call, actor }: Options): void {
  if (call !== undefined && !calls.some(({ path }) => path === call)) throw new Error(`There is no call ${call}.`);
  if (actor !== undefined && !actors.some(({ name }) => name === actor))
    throw new Error(`--actor is one of ${actors.map(({ name }) => name).join(', ')}.`);
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  refuseUnknown(options);
  const product = await withProgress('Filling a database', openProduct);
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, () => void product.stop().finally(() => process.exit(130)));
  try {
    const counts = await run(options, product);
    if (options.counts !== undefined) writeFileSync(options.counts, JSON.stringify(counts));
    if (counts.failures.length > 0) process.exitCode = 1;
  } finally {
    await product.stop();
  }
}

try {
  await main();
} catch (error) {
  reportError(error);
  process.exitCode = 1;
}
