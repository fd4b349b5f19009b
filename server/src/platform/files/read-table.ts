import type { Worker } from 'node:worker_threads';
import { FileProblem } from './file-problem.ts';
import { kindOf } from './kind-of.ts';
import { type Limits, limitsOf, megabytes } from './limits.ts';
import type { ReadRequest, ThreadMessage } from './thread-messages.ts';
import type { Table, TableRow } from './table.ts';
import { startThread } from './start-thread.ts';
import { limitConcurrency } from '../concurrency/limit.ts';

const WORKERS = 2;
const inTurn = limitConcurrency(WORKERS);

/**
 * The table in an uploaded CSV or XLSX file, read in a thread of its own that is ended when it takes too long or too
 * much; rejects with a FileProblem. More than two files at once wait for each other.
 */
export async function readTable(bytes: Buffer, limits: Partial<Limits> = {}): Promise<Table> {
  const kind = kindOf(bytes);
  const all = { ...limitsOf[kind], ...limits };
  if (bytes.length > all.bytes) throw new FileProblem(`The file is larger than ${megabytes(all.bytes)}.`);
  return inTurn(() => read({ kind, bytes, limits: all }));
}

async function read(reading: ReadRequest): Promise<Table> {
  const { heapMegabytes } = reading.limits;
  const resourceLimits = { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: YOUNG_MEGABYTES };
  // The thread gets a copy that is made once and handed over; what is cloned for it is copied twice and held twice.
  const bytes = new Uint8Array(reading.bytes);
  const workerData = { ...reading, bytes };
  const worker = await startThread('read-thread', { workerData, transferList: [bytes.buffer], resourceLimits });
  try {
    return await tableOf(worker, reading.limits.milliseconds);
  } finally {
    await worker.terminate();
  }
}

/** A small young generation: short-lived objects are collected early. The memory of a thread is that of the process. */
const YOUNG_MEGABYTES = 8;

/** Time for a thread to start; on a busy machine that is no fault of the file. */
const START_MS = 20_000;

function tableOf(worker: Worker, milliseconds: number): Promise<Table> {
  return new Promise((resolve, reject) => {
    const isLate = () => reject(new FileProblem('The file takes too long to read. Split it.'));
    let late = setTimeout(isLate, START_MS);
    let left = 0;
    const rows: TableRow[] = [];
    let table: Table | undefined;

    /** Asks for the next rows; the loop does other things before they come. */
    const goOn = (some: TableRow[]) => {
      left -= some.length;
      rows.push(...some);
      if (left > 0) worker.postMessage('more');
      else if (table) resolve(table);
    };
    worker.on('message', (message: ThreadMessage) => {
      clearTimeout(late);
      if (message === 'begun') late = setTimeout(isLate, milliseconds);
      else if ('problem' in message) reject(new FileProblem(message.problem.reason, message.problem.place));
      else if ('rows' in message) goOn(message.rows);
      else {
        const { count, ...head } = message.head;
        table = { ...head, rows };
        left = count;
        goOn([]);
      }
    });
    worker.once('error', (error: NodeJS.ErrnoException) => reject(tooLarge(error) ?? error));
    worker.once('exit', () => {
      clearTimeout(late);
      reject(new Error('The thread that reads a file ended without an answer.'));
    });
  });
}

const tooLarge = ({ code }: NodeJS.ErrnoException): FileProblem | undefined =>
  code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new FileProblem('The file takes too much memory to read. Split it.')
    : undefined;
