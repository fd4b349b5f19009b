import { writeFileSync } from 'node:fs';
import { buildWithBug } from '../fault-tests/build-with-bug.ts';
import { withProgress } from '../launcher/progress.ts';
import type { TestCounts } from '../launcher/test-counts.ts';
import { reportError } from '../launcher/report-error.ts';
import { keepRun, lastRun } from './last-run.ts';
import { nobodyActs } from './nobody-acts.ts';
import { readOptions, type Options } from './options.ts';
import { assess, type Assessment } from './oracle/assess.ts';
import type { Run } from './oracle/seen.ts';
import { hashOf, outcomeRows, outcomesOf, valueKept } from './oracle/value.ts';
import { plantedInYear, type PlantedInYear } from './planted.ts';
import { DayFailed, daysPlayed, runYear } from './run-year.ts';
import { markdownOf } from './report/markdown.ts';
import { pageOf } from './report/page.ts';
import { tableOf } from './report/table.ts';
import { whyOf } from './report/why.ts';

const ENTRY = 'year/product/process.ts';
const MINUTE = 60_000;
const DAYS_BETWEEN_LINES = 30;
const print = (text: string): unknown => process.stdout.write(`${text}\n`);

async function play(options: Options, changes: PlantedInYear['changes'] = []): Promise<Run> {
  const { main, remove } = await buildWithBug({ changes }, ENTRY);
  const began = performance.now();
  const progress = (day: string, count: number): void => {
    if (count % DAYS_BETWEEN_LINES === 0) print(`${day}: ${((performance.now() - began) / MINUTE).toFixed(1)} minutes`);
  };
  return runYear({ ...options, main, progress }).finally(remove);
}

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 });

function reportOf(run: Run, assessment: Assessment): TestCounts {
  const { measures, holds } = assessment;
  const baseline = outcomesOf(nobodyActs(run, daysPlayed(run.days)));
  const value = valueKept(run, baseline);
  print(tableOf(assessment));
  print(`Value beside a year in which nobody acts: ${rupees.format(value.rupees)} a year.`);
  print(`Outcome of seed ${run.seed}: ${hashOf(outcomeRows(run))}`);
  const files = keepRun(run, { page: pageOf(run, baseline), table: markdownOf(assessment) });
  print(`Its page: ${files.page}; its table: ${files.table}`);
  const built = measures.filter((one) => one.holds !== 'not built');
  const failures = built.filter((one) => one.holds === false).map(({ name, figure }) => `${name}: ${figure}`);
  if (!holds && failures.length === 0) failures.push('Something was recorded that nothing could be made of.');
  return { passed: built.length - failures.length, failures };
}

/** @returns why a planted bug does not count as seen, or undefined. */
async function control(bug: PlantedInYear, options: Options, sound: Assessment): Promise<string | undefined> {
  const { measures } = assess(await play(options, bug.changes));
  const heldBefore = new Set(sound.measures.filter(({ holds }) => holds === true).map(({ name }) => name));
  const red = measures.filter(({ name, holds }) => holds === false && heldBefore.has(name)).map(({ name }) => name);
  if (red.some((name) => bug.measures.includes(name))) return undefined;
  return red.length === 0 ? 'no measure sees it' : `only others see it: ${red.join(', ')}`;
}

async function controls(options: Options): Promise<TestCounts> {
  const sound = assess(await play(options));
  const failures: string[] = [];
  for (const bug of plantedInYear) {
    const failure = await withProgress(`Planted: ${bug.name}`, () => control(bug, options, sound));
    if (failure !== undefined) failures.push(`Planted: ${bug.name}: ${failure}`);
  }
  failures.forEach(print);
  print(`${plantedInYear.length - failures.length} of ${plantedInYear.length} planted bugs were seen.`);
  return { passed: plantedInYear.length - failures.length, failures };
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options.why !== undefined) {
    whyOf(lastRun(), options.why).forEach(print);
    return;
  }
  const started = async (): Promise<TestCounts> => {
    if (options.isPlanted) return controls(options);
    const run = await play(options);
    return reportOf(run, assess(run));
  };
  const counts = await started();
  if (options.counts !== undefined) writeFileSync(options.counts, JSON.stringify(counts));
  // In a year in which everybody sleeps something fails: that is what it shows.
  if (counts.failures.length > 0 && !options.isAsleep) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  reportError(error);
  if (error instanceof DayFailed && error.cause instanceof Error) process.stderr.write(`${error.cause.stack ?? ''}\n`);
  process.exitCode = 1;
}
