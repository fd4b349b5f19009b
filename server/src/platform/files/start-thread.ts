import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Starts a thread by its entry in this folder, from the server's bundle or from source. */
export async function startThread(name: 'worker' | 'xlsx-worker', options: WorkerOptions): Promise<Worker> {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(`${name}.js`, import.meta.url), options);
  const { threadFromSource } = await import('./thread-from-source.ts');
  return new Worker(await threadFromSource(name), { ...options, eval: true });
}
