import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from '../call.ts';
import { contract } from '../index.ts';

const calls = Object.values(contract).flatMap((group) => Object.values<Call>(group));

/** Values that hardly any field takes, one for each way to be wrong. */
const WRONG = [
  ...[undefined, null, true, 12.5, -1, 0, 1e12, Number.NaN, '', ' ', 'x', '-1', '2026-13-45', 'ü@x', 'a\u0007b', '\0'],
  ...['x'.repeat(30_000), [], [null], [{}], [''], ['x'], Array.from({ length: 30_000 }, (_, at) => at), {}, { x: 1 }],
];

interface Shape {
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
}
type Path = readonly string[];
/** The paths of all fields, also those of the objects in it. */
const pathsIn = (shape: Shape, at: Path = []): Path[] => [
  ...Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => [
    [...at, name],
    ...pathsIn(inner, [...at, name]),
  ]),
  ...(shape.anyOf ?? []).flatMap((one) => pathsIn(one, at)),
];
const bodyWith = (path: Path, value: unknown): unknown =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);

function messagesOf(body: Call['body'], sent: unknown): string[] {
  const read = body.safeParse(sent);
  return read.success ? [] : read.error.issues.map(({ message }) => message);
}

describe('a wrong value is answered with what is wanted', () => {
  test.each(calls)('$path', ({ body }) => {
    const shape = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Shape;
    const sent = [undefined, null, [], 'x', { surprise: 1 }, {}].map((whole) => ({ path: [] as Path, value: whole }));
    const fields = pathsIn(shape).flatMap((path) => WRONG.map((value) => ({ path, value })));

    const silent = [...sent, ...fields].flatMap(({ path, value }) =>
      messagesOf(body, bodyWith(path, value))
        .filter((message) => message.trim() === '' || /invalid (input|value|option)|expected/i.test(message))
        .map((message) => [path.join('.'), JSON.stringify([value]).slice(0, 20), message]),
    );

    expect(silent).toEqual([]);
  });
});

test.each([
  ['renewals', 'setZone', { zone: 'East', renewal_id: 1 }, 'Choose one of: North, West, South'],
  ['renewals', 'setZone', { zone: 'West', renewal_id: 'x' }, 'Enter a whole number'],
  ['renewals', 'setZone', { zone: 'West', renewal_id: 1, more: 1 }, 'There is no field more here'],
  ['renewals', 'monthly', {}, 'Choose a month'],
  ['renewals', 'all', { page: 0 }, 'More than 0'],
  ['renewals', 'all', { start_date: 7 }, 'Enter a date'],
  ['boards', 'flagList', { flag: 'Blue' }, 'Choose one of: Green, Orange, Red'],
  ['boards', 'teamList', { month: '2026-11', admin_email: 7 }, 'Enter text'],
] as const)('%s.%s of %j says: %s', (group, name, sent, wanted) => {
  const { body } = (contract as Record<string, Record<string, Call>>)[group]?.[name] as Call;

  expect(messagesOf(body, sent)).toEqual([wanted]);
});
