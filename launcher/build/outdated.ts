import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { withProgress } from '../progress.ts';
import { root } from '../root.mjs';
import { bundleServer } from './server-bundle.ts';
import { commandScript, runQuietly } from '../tools.ts';
import { messageOf, LauncherError } from '../report-error.ts';

type Part = {
  text: string;
  /** Files and folders whose content decides whether the build is stale. */
  sources: string[];
  /** Made last by the build. */
  result: string;
  stamp: string;
  make: (signal: AbortSignal) => Promise<unknown>;
};

/** The server sends these as they lie there, compressed once and well. */
const COMPRESSIBLE = /\.(js|css|html|svg)$/;

const SHARED = ['contract/src', 'package-lock.json', 'launcher/build/outdated.ts', 'launcher/build/server-bundle.ts'];

export const SERVER_ENTRIES = [
  'server/src/main.ts',
  'server/src/platform/files/read-thread.ts',
  'server/src/platform/files/xlsx/write-thread.ts',
  'server/src/cli/admin.ts',
  'server/src/cli/backup.ts',
  'server/src/cli/import.ts',
  'server/src/cli/migrate.ts',
  'server/src/cli/restore.ts',
  'server/src/cli/sync.ts',
];

function filesUnder(path: string): string[] {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [full];
  const entries = readdirSync(full, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

function hashOf(sources: readonly string[]): string {
  const hash = createHash('sha256').update(process.versions.node);
  for (const file of sources.flatMap(filesUnder).sort()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

async function makeServer(): Promise<void> {
  rmSync(join(root, 'server/dist'), { recursive: true, force: true });
  await bundleServer(
    SERVER_ENTRIES.filter((entry) => existsSync(join(root, entry))),
    'server/dist',
  );
}

/** Vite's own command, its words kept back unless it fails. */
async function makeWeb(signal: AbortSignal): Promise<void> {
  const { code, output } = await runQuietly([commandScript('vite'), 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    env: { ...process.env, NODE_ENV: 'production' },
    signal,
  });
  if (code !== 0) throw new Error(output);
  for (const file of filesUnder('web/dist').filter((path) => COMPRESSIBLE.test(path))) {
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}

const parts: Part[] = [
  {
    text: 'Building the server',
    sources: [...SHARED, 'server/src'],
    result: 'server/dist/main.js',
    stamp: 'server/dist/server.stamp',
    make: makeServer,
  },
  {
    text: 'Building the web app',
    sources: [...SHARED, 'web/src', 'web/public', 'web/index.html', 'web/vite.config.ts', 'web/package.json'],
    result: 'web/dist/index.html',
    // Not in web/dist, which is public.
    stamp: 'node_modules/.cache/web.stamp',
    make: makeWeb,
  },
];

/** Builds what is older than its sources; silent when nothing is. */
export async function buildOutdated(signal: AbortSignal): Promise<void> {
  for (const { text, sources, result, stamp, make } of parts) {
    const hash = hashOf(sources);
    const file = join(root, stamp);
    if (existsSync(join(root, result)) && existsSync(file) && readFileSync(file, 'utf8') === hash) continue;
    try {
      await withProgress(text, () => make(signal));
    } catch (error) {
      signal.throwIfAborted();
      throw new LauncherError(`${messageOf(error)}\n${text} failed; the reason stands above.`);
    }
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, hash);
  }
}
