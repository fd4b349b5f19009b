import { parentPort, workerData } from 'node:worker_threads';
import type { SheetColumn } from '../sheet.ts';
import { createXlsxBuilder } from './builder.ts';

// Entry of the thread that `write.ts` starts for each workbook: it is asked with some CSV, or null for the end, and
// answers with what is made of the workbook since. What goes wrong ends the thread, and is told to who started it.
const maker = createXlsxBuilder(workerData as readonly SheetColumn[]);

/** In one piece that is handed over: what is cloned is copied twice, and memory of the thread that serves everybody. */
function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

parentPort?.on('message', (csv: Uint8Array | null) => {
  void (csv === null ? maker.end() : maker.add(csv)).then((made) => {
    const whole = joined(made);
    parentPort?.postMessage(whole, [whole.buffer]);
  });
});
