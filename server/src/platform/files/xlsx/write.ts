import { Readable } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import type { Sheet } from '../sheet.ts';
import { startThread } from '../start-thread.ts';
import { createSemaphore } from '../../concurrency/limit.ts';

const AT_ONCE = 4;
const takePlace = createSemaphore(AT_ONCE);
const MEGABYTES = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };

/** Asks the thread what it makes of some CSV; rejects when it ends. */
function askerOf(worker: Worker) {
  let heard: { resolve: (made: Uint8Array) => void; reject: (error: Error) => void } | undefined;
  let why: Error | undefined;
  const end = (error: Error) => {
    why ??= error;
    heard?.reject(why);
  };
  worker.on('message', (made: Uint8Array) => heard?.resolve(made));
  worker.once('error', end);
  worker.once('exit', () => end(new Error('The thread that writes a workbook ended without an answer.')));
  return (csv: Uint8Array | null): Promise<Uint8Array> =>
    new Promise((resolve, reject) => {
      heard = { resolve, reject };
      if (why) reject(why);
      // A copy is handed over: memory that is no longer ours needs no clearing away, for which everybody would wait. The
      // chunk itself may lie in memory that the database's connection goes on reading.
      const own = csv && new Uint8Array(csv);
      worker.postMessage(own, own ? [own.buffer] : []);
    });
}

async function* piecesOf(sheet: Sheet): AsyncGenerator<Uint8Array, void, undefined> {
  const csv = sheet.csv('xlsx');
  let worker: Worker | undefined;
  let ask: ReturnType<typeof askerOf> | undefined;
  let leave: (() => void) | undefined;
  try {
    for await (const chunk of csv as AsyncIterable<Uint8Array | string>) {
      // Only who has rows already waits for a thread: nobody keeps one who waits for the database.
      leave ??= await takePlace();
      worker ??= await startThread('xlsx/write-thread', { workerData: sheet.columns, resourceLimits: MEGABYTES });
      ask ??= askerOf(worker);
      const made = await ask(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
      if (made.length > 0) yield made;
    }
    if (ask) yield await ask(null);
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
