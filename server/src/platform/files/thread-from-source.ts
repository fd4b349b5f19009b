import { fileURLToPath } from 'node:url';

const codes = new Map<string, Promise<string>>();

async function bundle(name: string): Promise<string> {
  // A package of development: where the server runs from its bundle, nothing here is asked for.
  const { buildSync } = await import('esbuild');
  const entryPoints = [fileURLToPath(new URL(`${name}.ts`, import.meta.url))];
  const [made] = buildSync({ entryPoints, bundle: true, write: false, platform: 'node', format: 'cjs' }).outputFiles;
  if (!made) throw new Error('A thread could not be bundled.');
  return made.text;
}

/**
 * The code of a thread where the server runs from source, as in development and tests. A thread does not inherit what lets
 * the process read TypeScript, and takes most of a second to learn it: all of it is bundled, once a process.
 */
export function threadFromSource(name: string): Promise<string> {
  const code = codes.get(name) ?? bundle(name);
  codes.set(name, code);
  return code;
}
