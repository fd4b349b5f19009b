import { TIMELINE_PAGE } from '@desk/contract/timeline';
import { expect, test } from 'vitest';
import { afterOf, pageOf, type Found } from './rules.ts';

const AT = '2026-11-20T10:00:00.000001Z';
const comment = (id: number, at = AT): Found => ({ kind: 'comment', id: String(id), at, by: 'asha@desk.example', parts: { text: `Said ${id}` } }); // prettier-ignore

test('the newest of all sources come first, and of one instant each once, in the order of their kinds', () => {
  const edit: Found = { ...comment(9), kind: 'edit', parts: { what: 'Zone changed', changes: [] } };
  const { entries, more } = pageOf([comment(2), comment(1), edit, comment(3, '2026-11-20T10:00:00.000002Z')]);
  expect([entries.map(({ key }) => key), more]).toEqual([['comment:3', 'edit:9', 'comment:2', 'comment:1'], false]);
});

test('a page is full, and says that there is more', () => {
  const { entries, more } = pageOf(Array.from({ length: TIMELINE_PAGE + 1 }, (_, n) => comment(100 - n)));
  expect([entries.length, more]).toEqual([TIMELINE_PAGE, true]);
});

test('after an entry come those of its instant of an earlier kind, and of its own kind those with a lower number', () => {
  const seen = { at: AT, key: 'order:7' };
  expect(afterOf('order', seen)).toEqual({ at: AT, rest: { below: '7' } });
  expect(afterOf('comment', seen)).toEqual({ at: AT, rest: 'all' });
  expect(afterOf('sync', seen)).toEqual({ at: AT, rest: 'none' });
  expect(afterOf('sync', undefined)).toBeUndefined();
});
