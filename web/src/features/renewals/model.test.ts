// @vitest-environment node
import { expect, test } from 'vitest';
import { inspectFile } from './model.ts';

const file = (text: string) => new File([text], 'assign.csv');

test.each([
  ['commas', 'Subscription Id,Assigned To\nS-1,asha@desk.example\nS-2,ravi@desk.example\n'],
  ['semicolons and old line ends', 'assigned_to;subscription_id\rasha@desk.example;S-1\rravi@desk.example;S-2'],
  ['tabs and renewal ids', '\ufeffRenewal Id\tAssigned To\r\n7\tasha@desk.example\r\n\r\n8\tasha@desk.example\r\n'],
])('the rows of a file with %s are counted', async (_, text) => {
  expect(await inspectFile(file(text))).toEqual({ rows: 2 });
});

test('a file without the ids, or without the members, is told before it is sent', async () => {
  expect(await inspectFile(file('Domain,Assigned To\na.example,x'))).toEqual({
    problem: 'The first line names no column Subscription Id or Renewal Id.',
  });
  expect(await inspectFile(file('Subscription Id,Owner\nS-1,x'))).toEqual({
    problem: 'The first line names no column Assigned To.',
  });
  expect(await inspectFile(file(''))).toEqual({
    problem: 'The first line names no column Subscription Id or Renewal Id.',
  });
});

test('a workbook and a file in UTF-16 are left to the server', async () => {
  expect(await inspectFile(file('PK\u0003\u0004…'))).toEqual({});
  expect(await inspectFile(new File([new Uint8Array([0xff, 0xfe, 0x53, 0x00])], 'utf16.csv'))).toEqual({});
});
