import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './root.mjs';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const sources = readdirSync(join(root, 'server/src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => join('server/src', path));
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);

test('the handbook tells of every kind of line in the log, and of none that is not there', () => {
  const logged = sources.flatMap((path) => all(read(path), /(?<=event: (?:\w+ \? (?:'\w+' : )?)?)'(\w+)'/g));
  // A name that is made otherwise would be seen by nobody here.
  const unseen = /\blog(?:\.\w+|\[.+?\])\(\{\s*(event(?!: (?:\w+ \? '\w+' : )?'\w+').*)/g;
  expect(sources.flatMap((path) => all(read(path), unseen))).toEqual([]);
  const security = all(read('server/src/platform/log/security-log.ts'), /^ {2}\| '(\w+)'/gm);
  const [, lines = ''] = read('docs/metrics.md').split('### Each kind of line');
  const message = lines.split('\n').flatMap((row) => all(row.split('|')[1] ?? '', /`(\w+)`/g));
  expect(security.length).toBeGreaterThan(5);
  expect(message.toSorted()).toEqual([...new Set([...logged, ...security])].toSorted());
});
