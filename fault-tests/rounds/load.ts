import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { addPeople, startFlood } from '../../bench/logins.ts';
import { hangUp, median, memoryNow, quantile, timed, type Target } from '../../bench/measure.ts';
import { renewals } from '../../contract/src/renewals.ts';
import { Zone } from '../../contract/src/words/lists.ts';
import { clickUntilKnown } from '../clicks.ts';
import type { Product } from '../product.ts';
import type { Acknowledged, Workload } from '../acknowledged-writes.ts';
import { startProbe, type Probe } from '../probe.ts';
import type { Round, Reported } from '../round.ts';
import { looks, type Look } from '../workloads/day.ts';

const CLIENTS = 50;
/** People look at what they have asked for: each rests for half a second before the next click, more or less. */
const LONGEST_REST_MS = 1_000;
const LASTS_MS = { long: 300_000, short: 30_000 };
/** Among a hundred clicks. */
const WRITES = 20;
const LIMIT_MS = { read: 300, write: 600, flooded: 1_000 };
/** In half a minute a process only warms up. */
const GROWTH = { long: 0.1, short: 0.3 };
const PEOPLE = 4;
const FLOODED_READS = 400;
/** So many tell enough, and each may have waited for long. */
const MOST_REFUSED = 5;

type Measurement = { kind: 'read' | 'write'; name: string; ms: number };
type Write = { name: string; share: number; next: (token: string) => Promise<Acknowledged | undefined> };

function byShare<T extends { share: number }>(things: readonly T[]): T {
  let left = randomInt(things.reduce((sum, { share }) => sum + share, 0));
  for (const thing of things) {
    left -= thing.share;
    if (left < 0) return thing;
  }
  throw new Error('There is nothing to choose from.');
}

/** A zone of any renewal of the product, another one each time. */
async function zones(product: Product): Promise<Write['next']> {
  const rows = await product.ask<{ id: number }>('select id from renewals');
  let turn = 0;
  return (token) => {
    turn += 1;
    const { id: renewal_id = 1 } = rows[(turn * 37) % rows.length] ?? {};
    const body = { renewal_id, zone: Zone.options[turn % Zone.options.length] };
    const key = `zone ${turn} ${token.slice(0, 8)}`;
    return Promise.resolve({ path: renewals.setZone.path, body, key, token, mark: key, acknowledged: false });
  };
}

function written(work: Workload | undefined, name: string, share: number): Write {
  if (!work) throw new Error(`There is no work ${name}.`);
  const next = async (token: string): Promise<Acknowledged | undefined> => {
    const action = await work.next(token);
    if (action !== undefined) work.actions.push(action);
    return action;
  };
  return { name, share, next };
}

async function writesOf(product: Product, works: readonly Workload[]): Promise<Write[]> {
  const named = (name: string) => works.find((work) => work.name === name);
  return [
    written(named('comments'), 'a comment', 10),
    { name: 'a zone', share: 8, next: await zones(product) },
    written(named('reminders'), 'a reminder', 2),
  ];
}

/** How many megabytes a process holds, second by second. */
function watchMemory(pid: number) {
  const seen: number[] = [];
  const timer = setInterval(() => seen.push(memoryNow(pid) ?? 0), 1_000);
  return {
    /** In the last part of the first minute, and in the last minute. */
    stop: (): { first: number; last: number } => {
      clearInterval(timer);
      const part = Math.min(60, Math.floor(seen.length / 2));
      return { first: median(seen.slice(part / 2, part)), last: median(seen.slice(-part)) };
    },
  };
}

type Day = {
  product: Product;
  reads: readonly Look[];
  writes: readonly Write[];
  probe: Probe;
  measurements: Measurement[];
};

const targetOf = ({ nodes, tokens }: Product, n: number): Target => ({
  port: nodes[0]?.port ?? 0,
  pid: nodes[0]?.pid() ?? 0,
  headers: { authorization: tokens[n % tokens.length] ?? '' },
});

async function clickOnce({ product, reads, writes, probe, measurements }: Day, target: Target): Promise<void> {
  if (randomInt(100) >= WRITES) {
    const { name, ask } = byShare(reads);
    const ms = await timed(() => ask(target, CLIENTS));
    measurements.push({ kind: 'read', name, ms });
    return;
  }
  const { name, next } = byShare(writes);
  const action = await next(target.headers['authorization'] ?? '');
  if (action === undefined) throw new Error(`${name}: there is nothing left to write to.`);
  const ms = await timed(() => clickUntilKnown(product.address, action, probe, () => false));
  measurements.push({ kind: 'write', name, ms });
}

