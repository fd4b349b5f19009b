import { join } from 'node:path';
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
  return {
    name: 'planted-bug',
    enforce: 'pre' as const,
    transform(code: string, id: string): string | undefined {
      if (id.split('?')[0] !== path) return undefined;
      if (!code.includes(from)) throw new Error(`The place of '${name}' is not in ${file}.`);
      return code.replace(from, () => to);
    },
  };
}
