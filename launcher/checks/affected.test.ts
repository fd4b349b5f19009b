import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { affectedTests } from './affected.ts';
import { changedBetween, contentsNow, lastPassed, rememberPassed } from './contents.ts';

const FILES: Readonly<Record<string, string>> = {
  'contract/src/renewals.ts': '',
  'server/src/domain/renewals/columns.ts': "import { list } from '@desk/contract/renewals';",
  'server/src/features/renewals/queries.ts': "import { columns } from '../../domain/renewals/columns.ts';",
  'server/src/features/renewals/list.test.ts': "import { testServer } from '../../testing/server.ts';",
  'server/src/features/users/queries.ts': '',
  'server/src/features/users/users.test.ts': "import { testServer } from '../../testing/server.ts';",
  'server/src/testing/server.ts': "import '../features/renewals/queries.ts';\nimport './database.ts';",
  'server/src/testing/database.ts': '',
  'server/src/app/routes.ts': "import '../features/renewals/queries.ts';",
  'server/src/app/app.test.ts': "import './routes.ts';",
  'server/src/platform/metrics/serve.test.ts': "readFileSync('docs/metrics.md')",
  'server/migrations/0001.sql': '',
  'docs/metrics.md': '',
  'docs/operations.md': '',
  'package.json': '',
  'web/src/kit/grid.tsx': "import styles from './grid.module.css';",
  'web/src/kit/grid.module.css': '',
  'web/src/features/renewals/list.test.tsx': "import { Grid } from '../../kit/grid.tsx';",
  'launcher/structure.test.ts': '',
};
const affected = (...changed: string[]) => affectedTests(changed, Object.keys(FILES), (path) => FILES[path] ?? '');
const ABOUT_FILES = 'launcher/structure.test.ts';

test('a change concerns the tests that reach it by imports, and those beside what does', () => {
  const list = ['server/src/features/renewals/list.test.ts', ABOUT_FILES];
  expect(affected('server/src/domain/renewals/columns.ts')).toEqual(list);
  expect(affected('contract/src/renewals.ts')).toEqual(list);
  expect(affected('web/src/kit/grid.module.css')).toEqual(['web/src/features/renewals/list.test.tsx', ABOUT_FILES]);
});

test('what puts the features together is about itself alone', () => {
  expect(affected('server/src/app/routes.ts')).toEqual(['server/src/app/app.test.ts', ABOUT_FILES]);
});

test('a change of the test server concerns all that use it', () => {
  expect(affected('server/src/testing/database.ts')).toEqual([
    'server/src/features/renewals/list.test.ts',
    'server/src/features/users/users.test.ts',
    ABOUT_FILES,
  ]);
});

test('a file that nobody imports concerns those that name it, else all of them; a page of text may concern none', () => {
  expect(affected('docs/metrics.md')).toEqual(['server/src/platform/metrics/serve.test.ts', ABOUT_FILES]);
  expect(affected('docs/operations.md')).toEqual([ABOUT_FILES]);
  expect(affected('server/migrations/0001.sql')).toBe('all');
  expect(affected('package.json')).toBe('all');
  expect(affected()).toEqual([ABOUT_FILES]);
});

test('what passed is remembered, and what is new, gone or different since then is found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-contents-'));
  try {
    for (const name of ['kept', 'changed', 'gone']) writeFileSync(join(folder, name), name);
    mkdirSync(join(folder, 'node_modules'));
    expect(lastPassed(folder)).toBeUndefined();
    rememberPassed(contentsNow(folder), folder);
    const passed = lastPassed(folder) ?? {};
    expect(changedBetween(passed, contentsNow(folder))).toEqual([]);
    writeFileSync(join(folder, 'changed'), 'else');
    writeFileSync(join(folder, 'new'), '');
    rmSync(join(folder, 'gone'));
    expect(changedBetween(passed, contentsNow(folder))).toEqual(['changed', 'gone', 'new']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
