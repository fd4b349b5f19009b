import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { db, pool } from '../../../testing/clone.ts';
import { compiled, inlined } from './compile.ts';

test('a compiled query has its values as parameters, nested ones too', () => {
  const inner = sql`b = ${'x'}`;
  expect(compiled(sql`select ${1} where a = ${'y'} and ${inner}`)).toEqual({
    text: 'select $1 where a = $2 and b = $3',
    values: [1, 'y', 'x'],
  });
});

test('whatever a value holds, an inlined query answers it as one with parameters does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !text.includes('\0')),
      async (text) => {
        const query = sql`select ${text}::text as value, ${sql`${text}::text || 'x'`} as more`;
        const { rows } = await pool.query<{ value: string; more: string }>(inlined(query));
        expect(rows).toEqual([{ value: text, more: `${text}x` }]);
        expect((await db.execute(query)).rows).toEqual(rows);
      },
    ),
    { numRuns: 200 },
  );
});
