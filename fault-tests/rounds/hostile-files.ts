import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { resetPeak, longestWait, memoryNow, memoryPeak } from '../../bench/measure.ts';
import { contract } from '../../contract/src/index.ts';
import type { Call } from '../../contract/src/call.ts';
import { imports } from '../../contract/src/imports.ts';
import { renewals } from '../../contract/src/renewals.ts';
import { METRICS_TOKEN, type Product } from '../product.ts';
import { hostileFiles, type HostileFile } from '../hostile-files.ts';
import type { Node } from '../node.ts';
import type { Round } from '../round.ts';
import { writeOnce } from '../writers.ts';

/** Limits of a file's cost: memory of the process, and the time in which no other request is served. */
const MOST_MB = 64;
const MOST_MS = 50;
/** After which what a file has cost is given back, as far as it is. */
const REST_MS = 300;
const LONGEST_MS = 60_000;

const uploads = Object.values(contract)
  .flatMap((group) => Object.values<Call>(group))
  .filter(({ upload }) => upload !== undefined);

const fieldsOf = ({ path }: Call, month: string): Record<string, string> => {
  if (path === renewals.bulkAssign.path || path === renewals.checkBulkAssign.path) return { month };
  return path === imports.check.path ? { kind: 'renewal_dates' } : {};
};

const waitOf = ({ address }: Node): Promise<number> => longestWait(address, METRICS_TOKEN);

async function send({ address }: Node, token: string, call: Call, file: HostileFile, month: string): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fieldsOf(call, month))) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(file.bytes)]), 'file.xlsx');
  const sent = { method: 'POST', headers: { authorization: token }, body: form };
  const response = await fetch(`${address}/api/${call.path}`, { ...sent, signal: AbortSignal.timeout(LONGEST_MS) });
  await response.arrayBuffer();
  return response.status;
}

/** How long the thread of a node's loop has worked, in milliseconds; not known where the system does not tell. */
function workOfLoop(pid: number): number | undefined {
  const file = `/proc/${pid}/task/${pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6 : undefined;
}

type Cost = { status: number; megabytes: number; ms: number };

async function costOf(product: Product, node: Node, call: Call, file: HostileFile): Promise<Cost> {
  // The limits of uploads a minute are those of a person, not of this round.
  await product.ask('delete from throttles');
  await product.ask(`update check_runs set state = 'cancelled' where state in ('queued', 'running')`);
  await pause(REST_MS);
  const pid = node.pid();
  await waitOf(node);
  const before = memoryNow(pid) ?? 0;
  const workBefore = workOfLoop(pid);
  resetPeak(pid);
  const status = await send(node, product.tokens[0] ?? '', call, file, product.database.today.slice(0, 7));
  const megabytes = (memoryPeak(pid) ?? 0) - before;
  const worked = workBefore === undefined ? Number.POSITIVE_INFINITY : (workOfLoop(pid) ?? workBefore) - workBefore;
  // It cannot have worked longer in one go than altogether: what the loop waited beyond that, it waited for a machine
  // that others keep busy.
  return { status, megabytes, ms: Math.min(await waitOf(node), worked) };
}

const isAsItShould = (status: number, { isWithinLimits }: HostileFile): boolean =>
  status === 422 || status === 413 || (isWithinLimits !== undefined && status === 200);

const TRIES = 3;

/** The least cost of a file over some tries: a busy moment of the machine is not the file's fault. */
async function leastCost(product: Product, node: Node, call: Call, file: HostileFile): Promise<Cost> {
  let least: Cost = { status: 0, megabytes: Number.POSITIVE_INFINITY, ms: Number.POSITIVE_INFINITY };
  for (let tries = 0; tries < TRIES && (least.megabytes > MOST_MB || least.ms > MOST_MS); tries += 1) {
    const { status, megabytes, ms } = await costOf(product, node, call, file);
    least = { status, megabytes: Math.min(least.megabytes, megabytes), ms: Math.min(least.ms, ms) };
  }
  return least;
}

/** Exceeded limits, a line each. */
function objectionsTo({ status, megabytes, ms }: Cost, file: HostileFile, upload: string): string[] {
  const what = `${upload}, ${file.name}`;
  return [
    ...(isAsItShould(status, file) ? [] : [`answered ${status}: ${what}`]),
    ...(megabytes <= MOST_MB ? [] : [`took ${Math.round(megabytes)} MB: ${what}`]),
    ...(ms <= MOST_MS ? [] : [`blocked the loop for ${Math.round(ms)} ms: ${what}`]),
  ];
}

/** small files that ask for much, at every upload there is. */
export const hostileUploads: Round = {
  id: 'R-14',
  title: 'files that would cost much',
  barMs: 2_000,
  nodes: 1,
  async run(product, works, length) {
    const [node] = product.nodes;
    if (!node) throw new Error('There is no node.');
    const files = hostileFiles();
    // In short by the upload that does most with a file.
    const taking = length === 'short' ? [imports.check] : uploads;
    // The first of each kind makes what all later ones use.
    for (const call of taking)
      await costOf(product, node, call, { name: 'a small one', bytes: Buffer.from('a,b\n1,2\n') });
    const problems: string[] = [];
    const most = { megabytes: 0, ms: 0, slowest: '' };
    for (const call of taking) {
      for (const file of files) {
        const cost = await leastCost(product, node, call, file).catch((): Cost => ({ status: 0, megabytes: 0, ms: 0 }));
        problems.push(...objectionsTo(cost, file, call.path));
        most.megabytes = Math.max(most.megabytes, cost.megabytes);
        if (cost.ms > most.ms) Object.assign(most, { ms: cost.ms, slowest: `${call.path}, ${file.name}` });
        if (!node.isAlive()) await node.start();
      }
    }
    await writeOnce(product, works);
    return {
      rounds: 1,
      injected: taking.length * files.length,
      outageMs: 0,
      personMs: 0,
      problems,
      note: `at most ${Math.round(most.megabytes)} MB and ${Math.round(most.ms)} ms (${most.slowest})`,
    };
  },
};
