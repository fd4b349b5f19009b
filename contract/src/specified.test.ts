import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Call } from './call.ts';
import { contract } from './index.ts';

const root = new URL('../../', import.meta.url);
const listed = (name: string) =>
  JSON.parse(readFileSync(new URL(`docs/specified/${name}.json`, root), 'utf8')) as string[];

const folders = ['contract/src/', 'server/src/', 'web/src/'];
/** The product's own files: what a test says is not said to anybody. */
const sources = (): string[] =>
  folders.flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|testing\//.test(file))
      .map((file) => readFileSync(new URL(folder + file, root), 'utf8')),
  );

test('every call that is specified is one of the product, by its very path', () => {
  const paths = new Set(Object.values(contract).flatMap((group) => Object.values<Call>(group).map(({ path }) => path)));

  expect(listed('calls').filter((path) => !paths.has(path))).toEqual([]);
});

test('every text that is specified is said by the product, letter by letter', () => {
  const answer = sources()
    .join('\n')
    .replaceAll(String.raw`\'`, "'");
  // Text in braces is a setting or a value: the words around it are looked for.
  const isUsed = (text: string) =>
    text.split(/\{[a-z_]+\}/).every((words) => words.length <= 2 || answer.includes(words));

  expect(listed('texts').filter((text) => !isUsed(text))).toEqual([]);
});
