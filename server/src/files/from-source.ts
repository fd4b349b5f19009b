import { fileURLToPath } from 'node:url';

let code: Promise<string> | undefined;

async function bundle(): Promise<string> {
  // A package of development: where the server runs from its bundle, nothing here is asked for.
  const { buildSync } = await import('esbuild');
  const entryPoints = [fileURLToPath(new URL('worker.ts', import.meta.url))];
  const [made] = buildSync({ entryPoints, bundle: true, write: false, platform: 'node', format: 'cjs' }).outputFiles;
  if (!made) throw new Error('The thread that reads files could not be bundled.');
  return made.text;
}

/**
 * The thread's code where the server runs from source, as in development and tests. A thread does not inherit what lets
 * the process read TypeScript, and takes most of a second to learn it: all of it is bundled, once a process.
 */
export const threadFromSource = (): Promise<string> => (code ??= bundle());
