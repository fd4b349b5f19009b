import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

export interface Size {
  readonly name: string;
  /** Scripts and styles, gzipped. */
  readonly kb: number;
  readonly limit: number;
}

const here = path.dirname(fileURLToPath(import.meta.url));
const dist = path.join(here, 'dist');

/** Whatever a browser fetches for these chunks, each file once. */
function filesOf(manifest: Manifest, chunks: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const take = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const imported of chunk.imports ?? []) take(imported);
  };
  for (const key of chunks) take(key);
  return files;
}

async function kilobytes(files: ReadonlySet<string>): Promise<number> {
  const contents = await Promise.all([...files].map((file) => readFile(path.join(dist, file))));
  return contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0) / 1000;
}

/** What the built pages weigh beside what they may. Needs `vite build` to have run. */
export async function check(): Promise<Size[]> {
  const manifest = JSON.parse(await readFile(path.join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const keyOf = (wanted: (chunk: Chunk) => boolean, what: string): string => {
    const found = Object.entries(manifest).find(([, chunk]) => wanted(chunk));
    if (!found) throw new Error(`The build has no ${what}.`);
    return found[0];
  };
  const entry = keyOf((chunk) => chunk.isEntry === true, 'entry');
  const screen = (name: string) => keyOf((chunk) => chunk.src?.endsWith(name) ?? false, name);
  const inside = [entry, keyOf(({ name }) => name === 'frame', 'frame around its screens')];
  const pages = [
    { name: 'login', chunks: [entry], limit: 157 },
    // At most 230: each screen that is added leaves its name in what all of them load.
    { name: 'get_monthly_renewal', chunks: [...inside, screen('monthly-renewals.screen.tsx')], limit: 226 },
  ];
  return Promise.all(
    pages.map(async ({ name, chunks, limit }) => ({ name, kb: await kilobytes(filesOf(manifest, chunks)), limit })),
  );
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const sizes = await check();
  for (const { name, kb, limit } of sizes) console.log(`${name}: ${kb.toFixed(1)} kB of ${String(limit)} kB gzipped`);
  if (sizes.some(({ kb, limit }) => kb > limit)) process.exitCode = 1;
}
