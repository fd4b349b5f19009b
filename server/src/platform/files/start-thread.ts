import { basename } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Starts a thread by its entry below this folder: from source, or from the server's bundle, where all entries lie beside each other. */
export async function startThread(entry: 'read-thread' | 'xlsx/write-thread', options: WorkerOptions): Promise<Worker> {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(`${basename(entry)}.js`, import.meta.url), options);
  const { threadFromSource } = await import('./thread-from-source.ts');
  return new Worker(await threadFromSource(entry), { ...options, eval: true });
}
