import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request, type ClientRequest } from 'node:http';
import type { Cpu } from './cpu.ts';

/** A server under measure, on the loopback address. */
export type Target = { port: number; pid: number; headers: Record<string, string> };
/** With a key, as browsers send one with each write, it is done once however often it comes. */
export type Ask = { path: string; body: string | Buffer; type?: string; key?: string };

export const json = (path: string, body: object): Ask => ({ path, body: JSON.stringify(body) });

const agents = new Map<string, Agent>();
const agentOf = (port: number, clients: number): Agent => {
  const key = `${port}/${clients}`;
  const agent = agents.get(key) ?? new Agent({ keepAlive: true, maxSockets: clients });
  agents.set(key, agent);
  return agent;
};
/** Lets go of all kept connections. */
export function hangUp(): void {
  for (const agent of agents.values()) agent.destroy();
  agents.clear();
}

/** A server ends a kept connection after some seconds of rest, which a request may meet on its way. */
const metItsEnd = (error: NodeJS.ErrnoException, { reusedSocket }: ClientRequest): boolean =>
  reusedSocket && error.code === 'ECONNRESET';

/** Sends one request and reads the answer to its last byte. @throws when it is not a 200. */
export function send(target: Target, ask: Ask, clients = 1): Promise<Buffer> {
  const { port, headers } = target;
  const { path, body, type = 'application/json', key } = ask;
  return new Promise<Buffer>((resolve, reject) => {
    const length = Buffer.byteLength(body);
    const once = key !== undefined && { 'idempotency-key': key };
    const all = { ...headers, ...once, 'content-type': type, 'content-length': length };
    const asked = request(
      { host: '127.0.0.1', port, path, method: 'POST', agent: agentOf(port, clients), headers: all },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const answer = Buffer.concat(parts);
          if (response.statusCode === 200) resolve(answer);
          else reject(new Error(`${path} answered ${response.statusCode}: ${answer.toString().slice(0, 200)}`));
        });
      },
    );
    asked.on('error', (error) => {
      if (metItsEnd(error, asked)) resolve(send(target, ask, clients));
      else reject(error);
    });
    asked.end(body);
  });
}

/** Measurements of some requests: the milliseconds of each, and how many were done in a second. */
export type Seen = { ms: number[]; perSecond: number };

/** Does a work `count` times, `clients` at once. */
export async function repeat(clients: number, count: number, work: (n: number) => Promise<unknown>): Promise<Seen> {
  const ms: number[] = [];
  let next = 0;
  const began = performance.now();
  const client = async () => {
    for (let n = next++; n < count; n = next++) ms.push(await timed(() => work(n)));
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { ms, perSecond: (count * 1_000) / (performance.now() - began) };
}

/** Sends `count` requests, `clients` of them at once. */
export const fire = (target: Target, clients: number, count: number, ask: (n: number) => Ask): Promise<Seen> =>
  repeat(clients, count, (n) => send(target, ask(n), clients));

export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
export const median = (values: readonly number[]): number => quantile(values, 0.5);

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

type Turn<T> = (round: number) => Promise<T>;

/** What a comparison is measured by beside its times: units of work that one side does in a round, and the processor's time. */
interface Meter {
  readonly cpu: Cpu | undefined;
  readonly units: number;
}

/**
 * The two sides of a comparison take turns, so that a busy moment of the machine meets both.
 * @returns what each turn gave, and milliseconds of the processor a unit of work, of server and PostgreSQL together; null where unknown
 */
export async function alternate<T>(rounds: number, limit: Turn<T>, product: Turn<T>, meter?: Meter) {
  const seen: Record<'limit' | 'product', { gave: T[]; cpu: number[] }> = {
    limit: { gave: [], cpu: [] },
    product: { gave: [], cpu: [] },
  };
  const take = async (side: 'limit' | 'product', turn: Turn<T>, round: number): Promise<void> => {
    const before = meter?.cpu?.taken();
    seen[side].gave.push(await turn(round));
    if (before !== undefined) seen[side].cpu.push(((meter?.cpu?.taken() ?? 0) - before) / (meter?.units ?? 1));
  };
  for (let round = 0; round < rounds; round++) {
    await take('limit', limit, round);
    await take('product', product, round);
  }
  const cpu = (side: 'limit' | 'product') => (seen[side].cpu.length === 0 ? null : median(seen[side].cpu));
  return { limit: seen.limit.gave, product: seen.product.gave, cpu: { limit: cpu('limit'), product: cpu('product') } };
}

const MEGABYTE = 1_024;
const memoryLine = (pid: number, name: string): number | null => {
  try {
    const found = new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return found === undefined ? null : Number(found) / MEGABYTE;
  } catch {
    return null;
  }
};

/** Megabytes that a process holds now, and the most since `forgetPeak`; null where the system does not tell. */
export const memoryNow = (pid: number): number | null => memoryLine(pid, 'VmRSS');
export const memoryPeak = (pid: number): number | null => memoryLine(pid, 'VmHWM');
export function resetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Not this system, or not our process: the peak is that since its start then.
  }
}

/** The longest wait of a server's event loop since this was asked before, in milliseconds: the server's own measure. */
export async function longestWait(address: string, token: string): Promise<number> {
  const response = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(await response.text()) ?? [];
  if (seconds === undefined) throw new Error('The server does not tell how long its loop waits.');
  return Number(seconds) * 1_000;
}
