import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../root.mjs';

/** Of each file of the clone, by its path: what tells whether it changed. */
export type Contents = Readonly<Record<string, string>>;

const RECORD = 'node_modules/.cache/checked.json';
const LEFT_OUT = new Set(['node_modules', 'dist', '.git', '.data']);

/** The files below a folder, by their path from it. What is installed, built or kept beside the sources is left out. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      if (LEFT_OUT.has(entry.name)) return [];
      if (entry.isDirectory()) return filesBelow(join(folder, entry.name)).map((path) => `${entry.name}/${path}`);
      return entry.isFile() ? [entry.name] : [];
    })
    .sort();
}

export function contentsNow(folder: string = root): Contents {
  const hash = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
  return Object.fromEntries(filesBelow(folder).map((path) => [path, hash(join(folder, path))]));
}

/** The paths that are new, gone, or hold something else. */
export const changedBetween = (before: Contents, now: Contents): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((path) => before[path] !== now[path]).sort();

/** The files' contents when all checks last passed on this Node; undefined: never. */
export function lastPassed(folder: string = root): Contents | undefined {
  try {
    const { node, contents } = JSON.parse(readFileSync(join(folder, RECORD), 'utf8')) as {
      node: string;
      contents: Contents;
    };
    return node === process.version ? contents : undefined;
  } catch {
    return undefined;
  }
}

export function rememberPassed(contents: Contents, folder: string = root): void {
  const file = join(folder, RECORD);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ node: process.version, contents }));
}
