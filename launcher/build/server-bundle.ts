import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, stop as stopEsbuild, type Plugin } from 'esbuild';
import { root } from '../root.mjs';

/** Bundled like our own source: else a start would find, open and compile hundreds of small files. */
const BUNDLED = ['drizzle-orm', 'zod'];

/** All other packages that are declared are found where they were installed: some have binaries, data or threads of their own. */
function packagesOutside(): string[] {
  const manifests = ['package.json', 'server/package.json', 'contract/package.json'].map(
    (file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, Record<string, string> | undefined>,
  );
  const names = manifests.flatMap(({ dependencies = {}, devDependencies = {} }) =>
    Object.keys({ ...dependencies, ...devDependencies }),
  );
  return names.filter((name) => !BUNDLED.includes(name) && !name.startsWith('@desk/'));
}

/** Bundles entries of the server beside each other, so that the server and its launcher find them by name. */
export async function bundleServer(entryPoints: string[], outdir: string, plugins: Plugin[] = []): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    entryNames: '[name]',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    external: packagesOutside(),
    // A workspace, not a package: its source becomes part of the bundle.
    alias: { '@desk/contract': './contract/src' },
    logLevel: 'silent',
    plugins,
  });
  // Its service would stay beside the launcher for as long as that runs.
  await stopEsbuild();
}
