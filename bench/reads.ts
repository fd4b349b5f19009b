import type { Client } from 'pg';
import type { Cpu } from './cpu.ts';
import { boards } from '../contract/src/boards.ts';
import { renewals } from '../contract/src/renewals.ts';
import { Segment } from '../contract/src/words/lists.ts';
import { addMonths } from '../server/src/platform/time/days.ts';
import { NAME_PARTS } from './data-set.ts';
import {
  alternate,
  fire,
  resetPeak,
  json,
  median,
  memoryPeak,
  quantile,
  repeat,
  send,
  timed,
  type Seen,
} from './measure.ts';
import { cpuLine, type Line } from './report.ts';
import type { Server } from './servers.ts';

/** Environment of the workloads. `scale` is the part of the full data set. */
export type Bench = {
  client: Client;
  databaseUrl: string;
  product: Server;
  bare: Server;
  month: string;
  scale: number;
  /** Undefined where the system does not tell. */
  cpu: Cpu | undefined;
};

const ROUNDS = 5;
const CLIENTS = 8;
const TIMES = 1.5;
/** What a request may take of the processors beside the bare server's. */
const CPU_TIMES = 1.2;
const CHANGES = 8;

const pathOf = ({ path }: { path: string }): string => `/api/${path}`;
const all = (seen: readonly Seen[]): number[] => seen.flatMap(({ ms }) => ms);
const perSecond = (seen: readonly Seen[]): number => median(seen.map((one) => one.perSecond));

/** A colleague's write, so that the month must be built anew. The row is the first of the list's index: to look for it costs nothing. */
const change = ({ client }: Bench, month: string) =>
  client.query(
    `update renewals set version = version + 1 where id = (select id from renewals where product = 'licence' and term_end >= $1
     and term_end < ($1::date + interval '1 month')::date order by term_end, id limit 1)`,
    [`${month}-01`],
  );

const asksOf = (month: string) => ({
  ask: json(pathOf(renewals.monthly), { month }),
  bareAsk: json('/month', { month }),
});

const p50 = (seen: { limit: Seen[]; product: Seen[] }) => ({
  unit: 'ms' as const,
  limit: median(all(seen.limit)),
  product: median(all(seen.product)),
});

/** All rows of a month, built anew after each of so many changes of it. */
export async function afterChanges(
  bench: Bench,
  { month, what, changes }: { month: string; what: string; changes: number },
): Promise<Line[]> {
  const { product, bare, cpu } = bench;
  const { ask, bareAsk } = asksOf(month);
  const anew = (server: Server, asked: typeof ask) => async (): Promise<Seen> => {
    const ms: number[] = [];
    for (let n = 0; n < changes; n++) {
      await change(bench, month);
      ms.push(await timed(() => send(server, asked)));
    }
    return { ms, perSecond: 0 };
  };
  const seen = await alternate(ROUNDS, anew(bare, bareAsk), anew(product, ask), { cpu, units: changes });
  return [
    { work: `${what}: after a change, 1 client, p50`, ...p50(seen), times: CPU_TIMES },
    cpuLine(`${what}: after a change`, seen.cpu, CPU_TIMES),
  ];
}

/** W1: all renewals of a month. */
export async function wholeMonth(bench: Bench): Promise<Line[]> {
  const { product, bare, month } = bench;
  const { ask, bareAsk } = asksOf(month);
  const first = JSON.parse((await send(product, ask)).toString()) as { customer: unknown[]; revision: string };
  await send(bare, bareAsk);
  resetPeak(product.pid);
  resetPeak(bare.pid);

  const what = `W1 a month, ${first.customer.length.toLocaleString('en')} rows`;
  const anew = await afterChanges(bench, { month, what, changes: CHANGES });
  const { revision } = JSON.parse((await send(product, ask)).toString()) as { revision: string };
  const known = json(pathOf(renewals.monthly), { month, revision });
  const one = (server: Server, asked: typeof ask, clients: number, count: number) => () =>
    fire(server, clients, count, () => asked);
  const [ready, nothing] = [json('/ready', {}), json('/nothing', {})];
  const bytes = await alternate(ROUNDS, one(bare, ready, 1, 40), one(product, ask, 1, 40));
  const unchanged = await alternate(ROUNDS, one(bare, nothing, 1, 200), one(product, known, 1, 200));
  const many = await alternate(ROUNDS, one(bare, ready, CLIENTS, 200), one(product, ask, CLIENTS, 200));
  const building = await one(bare, bareAsk, CLIENTS, 40)();

  const rates = { unit: '/s' as const, product: perSecond(many.product) };
  return [
    ...anew,
    { work: `${what}: unchanged, all bytes, 1 client, p50`, ...p50(bytes), times: TIMES },
    { work: `${what}: unchanged and known (no rows), 1 client, p50`, ...p50(unchanged), most: 3 },
    {
      work: `${what}: ${CLIENTS} clients, beside a ready answer`,
      ...rates,
      limit: perSecond(many.limit),
      times: TIMES,
    },
    {
      work: `${what}: ${CLIENTS} clients, beside rows read each time`,
      ...rates,
      limit: building.perSecond,
      times: TIMES,
    },
    { work: 'W1 most memory of the server', unit: 'MB', limit: memoryPeak(bare.pid), product: memoryPeak(product.pid) },
  ];
}

