import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import type { Sheet } from '../sheet.ts';
import { startThread } from '../start-thread.ts';
import { createSemaphore } from '../../concurrency/limit.ts';

const AT_ONCE = 4;
const takePlace = createSemaphore(AT_ONCE);
const MEGABYTES = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };

/** What the thread makes of some CSV; rejects when it ends. */
async function made(worker: Worker, csv: Uint8Array | null): Promise<Uint8Array[]> {
  const ended = new AbortController();
  try {
    const answer = once(worker, 'message', { signal: ended.signal });
    const death = once(worker, 'exit', { signal: ended.signal }).then(() => {
      throw new Error('The thread that writes a workbook ended without an answer.');
    });
    worker.postMessage(csv);
    const [parts] = (await Promise.race([answer, death])) as [Uint8Array[]];
    return parts;
  } finally {
    ended.abort();
  }
}

async function* piecesOf(sheet: Sheet): AsyncGenerator<Uint8Array, void, undefined> {
  const csv = sheet.csv('xlsx');
  let worker: Worker | undefined;
  let leave: (() => void) | undefined;
  try {
    for await (const chunk of csv as AsyncIterable<Uint8Array | string>) {
      // Only who has rows already waits for a thread: nobody keeps one who waits for the database.
      leave ??= await takePlace();
      worker ??= await startThread('xlsx/write-thread', { workerData: sheet.columns, resourceLimits: MEGABYTES });
      yield* await made(worker, typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    }
    if (worker) yield* await made(worker, null);
  } finally {
    csv.destroy();
    leave?.();
    await worker?.terminate();
  }
}

/**
 * An export as an XLSX workbook, made piece by piece in a thread of its own, no faster than it is read: ids are text, days are
 * days, amounts are numbers in their currency, the header stays in sight.
 */
export const xlsxOf = (sheet: Sheet): Readable => Readable.from(piecesOf(sheet), { objectMode: false });
