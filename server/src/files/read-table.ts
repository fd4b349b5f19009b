import { Worker } from 'node:worker_threads';
import { FileProblem } from './file-problem.ts';
import { kindOf } from './kind-of.ts';
import { type Limits, limitsOf, megabytes } from './limits.ts';
import { BEGUN, type Reading, type ReadingResult } from './reading.ts';
import type { Table } from './table.ts';
import { takeTurns } from './turns.ts';

const WORKERS = 2;
const inTurn = takeTurns(WORKERS);

/**
 * The table in an uploaded CSV or XLSX file, read in a thread of its own that is ended when it takes too long or too
 * much; rejects with a FileProblem. More than two files at once wait for each other.
 */
export async function readTable(bytes: Buffer, limits: Partial<Limits> = {}): Promise<Table> {
  const kind = kindOf(bytes);
  const all = { ...limitsOf[kind], ...limits };
  if (bytes.length > all.bytes) throw new FileProblem(`The file is larger than ${megabytes(all.bytes)}.`);
  const result = await inTurn(() => read({ kind, bytes, limits: all }));
  if ('problem' in result) throw new FileProblem(result.problem.reason, result.problem.place);
  return result.table;
}

async function read(reading: Reading): Promise<ReadingResult> {
  const worker = await startWorker(reading);
  try {
    return await answerOf(worker, reading.limits.milliseconds);
  } finally {
    await worker.terminate();
  }
}

/** Time for a thread to start; on a busy machine that is no fault of the file. */
const START_MS = 20_000;

function answerOf(worker: Worker, milliseconds: number): Promise<ReadingResult> {
  return new Promise((resolve, reject) => {
    const isLate = () => reject(new FileProblem('The file takes too long to read. Split it.'));
    let late = setTimeout(isLate, START_MS);
    worker.on('message', (said: typeof BEGUN | ReadingResult) => {
      if (said === BEGUN) {
        clearTimeout(late);
        late = setTimeout(isLate, milliseconds);
      } else resolve(said);
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

async function startWorker(workerData: Reading): Promise<Worker> {
  const options = { workerData, resourceLimits: { maxOldGenerationSizeMb: workerData.limits.heapMegabytes } };
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('worker.js', import.meta.url), options);
  const { threadFromSource } = await import('./from-source.ts');
  return new Worker(await threadFromSource(), { ...options, eval: true });
}
