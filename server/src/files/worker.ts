import { parentPort, workerData } from 'node:worker_threads';
import { FileProblem } from './file-problem.ts';
import { BEGUN, type Reading, type ReadingResult } from './reading.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';

// Entry of the thread that `read-table.ts` starts for each file: whatever the file does, it does it here.
const { kind, bytes, limits } = workerData as Reading;

async function result(): Promise<ReadingResult> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    return { table: await (kind === 'csv' ? readCsv(buffer, limits) : readXlsx(buffer, limits)) };
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    return { problem: { reason: error.reason, place: error.place } };
  }
}

parentPort?.postMessage(BEGUN);
// What this rejects with ends the thread, and is told to who started it.
void result().then((read) => parentPort?.postMessage(read));
