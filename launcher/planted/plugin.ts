import { join } from 'node:path';
import type { VitestPluginContext } from 'vitest/node';
import { root } from '../root.mjs';
import { bugsOfRules } from './bugs-of-rules.ts';

/**
 * Puts a bug into a file as it is loaded; the file itself stays as it is.
 * @throws an Error where no bug has that name, or its place is not there.
 */
export function plantedBug(name: string) {
  const bug = bugsOfRules.find((one) => one.name === name);
  if (!bug) throw new Error(`No bug is called '${name}'.`);
  const { file, from, to } = bug.change;
  const path = join(root, file);
  const isChanged = (id: string): boolean => id.split('?')[0] === path;
  return {
    name: 'planted-bug',
    enforce: 'pre' as const,
    // What the runs of all bugs have in common is transformed once; the file with the bug, each time.
    api: { vitest: { experimental: { ignoreFsModuleCache: true } } },
    configureVitest({ experimental_defineCacheKeyGenerator: keyOf }: VitestPluginContext) {
      keyOf(({ id }) => (isChanged(id) ? false : null));
    },
    transform(code: string, id: string): string | undefined {
      if (!isChanged(id)) return undefined;
      if (!code.includes(from)) throw new Error(`The place of '${name}' is not in ${file}.`);
      return code.replace(from, () => to);
    },
  };
}