async function mixedDay(day: Day, lasts: number): Promise<string[]> {
  const problems: string[] = [];
  const end = performance.now() + lasts;
  const client = async (n: number): Promise<void> => {
    while (performance.now() < end) {
      await pause(randomInt(LONGEST_REST_MS));
      await clickOnce(day, targetOf(day.product, n)).catch((error: unknown) => problems.push(String(error)));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(n)));
  return problems;
}

const p95 = (measurements: readonly Measurement[]): number => Math.round(quantile(measurements.map(({ ms }) => ms), 0.95)); // prettier-ignore

function figures(measurements: readonly Measurement[]): string {
  const names = [...new Set(measurements.map(({ name }) => name))];
  const line = (name: string): string => {
    const own = measurements.filter((one) => one.name === name);
    return `${name} ${own.length.toLocaleString('en')} × ${Math.round(median(own.map(({ ms }) => ms)))}/${p95(own)}`;
  };
  return `p50/p95 in ms: ${names.map(line).join(', ')}`;
}

/** The other users' 95th percentile in ms, while more people sign in than can be served; and who of them was refused. */
async function flooded({ product, reads }: Day): Promise<{ ms: number; problems: string[] }> {
  await addPeople(product.ask);
  const flood = startFlood(targetOf(product, 0));
  const measurements: number[] = [];
  const problems: string[] = [];
  const other = async (n: number): Promise<void> => {
    while (measurements.length < FLOODED_READS && problems.length < MOST_REFUSED)
      await timed(() => byShare(reads).ask(targetOf(product, n), PEOPLE)).then(
        (ms) => measurements.push(ms),
        (error: unknown) => problems.push(String(error)),
      );
  };
  try {
    await Promise.all(Array.from({ length: PEOPLE }, (_, n) => other(n)));
  } finally {
    await flood.stop();
  }
  return { ms: Math.round(quantile(measurements, 0.95)), problems };
}

function objectionsTo(
  measurements: readonly Measurement[],
  memory: { first: number; last: number; allowed: number },
  floodedMs: number,
): string[] {
  const late = (['read', 'write'] as const).flatMap((kind) => {
    const ms = p95(measurements.filter((one) => one.kind === kind));
    return ms <= LIMIT_MS[kind] ? [] : [`p95 of a ${kind} is ${ms} ms, at most ${LIMIT_MS[kind]}`];
  });
  const grown = memory.last / memory.first - 1;
  return [
    ...late,
    ...(grown <= memory.allowed ? [] : [`the memory grew by ${Math.round(grown * 100)} %`]),
    ...(floodedMs <= LIMIT_MS.flooded ? [] : [`p95 of a read while many sign in is ${floodedMs} ms`]),
  ];
}

/** a busy day with a full database, and then a crowd at its login. */
export const load: Round = {
  id: 'R-13',
  title: `${CLIENTS} connections, mixed work`,
  barMs: 2_000,
  nodes: 1,
  data: 'large',
  async run(product, works, length): Promise<Reported> {
    const probe = startProbe();
    const measurements: Measurement[] = [];
    const day = { product, reads: await looks(product), writes: await writesOf(product, works), probe, measurements };
    const memory = watchMemory(targetOf(product, 0).pid);
    const errors = await mixedDay(day, LASTS_MS[length]);
    const outages = probe.outages();
    const held = memory.stop();
    const { ms: floodedMs, problems: refused } = await flooded(day).finally(hangUp);
    const rate = Math.round((measurements.length * 1_000) / LASTS_MS[length]);
    const note =
      `${rate} clicks a second; ${figures(measurements)}; reads ${p95(measurements.filter(({ kind }) => kind === 'read'))}, ` +
      `writes ${p95(measurements.filter(({ kind }) => kind === 'write'))}; memory ${Math.round(held.first)} and then ` +
      `${Math.round(held.last)} MB; while many sign in ${floodedMs}`;
    const others = probe.others();
    const problems = [
      ...errors.slice(0, 5),
      ...refused,
      ...(others === 'none' ? [] : [`other answers to writes: ${others}`]),
      ...objectionsTo(measurements, { ...held, allowed: GROWTH[length] }, floodedMs),
      ...probe.problems(),
    ];
    return { rounds: 1, injected: measurements.length, ...outages, problems, note };
  },
};
