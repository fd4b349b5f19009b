import { parentPort, workerData } from 'node:worker_threads';
import type { SheetColumn } from '../sheet.ts';
import { createXlsxBuilder } from './builder.ts';

// Entry of the thread that `write-xlsx.ts` starts for each workbook: it is asked with some CSV, or null for the end, and
// answers with what is made of the workbook since. What goes wrong ends the thread, and is told to who started it.
const maker = createXlsxBuilder(workerData as readonly SheetColumn[]);

parentPort?.on('message', (csv: Uint8Array | null) => {
  void (csv === null ? maker.end() : maker.add(csv)).then((made) => parentPort?.postMessage(made));
});
