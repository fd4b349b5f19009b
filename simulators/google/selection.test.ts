import { expect, test } from 'vitest';
import { checkSelection, parseSelection, selected } from './selection.ts';

const SHAPE = { id: {}, plan: { name: {}, term: { start: {}, end: {} } }, rows: { id: {}, name: {} } };
const ANSWER = {
  id: '1',
  plan: { name: 'ANNUAL', term: { start: 'a', end: 'b' } },
  rows: [
    { id: '2', name: 'x' },
    { id: '3', name: 'y' },
  ],
};

test.each([
  ['id', { id: '1' }],
  ['id, plan/name', { id: '1', plan: { name: 'ANNUAL' } }],
  ['plan/term/end', { plan: { term: { end: 'b' } } }],
  ['plan(name,term(start))', { plan: { name: 'ANNUAL', term: { start: 'a' } } }],
  ['plan/name,plan/term/start', { plan: { name: 'ANNUAL', term: { start: 'a' } } }],
  ['plan/name,plan', { plan: ANSWER.plan }],
  ['plan,plan/name', { plan: ANSWER.plan }],
  ['rows/id', { rows: [{ id: '2' }, { id: '3' }] }],
  ['plan/*/end', { plan: { name: 'ANNUAL', term: { end: 'b' } } }],
  ['*', ANSWER],
  ['*,plan/name', ANSWER],
])('%s selects', (text, expected) => {
  const selection = parseSelection(text);
  checkSelection(selection, SHAPE);
  expect(selected(ANSWER, selection)).toEqual(expected);
});

test.each([
  'price',
  'constructor',
  'plan/price',
  'id/name',
  'plan(name',
  'plan)',
  'id,',
  ',id',
  '',
  '()',
  'plan/',
  'id name',
  'a-b',
])('%j is no selection', (text) => {
  expect(() => checkSelection(parseSelection(text), SHAPE)).toThrow('Invalid field selection');
});
