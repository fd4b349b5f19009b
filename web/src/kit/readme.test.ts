import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const kit = import.meta.dirname;
const source = readdirSync(kit, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .map((file) => readFileSync(path.join(kit, file), 'utf8'))
  .join('\n');
const exported = new Set([...source.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name]) => name));
const readme = readFileSync(path.join(kit, 'README.md'), 'utf8');

test('each piece that the README tells of is there under that name', () => {
  const documented = [...readme.matchAll(/\*\*`(\w+)/g)].map(([, name]) => name);

  expect(documented.length).toBeGreaterThan(50);
  expect(documented.filter((name) => !exported.has(name))).toEqual([]);
});

test('the README tells of each folder, and of no other', () => {
  const folders = readdirSync(kit, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const documented = [...readme.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
    cell.replaceAll(/[`/]/g, '').split(' '),
  );

  expect(documented.toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
});
