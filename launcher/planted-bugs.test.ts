import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plantedBugs } from '../fault-tests/planted-bugs.ts';
import { bugsOfRules } from './planted/bugs-of-rules.ts';
import { root } from './root.mjs';

const changes = [
  ...plantedBugs.flatMap(({ name, changes: all }) => all.map((change) => ({ name, ...change }))),
  ...bugsOfRules.map(({ name, change }) => ({ name, ...change })),
];

test.each(changes)('the place in $file where "$name" is planted is there exactly once', ({ file, from }) => {
  expect(readFileSync(join(root, file), 'utf8').split(from)).toHaveLength(2);
});
