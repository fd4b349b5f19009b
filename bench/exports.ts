import { WORKBOOK } from '../contract/src/call.ts';
import { renewals } from '../contract/src/renewals.ts';
import {
  alternate,
  resetPeak,
  json,
  longestWait,
  median,
  memoryNow,
  memoryPeak,
  send,
  timed,
  type Target,
} from './measure.ts';
import type { Bench } from './reads.ts';
import { cpuLine, type Line } from './report.ts';
import { METRICS_TOKEN } from './servers.ts';

const ROUNDS = 5;
const WORKBOOKS = 3;
const TIMES = 1.5;
const MOST = { megabytes: 64, ms: 50 };
const ask = json(`/api/${renewals.exportMonthly.path}`, {});

const rowsOf = ({ scale }: Bench): string => Math.round(120_000 * scale).toLocaleString('en');
const waitOf = ({ port }: Target): Promise<number> => longestWait(`http://127.0.0.1:${port}`, METRICS_TOKEN);

/** The memory that a server takes for a work, in megabytes; null where the system does not tell. */
async function memoryFor(pid: number, work: () => Promise<void>): Promise<number | null> {
  const held = memoryNow(pid);
  resetPeak(pid);
  await work();
  const peak = memoryPeak(pid);
  return held === null || peak === null ? null : peak - held;
}

async function asCsv(bench: Bench): Promise<Line[]> {
  const { product, bare, cpu } = bench;
  const once = (server: Target, asked: typeof ask) => async () => (await timed(() => send(server, asked))) / 1_000;
  const seen: Awaited<ReturnType<typeof alternate<number>>> = {
    limit: [],
    product: [],
    cpu: { limit: null, product: null },
  };
  const grown = await memoryFor(product.pid, async () => {
    Object.assign(seen, await alternate(ROUNDS, once(bare, json('/csv', {})), once(product, ask), { cpu, units: 1 }));
  });
  const what = `W5 ${rowsOf(bench)} rows as CSV`;
  return [
    {
      work: `${what}, to the last byte`,
      unit: 's',
      limit: median(seen.limit),
      product: median(seen.product),
      times: TIMES,
    },
    cpuLine(what, seen.cpu, TIMES),
    {
      work: `${what}, memory that the server took for it`,
      unit: 'MB',
      limit: null,
      product: grown,
      most: MOST.megabytes,
    },
  ];
}

/** As a workbook; the loop must not wait for it. What others do on the machine is in none of several tries alike. */
async function asWorkbook(bench: Bench): Promise<Line[]> {
  const { product } = bench;
  const target = { ...product, headers: { ...product.headers, accept: WORKBOOK } };
  const waits: number[] = [];
  const seconds: number[] = [];
  const grown = await memoryFor(product.pid, async () => {
    for (let n = 0; n < WORKBOOKS; n++) {
      await waitOf(product);
      seconds.push((await timed(() => send(target, ask))) / 1_000);
      waits.push(await waitOf(product));
    }
  });
  const what = `W5 ${rowsOf(bench)} rows as XLSX`;
  return [
    { work: `${what}, to the last byte`, unit: 's', limit: null, product: median(seconds) },
    {
      work: `${what}, memory that the server took for it`,
      unit: 'MB',
      limit: null,
      product: grown,
      most: MOST.megabytes,
    },
    { work: `${what}, longest wait of its loop`, unit: 'ms', limit: null, product: Math.min(...waits), most: MOST.ms },
  ];
}

/** W5: all renewals as a file. */
export const wholeExport = async (bench: Bench): Promise<Line[]> => [
  ...(await asCsv(bench)),
  ...(await asWorkbook(bench)),
];
