import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { filesBelow } from './checks/contents.ts';
import { root } from './root.mjs';

const SOURCES = [
  'contract/src',
  'server/src',
  'web/src',
  'simulators',
  'launcher',
  'bench',
  'fault-tests',
  'fuzz',
  'e2e',
];
/** What the map shows the folders of; of others it names the folder alone. */
const SHOWN = [
  ...['contract/src', 'server/src', 'web/src', 'web/src/kit', 'web/src/parts'],
  ...['platform', 'integrations', 'domain'].map((layer) => `server/src/${layer}`),
];
const MOST_FILES = 40;

const files = SOURCES.flatMap((source) => filesBelow(join(root, source)).map((path) => `${source}/${path}`));

const foldersIn = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${path}/${name}`);

/** The folders that a listing names: what is indented stands below the line that it is indented under. */
function foldersOfMap(text: string): string[] {
  const above: { indent: number; path: string }[] = [];
  return text.split('\n').flatMap((line) => {
    const indent = line.length - line.trimStart().length;
    const names = (line.trim().split(/ {2,}/)[0] ?? '').split(' ').filter((name) => name.endsWith('/'));
    while ((above.at(-1)?.indent ?? -1) >= indent) above.pop();
    const parent = above.at(-1)?.path ?? '';
    const paths = names.map((name) => parent + name);
    if (paths[0] !== undefined) above.push({ indent, path: paths[0] });
    return paths.map((path) => path.slice(0, -1));
  });
}

test('the map of ARCHITECTURE.md names the folders that are there, and no others', () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const map = foldersOfMap(/```\n(contract\/[\s\S]*?)```/.exec(text)?.[1] ?? '');
  // Pretend surroundings of a part's own tests stand beside it; those of a whole side are on the map.
  const isOwnTesting = (path: string): boolean => /^(server|web)\/src\/.+\/testing$/.test(path);
  const there = [...SOURCES, ...SHOWN.flatMap(foldersIn), 'server', 'server/migrations', 'web'];
  // The two sides stand on the map as what their folders are named under.
  const named = [...map, 'server/src', 'web/src'];
  expect(named.sort()).toEqual([...new Set(there)].filter((path) => !isOwnTesting(path)).sort());
});

test(`no folder has more than ${MOST_FILES} files beside each other`, () => {
  const counts = new Map<string, number>();
  for (const path of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([]);
});

/** Words that only their author understood, and what a reader who knows the field calls it. `*` stands for any ending. */
const UNCLEAR: Readonly<Record<string, string>> = {
  house: 'test server',
  wish: 'options, request',
  courier: 'leased queue',
  'heed*': 'handle, follow',
  patience: 'timeouts, retry context',
  manners: 'retry policy',
  forsaken: 'aborted',
  door: 'login',
  knock: 'authenticate',
  neighbour: 'external service',
  told: 'message, error',
  said: 'answer',
  doings: 'dependencies of columns',
  torture: 'fault tests',
  wiring: 'services',
  ears: 'listener',
  'judg*': 'validate',
  'adopt*': 'apply synced',
};
const stems = Object.keys(UNCLEAR).map((word) => (word.endsWith('*') ? `${word.slice(0, -1)}\\w*` : `${word}(s|es)?`));
const isUnclear = new RegExp(`^(${stems.join('|')})$`);

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

function namesIn(pattern: ts.BindingName): string[] {
  if (ts.isIdentifier(pattern)) return [pattern.text];
  return pattern.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []));
}

/** What a file declares at its top level: what others may import, and what its readers meet first. */
function declaredIn(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest).statements.flatMap((statement) => {
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name));
    const { name } = statement as ts.DeclarationStatement;
    return name && ts.isIdentifier(name) ? [name.text] : [];
  });
}

test('files, folders and what they declare are named in the words of the field', () => {
  const named = files.flatMap((path) => {
    const declared = /\.tsx?$/.test(path) ? declaredIn(path) : [];
    return [...path.split('/'), ...declared].map((name) => ({ path, name }));
  });
  const unclear = named.filter(({ name }) => wordsOf(name).some((word) => isUnclear.test(word)));
  expect([...new Set(unclear.map(({ path, name }) => `${path}: ${name}`))]).toEqual([]);
});
