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
  'year',
  'e2e',
];
/** Folders whose contents the map lists; of others it names the folder alone. */
const SHOWN = [
  ...['contract/src', 'server/src', 'web/src', 'web/src/kit', 'web/src/parts'],
  ...['platform', 'integrations', 'providers', 'domain'].map((layer) => `server/src/${layer}`),
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
  // Simulated services of a part's own tests stand beside it; those of a whole side are on the map.
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
  'surrounding*': 'dependencies',
  'entrance*': 'login screen',
  ledger: 'store',
  dossier: 'domain page',
  rung: 'step',
  ladder: 'steps',
  hopeless: 'permanent failure',
};
/** The same of names within a file of the web app. */
const UNCLEAR_LOCALS: Readonly<Record<string, string>> = {
  ...UNCLEAR,
  'doing*': 'action, open form',
  kept: 'stored',
  stranger: 'signed-out visitor',
  'heard*': 'received, listener',
  tell: 'emit, show',
  giver: 'delegator',
};

function matcherOf(words: Readonly<Record<string, string>>): RegExp {
  const stems = Object.keys(words).map((word) => (word.endsWith('*') ? `${word.slice(0, -1)}\\w*` : `${word}(s|es)?`));
  return new RegExp(`^(${stems.join('|')})$`);
}
const isUnclear = matcherOf(UNCLEAR);
const isUnclearLocal = matcherOf(UNCLEAR_LOCALS);

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

function namesIn(pattern: ts.BindingName): string[] {
  if (ts.isIdentifier(pattern)) return [pattern.text];
  return pattern.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []));
}

/** Top-level declarations of a file: its exports, and the names that its readers meet first. */
function declaredIn(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest).statements.flatMap((statement) => {
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name));
    const { name } = statement as ts.DeclarationStatement;
    return name && ts.isIdentifier(name) ? [name.text] : [];
  });
}

type Declaration = ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement | ts.NamedDeclaration;
const isDeclaration = (node: ts.Node): node is Declaration =>
  ts.isVariableDeclaration(node) ||
  ts.isParameter(node) ||
  ts.isBindingElement(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isPropertySignature(node) ||
  ts.isMethodSignature(node);

/** All names that a file gives: variables, parameters, functions, types and their fields, however deep within. */
function allDeclaredIn(path: string, text = readFileSync(join(root, path), 'utf8')): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isDeclaration(node) && node.name && ts.isIdentifier(node.name)) names.push(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return names;
}

test('names within the files are words of the field as well', () => {
  const unclear = files
    .filter((path) => /\.tsx?$/.test(path) && path !== 'launcher/structure.test.ts')
    .flatMap((path) => {
      const isNot = path.startsWith('web/src/') ? isUnclearLocal : isUnclear;
      return allDeclaredIn(path)
        .filter((name) => wordsOf(name).some((word) => isNot.test(word)))
        .map((name) => `${path}: ${name}`);
    });
  expect([...new Set(unclear)]).toEqual([]);
});

test.each([
  'const use = (door: string) => door;',
  'function use() { const [told, setTold] = useState(0); }',
  'const { said } = open();',
  'const { sent: heardAt } = open();',
  'for (const kept of all) use(kept);',
  'interface Props { readonly onDoing: () => void }',
])('an unclear name is found in: %s', (text) => {
  expect(
    allDeclaredIn('example.tsx', text).some((name) => wordsOf(name).some((word) => isUnclearLocal.test(word))),
  ).toBe(true);
});

test('files, folders and what they declare are named in the words of the field', () => {
  const named = files.flatMap((path) => {
    const declared = /\.tsx?$/.test(path) ? declaredIn(path) : [];
    return [...path.split('/'), ...declared].map((name) => ({ path, name }));
  });
  const unclear = named.filter(({ name }) => wordsOf(name).some((word) => isUnclear.test(word)));
  expect([...new Set(unclear.map(({ path, name }) => `${path}: ${name}`))]).toEqual([]);
});
