import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { root } from '../root.mjs';
import { filesBelow } from './contents.ts';

/** Functions of the database's own time, in whatever expression. */
const DATABASE_TIME =
  /(?<![\w.])(?:(?:now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday)\s*\(|current_(?:timestamp|date|time)\b|localtime(?:stamp)?\b|'now')/i;

/** Lines that may, and why. */
const EXCEPTIONS = [
  // Measures how far the machine's time is from the database's: the one clock is made of it.
  'platform/db/connection/measure-clock.ts: select extract(epoch from clock_timestamp()) * 1000 as milliseconds',
  // graphile-worker stamps its own rows with the database's time: only that compares with them.
  'features/jobs/commands.ts: , run_at := now(), attempts := 0)',
  "features/jobs/queries.ts: when run_at > now() then 'resting' else 'waiting' end as state",
  'platform/metrics/database-metrics.ts: count(*) filter (where attempts < max_attempts and locked_at is null and run_at <= now()) as waiting,',
  "platform/queue/given-up.ts: coalesce(locked_at > now() - interval '4 hours', false)",
];

/** Lines of the texts of a file that ask the database for its time. Calls of a clock in code, and comments, are no texts. */
function askingLines(path: string, source: string): string[] {
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    const isText =
      ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
    if (isText)
      for (const line of node.text.split('\n')) if (DATABASE_TIME.test(line)) found.push(`${path}: ${line.trim()}`);
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'defaultNow') found.push(`${path}: defaultNow`);
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true));
  return found;
}

const folder = join(root, 'server/src');
const isTest = (path: string): boolean => path.endsWith('.test.ts') || /(^|\/)testing\//.test(path);

test('no SQL of the server asks the database what time it is: the one clock is a parameter', () => {
  const files = filesBelow(folder).filter((path) => path.endsWith('.ts') && !isTest(path));
  const asking = files.flatMap((path) => askingLines(path, readFileSync(join(folder, path), 'utf8')));
  expect(asking.sort()).toEqual([...EXCEPTIONS].sort());
});

test.each([
  'const q = sql`delete from sessions where ends_at < now()`;',
  'const q = sql`update ${t} set a = ${b}, at = clock_timestamp() where id = ${id}`;',
  "pool.query('select current_date');",
  "pool.query(`select 'now'::timestamptz`);",
  "const c = timestamp('at').notNull().defaultNow();",
])('it is seen in %s', (source) => {
  expect(askingLines('planted.ts', source)).toHaveLength(1);
});

test.each([
  'const q = sql`select ${now().toISOString()}::timestamptz`; // now() in a comment',
  'const q = sql`select ${NOW}, performance_now()`; const since = performance.now();',
])('and not in %s', (source) => {
  expect(askingLines('planted.ts', source)).toEqual([]);
});
