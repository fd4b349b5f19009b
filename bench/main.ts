import { buildOutdated } from '../launcher/build/outdated.ts';
import { withProgress } from '../launcher/progress.ts';
import { openSession } from '../launcher/session.ts';
import { reportError } from '../launcher/report-error.ts';
import { inBrowser } from './browser.ts';
import { cpuOf } from './cpu.ts';
import { CALLER, fill } from './data-set.ts';
import { manyDeadlines } from './deadlines.ts';
import { wholeDirectory } from './directory.ts';
import { wholeExport } from './exports.ts';
import { largeMonth } from './large-month.ts';
import { everyList } from './lists.ts';
import { logins } from './logins.ts';
import { hangUp } from './measure.ts';
import { growth } from './growth.ts';
import { fullDay } from './my-day.ts';
import { manyReminders } from './reminders.ts';
import { oneByOne } from './one-by-one.ts';
import { readOptions, type Options, type Work } from './options.ts';
import { filteredPage, groupedCounts, wholeMonth, type Bench } from './reads.ts';
import type { Line } from './report.ts';
import { openDatabase } from './scratch-database.ts';
import { scaleUp } from './scale-up.ts';
import { wholeSearch } from './search.ts';
import { startBare, startProduct } from './servers.ts';
import { startUp } from './start-up.ts';
import { wholeTimeline } from './timeline.ts';
import { manyAssigned, oneZone } from './writes.ts';

const WORKLOADS: Record<Exclude<Work, 'W7'>, (bench: Bench) => Promise<Line[]>> = {
  W1: wholeMonth,
  W2: filteredPage,
  W3: groupedCounts,
  W4: oneZone,
  W5: wholeExport,
  W6: manyAssigned,
  W8: logins,
  W9: wholeDirectory,
  W10: everyList,
  W11: wholeSearch,
  W12: wholeTimeline,
  W13: fullDay,
  W14: manyDeadlines,
  W15: manyReminders,
  W16: growth,
  W17: largeMonth,
};

const print = (text: string): unknown => process.stdout.write(`${text}\n`);

/** The selected workloads in their order; the start of a server is measured when no other is asked any more. */
function worksOf(bench: Bench, token: string, { only, browser, scaleUpTo }: Options) {
  const named = (name: string, work: () => Promise<Line[]>) =>
    [name, () => withProgress(`Measuring ${name}`, work)] as const;
  if (scaleUpTo !== undefined) return scaleUp(bench, scaleUpTo).map(([name, work]) => named(name, work));
  if (browser) return [named('the browser', () => inBrowser(bench, token))];
  const works = Object.entries(WORKLOADS).filter(([name]) => only.has(name as Work));
  const start = named('W7', () => {
    hangUp();
    return startUp(bench.databaseUrl, token);
  });
  return [...works.map(([name, work]) => named(name, () => work(bench))), ...(only.has('W7') ? [start] : [])];
}

async function run(options: Options, serverUrl: string): Promise<void> {
  await buildOutdated(new AbortController().signal);
  const { url, client, stop } = await openDatabase(serverUrl);
  const stops = [stop];
  try {
    await withProgress('Filling the database', () => fill(client, options.scale));
    const { rows } = await client.query<{ month: string; version: string }>(
      `select to_char(current_date, 'YYYY-MM') as month, current_setting('server_version') as version`,
    );
    const { token } = await openSession(client, CALLER);
    const product = await startProduct(url, token);
    stops.push(product.stop);
    const bare = await startBare(url);
    stops.push(bare.stop);
    const [{ month, version } = { month: '', version: '' }] = rows;
    const part = options.scale === 1 ? '' : ` Only ${options.scale} of the data set.`;
    print(`Node ${process.versions.node}, PostgreSQL ${version}.${part}\n`);
    const backend = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const cpu = cpuOf(backend.rows[0]?.pid ?? 0, [product.pid, bare.pid]);
    const bench = { client, databaseUrl: url, product, bare, month, scale: options.scale, cpu };
    if (!(await oneByOne(worksOf(bench, token, options), print))) process.exitCode = 1;
    // A browser is another program, too.
    if (cpu && !options.browser) print(`\n${cpu.others()}`);
  } finally {
    hangUp();
    for (const end of stops.toReversed()) await end();
  }
}

try {
  const databaseUrl = process.env['DATABASE_URL'];
  if (!databaseUrl) throw new Error('DATABASE_URL is missing; `npm run bench` brings one along.');
  await run(readOptions(process.argv.slice(2)), databaseUrl);
} catch (error) {
  reportError(error);
  process.exitCode = 1;
}
