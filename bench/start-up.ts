import { setTimeout as pause } from 'node:timers/promises';
import { median, memoryNow } from './measure.ts';
import type { Line } from './report.ts';
import { startProduct } from './servers.ts';

const ROUNDS = 3;
const REST_MS = 3_000;

/** W7: from the start of the process to its first answer, and what it holds when nobody asks. */
export async function startUp(databaseUrl: string, token: string): Promise<Line[]> {
  const starts: number[] = [];
  const held: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const product = await startProduct(databaseUrl, token);
    starts.push(product.startMs);
    await pause(REST_MS);
    const memory = memoryNow(product.pid);
    if (memory !== null) held.push(memory);
    await product.stop();
  }
  const idle = held.length > 0 ? median(held) : null;
  return [
    { work: 'W7 process start to first answer, p50', unit: 'ms', limit: null, product: median(starts), most: 1_000 },
    { work: 'W7 memory of the idle server', unit: 'MB', limit: null, product: idle, most: 110 },
  ];
}