/** W2: a page of ten with four filters and the total. */
export async function filteredPage({ product, bare, month, cpu }: Bench): Promise<Line[]> {
  const request = (n: number) => ({
    domain: NAME_PARTS[n % NAME_PARTS.length] ?? '',
    month: addMonths(`${month}-01`, ((n * 5) % 24) - 12).slice(0, 7),
    segment: Segment.options[n % Segment.options.length],
  });
  const count = 400;
  const seen = await alternate(
    ROUNDS,
    (round) => fire(bare, CLIENTS, count, (n) => json('/page', request(n + round * count))),
    (round) =>
      fire(product, CLIENTS, count, (n) =>
        json(pathOf(renewals.all), { ...request(n + round * count), licence: '< 99' }),
      ),
    { cpu, units: count },
  );
  const [limit, own] = [all(seen.limit), all(seen.product)];
  const what = `W2 page of 10, four filters, total; ${CLIENTS} clients`;
  return [
    { work: `${what}, p50`, unit: 'ms', limit: median(limit), product: median(own), times: TIMES },
    {
      work: `${what}, p95`,
      unit: 'ms',
      limit: quantile(limit, 0.95),
      product: quantile(own, 0.95),
      times: TIMES,
      most: 25,
    },
    cpuLine(what, seen.cpu, CPU_TIMES),
  ];
}

/** Dashboards that are opened in a round. */
const OPENED = 200;
const PANELS = [boards.teamCount, boards.segmentCount, boards.agreementCount, boards.flagCount, boards.statusCount];

/**
 * W3: five grouped counts of a month. The limit answers all with one statement; the product's dashboard makes five calls at
 * once and is there with the last of them.
 */
export async function groupedCounts(bench: Bench): Promise<Line[]> {
  const { product, bare, month, cpu } = bench;
  const asks = PANELS.map((call) => json(pathOf(call), { month }));
  const opened = {
    limit: () => send(bare, json('/counts', { month }), CLIENTS),
    product: () => Promise.all(asks.map((ask) => send(product, ask, CLIENTS * asks.length))),
  };
  const unchanged = (open: () => Promise<unknown>) => () => repeat(CLIENTS, OPENED, open);
  /** A colleague writes, and everybody's dashboard asks anew. */
  const changed = (open: () => Promise<unknown>) => async (): Promise<Seen> => {
    const ms: number[] = [];
    for (let n = 0; n < OPENED / CLIENTS; n++) {
      await change(bench, bench.month);
      ms.push(...(await repeat(CLIENTS, CLIENTS, open)).ms);
    }
    return { ms, perSecond: 0 };
  };
  const what = `W3 five grouped counts of a month; ${CLIENTS} clients, p50`;
  const lines: Line[] = [];
  for (const [when, rounds] of Object.entries({ unchanged, 'after a write': changed })) {
    const seen = await alternate(ROUNDS, rounds(opened.limit), rounds(opened.product), { cpu, units: OPENED });
    const p50 = { limit: median(all(seen.limit)), product: median(all(seen.product)) };
    lines.push({ work: `${what}, ${when}`, unit: 'ms', ...p50, times: TIMES }, cpuLine(`${what}, ${when}`, seen.cpu, CPU_TIMES)); // prettier-ignore
  }
  return lines;
}
