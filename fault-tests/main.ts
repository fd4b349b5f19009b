import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STANDARD_BUSINESS } from '@desk/contract/rules/business';
import { buildOutdated } from '../launcher/build/outdated.ts';
import { withProgress } from '../launcher/progress.ts';
import { root } from '../launcher/root.mjs';
import type { TestCounts } from '../launcher/test-counts.ts';
import { messageOf, reportError } from '../launcher/report-error.ts';
import { openDatabase, type Database } from './database.ts';
import { buildWithBug } from './build-with-bug.ts';
import { readOptions, type Options } from './options.ts';
import { plantedBugs } from './planted-bugs.ts';
import type { PlantedBug } from './planted-bug.ts';
import { evaluate, missed, runRound, type RoundResult } from './run-round.ts';
import { failed, remarks, table, type Line } from './report.ts';
import { rounds, shortRounds } from './rounds.ts';
import type { Round } from './round.ts';

const MAIN = join(root, 'server/dist/main.js');
const NOTHING_CHOSEN = 'Nothing was chosen: no round, or no planted bug of such a round in a run of this length.';
const print = (text: string): unknown => process.stdout.write(`${text}\n`);

/** Rounds that cannot be played here are reported, and do not count as passed. */
function apart(wanted: readonly Round[]): { playable: Round[]; notPlayed: string[] } {
  const answer = wanted.map((round) => ({ round, missing: round.missing?.() }));
  return {
    playable: answer.filter(({ missing }) => missing === undefined).map(({ round }) => round),
    notPlayed: answer.flatMap(({ round: { id, title }, missing }) =>
      missing === undefined ? [] : [`${id} ${title}: not played: ${missing}.`],
    ),
  };
}

/**
 * In the whole short run all faults come first: what is left of each is worked off while the next ones are under way. Rounds that are named
 * may be any, of which the database has no connections for all at once.
 */
async function playAll(wanted: readonly Round[], database: Database, { length, only }: Options, lines: Line[]) {
  const left: RoundResult[] = [];
  for (const round of wanted) {
    const title = `${round.id} ${round.title}`;
    const result = await withProgress(title, () => runRound(round, database, MAIN, length));
    if (length === 'short' && only === undefined) left.push(result);
    else lines.push(await withProgress(`${title}, what is left`, () => evaluate(result)));
  }
  return left;
}

/** @returns why a planted bug does not count as seen, or undefined. */
async function control(bug: PlantedBug, database: Database): Promise<string | undefined> {
  const round = rounds.find(({ id }) => id === bug.round);
  if (!round) return `there is no round ${bug.round}`;
  try {
    const { main, remove } = await buildWithBug(bug);
    return await runRound(round, database, main, 'short')
      .then((result) => missed(result, bug))
      .finally(remove);
  } catch (error) {
    return messageOf(error);
  }
}

async function controls(wanted: readonly PlantedBug[], database: Database): Promise<string[]> {
  const failures: string[] = [];
  for (const bug of wanted) {
    const failure = await withProgress(`Planted: ${bug.name}`, () => control(bug, database));
    if (failure !== undefined) failures.push(`Planted: ${bug.name}: ${failure}`);
  }
  return failures;
}

/** The selected rounds and controls: all of a length, some rounds without controls, or controls (of some rounds) alone. */
function chosen({ length, only, controls: alone }: Options): { wanted: readonly Round[]; bugs: readonly PlantedBug[] } {
  const isIn = (id: string): boolean => only === undefined || only.has(id);
  const all = length === 'short' && only === undefined ? shortRounds : rounds;
  const isMeant = ({ round, isShort = false }: PlantedBug): boolean => isIn(round) && (length === 'long' || isShort);
  return {
    wanted: alone ? [] : all.filter(({ id }) => isIn(id)),
    bugs: only === undefined || alone ? plantedBugs.filter(isMeant) : [],
  };
}

async function run(options: Options, database: Database): Promise<TestCounts> {
  const { wanted, bugs } = chosen(options);
  const lines: Line[] = [];
  const { playable, notPlayed } = apart(wanted);
  const left = await playAll(playable, database, options, lines);
  const possible = bugs.filter(({ round }) => rounds.find(({ id }) => id === round)?.missing?.() === undefined);
  const unseen = await controls(possible, database);
  for (const result of left) lines.push(await withProgress(`${result.round.id}, what is left`, () => evaluate(result)));
  if (lines.length > 0) print(`\n${table(lines)}\n\n${remarks(lines)}`);
  unseen.forEach(print);
  if (bugs.length > 0) print(`\n${possible.length - unseen.length} of ${bugs.length} planted bugs were seen.`);
  notPlayed.forEach(print);
  // A run in which nothing was chosen, or nothing that can be played here, proves nothing and fails.
  const nothing = lines.length + possible.length > 0 ? [] : notPlayed.length > 0 ? notPlayed : [NOTHING_CHOSEN];
  if (nothing.includes(NOTHING_CHOSEN)) print(NOTHING_CHOSEN);
  const failures = [...failed(lines), ...unseen, ...nothing];
  return { passed: lines.length + possible.length + nothing.length - failures.length, failures };
}

async function main(): Promise<void> {
  const options = readOptions(
    process.argv.slice(2),
    rounds.map(({ id }) => id),
  );
  await buildOutdated(new AbortController().signal);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: STANDARD_BUSINESS.timeZone }).format(new Date());
  const database = await withProgress('Filling a database', () => openDatabase(today));
  // Nodes end with this process; PostgreSQL does not.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, () => void database.stop().finally(() => process.exit(130)));
  try {
    const counts = await run(options, database);
    if (options.counts !== undefined) writeFileSync(options.counts, JSON.stringify(counts));
    if (counts.failures.length > 0) process.exitCode = 1;
  } finally {
    await database.stop();
  }
}

try {
  await main();
} catch (error) {
  reportError(error);
  process.exitCode = 1;
}
