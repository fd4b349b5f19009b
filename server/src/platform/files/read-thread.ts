import { parentPort, workerData } from 'node:worker_threads';
import { FileProblem } from './file-problem.ts';
import type { ReadRequest, ThreadMessage } from './thread-messages.ts';
import { readCsv } from './csv/read.ts';
import { readXlsx } from './xlsx/read.ts';
import type { Table, TableRow } from './table.ts';

// Entry of the thread that `read-table.ts` starts for each file: whatever the file does, it does it here.
const { kind, bytes, limits } = workerData as ReadRequest;

const ROWS_AT_ONCE = 250;
const CHARACTERS_AT_ONCE = 200_000;

const send = (message: ThreadMessage) => parentPort?.postMessage(message);

/** Tells the rows piece by piece; what was told is let go. */
function sendRows(rows: TableRow[]): void {
  let next = 0;
  parentPort?.on('message', () => {
    const from = next;
    let characters = 0;
    while (next < rows.length && next - from < ROWS_AT_ONCE && characters < CHARACTERS_AT_ONCE) {
      characters += rows[next]?.cells.reduce((sum, cell) => sum + cell.length, 0) ?? 0;
      next += 1;
    }
    send({ rows: rows.slice(from, next) });
  });
}

function read(): Table | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    return kind === 'csv' ? readCsv(buffer, limits) : readXlsx(buffer, limits);
  } catch (error) {
    // Anything else ends the thread, and is told to who started it.
    if (!(error instanceof FileProblem)) throw error;
    send({ problem: { reason: error.reason, place: error.place } });
    return undefined;
  }
}

send('begun');
const table = read();
if (table) {
  const { rows, ...head } = table;
  sendRows(rows);
  send({ head: { ...head, count: rows.length } });
}
