import { dirname, join } from 'node:path/posix';
import ts from 'typescript';

const CODE = /\.(tsx?|mjs)$/;
const TEST = /\.test\.tsx?$/;
/** Test helpers: they import the whole product, so that a test is not affected by all that they import. */
const HARNESS = /\/testing\//;
/** They look at the files themselves: no import tells what concerns them. */
const ABOUT_FILES = /^launcher\/(packages\/|checks\/)?[\w-]+\.test\.ts$/;

/** The composition roots import everything, so that a test is not affected by all of that either. */
const ASSEMBLY = /^(server\/src\/(app\/|cli\/|main\.ts)|web\/src\/(app\/|main\.tsx))/;

const isHarness = (path: string): boolean => HARNESS.test(path) && !TEST.test(path);

/** Reads a file of the clone by its path. */
type Read = (path: string) => string;

function importsOf(path: string, read: Read, all: ReadonlySet<string>): string[] {
  return ts.preProcessFile(read(path)).importedFiles.flatMap(({ fileName }) => {
    const target = fileName.startsWith('@desk/contract/')
      ? `${fileName.replace('@desk/contract', 'contract/src')}.ts`
      : join(dirname(path), fileName);
    return all.has(target) && (!isHarness(path) || isHarness(target)) ? [target] : [];
  });
}

function importersOf(paths: readonly string[], read: Read): Map<string, string[]> {
  const all = new Set(paths);
  const importers = new Map<string, string[]>();
  for (const path of paths.filter((one) => CODE.test(one)))
    for (const target of importsOf(path, read, all)) importers.set(target, [...(importers.get(target) ?? []), path]);
  return importers;
}

/** The files and all that import them, straight or through others. */
function reached(changed: readonly string[], importers: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set(changed);
  for (const path of found)
    for (const importer of importers.get(path) ?? [])
      if (!ASSEMBLY.test(importer) || ASSEMBLY.test(path)) found.add(importer);
  return found;
}

const nameOf = (path: string): string => path.split('/').at(-1) ?? path;

/** A file that nobody imports concerns the tests that name it; one that none of them names may concern all, unless it is text. */
function testsThatName(path: string, tests: readonly string[], read: Read): string[] | 'all' {
  const named = tests.filter((test) => read(test).includes(nameOf(path)));
  return named.length > 0 || path.endsWith('.md') || path.endsWith('.png') ? named : 'all';
}

/**
 * The tests that a change concerns: those that reach a changed file by imports, those beside a file that does, those that name
 * it, and those about the files themselves. The server that most tests run, and what puts it together, are not counted as imports: a change of one
 * feature would be one of all. `npm test` runs all.
 */
export function affectedTests(changed: readonly string[], paths: readonly string[], read: Read): string[] | 'all' {
  const tests = paths.filter((path) => TEST.test(path));
  const isImportable = (path: string): boolean => (CODE.test(path) && !/^[\w.]+$/.test(path)) || path.endsWith('.css');
  const named = changed.filter((path) => !isImportable(path)).map((path) => testsThatName(path, tests, read));
  if (named.includes('all')) return 'all';
  const files = reached(changed.filter(isImportable), importersOf(paths, read));
  const folders = new Set([...files].filter((path) => CODE.test(path)).map(dirname));
  const wanted = new Set([...files, ...named.flat()]);
  return tests.filter((test) => wanted.has(test) || folders.has(dirname(test)) || ABOUT_FILES.test(test));
}
