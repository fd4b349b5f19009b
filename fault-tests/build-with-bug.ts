import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { Plugin } from 'esbuild';
import { SERVER_ENTRIES } from '../launcher/build/outdated.ts';
import { root } from '../launcher/root.mjs';
import { bundleServer } from '../launcher/build/server-bundle.ts';
import type { Change, PlantedBug } from './planted-bug.ts';

/** Where packages are found as from the server, and no check looks. */
const FOLDER = 'node_modules/.cache/fault-tests';

function changed(text: string, { file, from, to }: Change): string {
  const [before, after, ...more] = text.split(from);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${file} does not hold exactly once: ${from}`);
  return before + to + after;
}

const planting = (changes: readonly Change[]): Plugin => ({
  name: 'planted bug',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const own = changes.filter(({ file }) => file === relative(root, path));
      if (own.length === 0) return undefined;
      return { contents: own.reduce(changed, readFileSync(path, 'utf8')), loader: 'ts' };
    });
  },
});

/**
 * Builds a server with a bug in it, or of another entry than its own.
 * @returns its main file, and what removes it.
 */
export async function buildWithBug(
  { changes }: Pick<PlantedBug, 'changes'>,
  entry = 'server/src/main.ts',
): Promise<{ main: string; remove: () => void }> {
  const folder = join(root, FOLDER, String(process.pid));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  remove();
  await bundleServer([...new Set([...SERVER_ENTRIES, entry])], join(folder, 'server/dist'), [planting(changes)]);
  // It finds beside it what the server finds.
  for (const beside of ['server/migrations', 'web']) symlinkSync(join(root, beside), join(folder, beside));
  return { main: join(folder, 'server/dist', basename(entry).replace(/ts$/, 'js')), remove };
}
