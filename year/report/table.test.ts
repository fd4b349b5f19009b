import { expect, test } from 'vitest';
import { assess } from '../oracle/assess.ts';
import { decided, ended, evening, OTHER, renew, runOf, standing, term } from '../oracle/testing/run.ts';
import { markdownOf } from './markdown.ts';
import { tableOf } from './table.ts';

const run = runOf(term(), decided('2026-11-12', renew(10)), evening('2026-11-20'), ended(standing(), standing({ seats: 6 }))); // prettier-ignore
const text = tableOf(assess(run));
const lineOf = (name: string) => text.split('\n').find((line) => line.startsWith(name));

test('each measure has a line with its demand, what was found and a verdict', () => {
  expect(lineOf('Lost renewal')).toMatch(/^Lost renewal {2,}0 {2,}1 {2,}FAILS$/);
  expect(lineOf('Orphan-day')).toMatch(/^Orphan-day {2,}0 {2,}0 {2,}ok$/);
  expect(lineOf('Undo')).toMatch(/– {2,}not built$/);
});

test('below what fails stand its worst stories, below what is not built what is missing', () => {
  expect(text).toContain('    firm.example/Starter/1: decided 12 Nov 2026 by portal: renew 10 seats, nothing was set');
  expect(text).toContain('    Bulk changes that can be undone (T7) are not built.');
  expect(text).toContain(
    '1 of 1 terms ended; 1 decisions, 0 calls that changed something, 0 mails, 1 evenings, 0 faults.',
  );
});

test('records of terms that nobody knows are named', () => {
  expect(text).not.toContain('never seen');
  expect(tableOf(assess(runOf(term(), decided('2026-11-12', renew(1), OTHER))))).toContain(
    `1 records are of terms that were never seen, the first: decided ${OTHER}.`,
  );
});

test('the same as Markdown, with nothing that breaks a cell', () => {
  const lines = markdownOf(assess(run)).split('\n');
  expect(lines.slice(0, 3)).toEqual([
    '| measure | demand | found | |',
    '| --- | --- | --- | --- |',
    '| Lost renewal | 0 | 1 | **fails** |',
  ]);
  expect(lines).toContain('| Undo | 100 % · 0 | – | not built |');
  expect(lines.filter((line) => line.startsWith('|')).every((line) => line.split(' | ').length >= 3)).toBe(true);
});
