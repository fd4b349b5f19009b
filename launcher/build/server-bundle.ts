import { build, stop as stopEsbuild, type Plugin } from 'esbuild';
import { root } from '../root.mjs';

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
    packages: 'external',
    // A workspace, not a package: its source becomes part of the bundle.
    alias: { '@desk/contract': './contract/src' },
    logLevel: 'silent',
    plugins,
  });
  // Its service would stay beside the launcher for as long as that runs.
  await stopEsbuild();
}
