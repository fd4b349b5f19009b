import { expect, test } from 'vitest';
import { pickColumns } from './pick-columns.ts';
import { problemOf } from '../testing/problem-of.ts';

const spec = {
  subscription: { names: ['Subscription Id', 'Sub Id'], required: true },
  assignee: { names: ['Assigned To'], required: true },
  zone: { names: ['Zone'], required: false },
} as const;

const table = (header: string[], ...rows: string[][]) => ({
  kind: 'csv' as const,
  header,
  rows: rows.map((cells, at) => ({ line: at + 2, cells })),
});

test('columns are found in any order, in any case, with spaces, underscores or another known name', async () => {
  expect(await pickColumns(table(['assigned_to', 'Notes', 'SUB  ID'], [' mira ', 'x', 's-1']), spec)).toEqual([
    { line: 2, values: { subscription: 's-1', assignee: 'mira', zone: undefined } },
  ]);
});

test('a column that may be missing tells a missing column from a blank cell', async () => {
  const [picked] = await pickColumns(table(['Sub Id', 'Assigned To', 'Zone'], ['s-1', 'mira', '']), spec);
  expect(picked?.values.zone).toBe('');
});

test('a required column that is missing is named', async () => {
  expect(await problemOf(() => pickColumns(table(['Subscription Id']), spec))).toEqual({
    reason: "The file has no column 'Assigned To'.",
    column: 'Assigned To',
  });
});

test('a required column that is missing is named with the header that may have meant it', async () => {
  expect(await problemOf(() => pickColumns(table(['Subscription Id', 'Asigned Too', 'Zone']), spec))).toMatchObject({
    reason: "The file has no column 'Assigned To'. Did you mean 'Assigned To' by 'Asigned Too'?",
  });
});

test('a column that is there twice is named, also under two of its names', async () => {
  const twice = table(['Subscription Id', 'Assigned To', 'sub_id']);
  expect(await problemOf(() => pickColumns(twice, spec))).toEqual({
    reason: "The column 'Subscription Id' is in the file twice.",
    column: 'sub_id',
  });
});

test('headers that name parts of a JavaScript object are columns like others, and change nothing', async () => {
  const hostile = table(
    ['__proto__', 'constructor.prototype', 'Subscription Id', 'Assigned To', 'hasOwnProperty'],
    ['polluted', 'polluted', 's-1', 'mira', 'polluted'],
  );
  expect((await pickColumns(hostile, spec))[0]?.values).toEqual({
    subscription: 's-1',
    assignee: 'mira',
    zone: undefined,
  });
  const odd = await pickColumns(hostile, { constructor: { names: ['__proto__'], required: true } });
  expect(odd[0]?.values.constructor).toBe('polluted');
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});
