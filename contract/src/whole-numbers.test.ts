import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { contract } from './index.ts';

type Shape = { type?: string; maximum?: number; [key: string]: unknown };

const MOST_IN_A_COLUMN = 2_147_483_647;
/** Its column is a `bigint`. */
const LONGER = ['adminpanel/get_audit_log/ before'];

/** Each whole number of a shape, in lists and in what may be one of several as well, by its name. */
function tooLong(shape: unknown, name = ''): string[] {
  if (typeof shape !== 'object' || shape === null) return [];
  if (Array.isArray(shape)) return shape.flatMap((inner) => tooLong(inner, name));
  const { type, maximum, ...inner } = shape as Shape;
  const own = type === 'integer' && (maximum ?? Infinity) > MOST_IN_A_COLUMN ? [name] : [];
  return [...own, ...Object.entries(inner).flatMap(([key, value]) => tooLong(value, key))];
}

const calls = Object.values(contract).flatMap((group) => Object.values<Call>(group));

test('no whole number that is sent is longer than its column: the database would fail where a sentence is wanted', () => {
  const found = calls.flatMap(({ path, body }) =>
    tooLong(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })).map((name) => `${path} ${name}`),
  );

  expect(found.filter((one) => !LONGER.includes(one))).toEqual([]);
  expect(tooLong(z.toJSONSchema(z.object({ rows: z.array(z.object({ version: z.int() })) })))).toEqual(['version']);
});
