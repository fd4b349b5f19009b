import { expect, test } from 'vitest';
import type { Run, Seen } from '../seen.ts';
import { indexRun } from '../terms.ts';
import { ended, ENDS, evening, on, row, runOf, standing, term, TERM, write } from '../testing/run.ts';
import { orphanDays, unassigned } from './lists.ts';

const orphans = (run: Run) => orphanDays(indexRun(run));
const waiting = (run: Run) => unassigned(indexRun(run));
const days = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'];

test('an open renewal that is in no list is an orphan for each evening', () => {
  expect(
    orphans(
      runOf(
        term(),
        days.map((day) => evening(day)),
      ),
    ),
  ).toMatchObject({ holds: true, count: 0 });
  const found = orphans(runOf(term(), evening('2026-11-23'), evening('2026-11-24', []), evening('2026-11-25', [])));
  expect(found).toMatchObject({ holds: false, count: 2, figure: '2' });
  expect(found.worst).toEqual([{ term: TERM, sentence: 'in no list on 2 evenings, first 24 Nov 2026.' }]);
});

test('Unassigned is a list', () => {
  expect(orphans(runOf(term(), evening('2026-11-23', [row({ person: null })]))).count).toBe(0);
});

test.each([
  ['of the day on which it began', runOf(term({ at: on('2026-11-23', '02:00') }), evening('2026-11-23', []))],
  ['after its end', runOf(term(), ended(standing(), standing()), evening('2026-12-01', []))],
  ['after its end, of which nothing was seen', runOf(term(), evening('2026-12-01', []))],
  [
    'after it was upgraded',
    runOf(
      term(),
      { kind: 'term moved', at: on('2026-11-20'), term: TERM, endsAt: null, why: 'upgraded' },
      evening('2026-11-23', []),
    ),
  ],
  [
    'while it is suspended',
    runOf(
      term(),
      write('2026-11-20', 'suspend', standing(), standing({ status: 'SUSPENDED' })),
      evening('2026-11-23', []),
    ),
  ],
])('an evening %s is nobody’s fault', (_, run) => {
  expect(orphans(run)).toMatchObject({ holds: true, count: 0 });
});

test('the evening after it began, and the last one before its end, count', () => {
  const late = evening('2026-11-27', []);
  expect(orphans(runOf(term({ at: on('2026-11-26') }), late)).count).toBe(1);
  expect(orphans(runOf(term({ endsAt: ENDS }), late)).count).toBe(1);
});

test('what began after the provider was last read counts when it was read again', () => {
  const read = (day: string) => ({ kind: 'provider read', at: on(day, '02:00') }) as const;
  const run = (...more: readonly Seen[]) =>
    runOf(term({ at: on('2026-11-25', '12:00') }), read('2026-11-25'), evening('2026-11-26', []), ...more);
  expect(orphans(run())).toMatchObject({ holds: true, count: 0 });
  expect(orphans(run(read('2026-11-27'), evening('2026-11-27', [])))).toMatchObject({ holds: false, count: 1 });
});

test('that the provider is not read for two nights excuses nothing', () => {
  const read = { kind: 'provider read', at: on('2026-11-25', '02:00') } as const;
  const run = runOf(
    term({ at: on('2026-11-25', '12:00') }),
    read,
    evening('2026-11-26', []),
    evening('2026-11-27', []),
  );
  expect(orphans(run)).toMatchObject({ holds: false, count: 1 });
});

test('without an evening nothing is proven', () => {
  expect(orphans(runOf(term()))).toMatchObject({ holds: false, count: null });
  expect(waiting(runOf(term()))).toMatchObject({ holds: false, count: null });
});

const nobodys = row({ person: null });

test('one business day in Unassigned is allowed, two are not', () => {
  expect(waiting(runOf(term(), evening('2026-11-23', [nobodys]), evening('2026-11-24')))).toMatchObject({
    ...{ holds: true, count: 1, figure: '1 business day' },
  });
  const found = waiting(runOf(term(), evening('2026-11-23', [nobodys]), evening('2026-11-24', [nobodys])));
  expect(found).toMatchObject({ holds: false, count: 2 });
  expect(found.worst[0]?.sentence).toBe('2 business days in Unassigned, from 23 Nov 2026.');
});

test('evenings in a row count, days off do not, whatever the sentence says', () => {
  const list = [nobodys];
  const other = [row({ person: null, sentence: 'Never contacted in this term. Call.' })];
  const weekend = ['2026-11-28', '2026-11-29'].map((day) => evening(day, list));
  expect(waiting(runOf(term(), evening('2026-11-27', list), weekend)).count).toBe(1);
  expect(waiting(runOf(term(), evening('2026-11-27', list), weekend, evening('2026-11-30', other))).count).toBe(2);
  expect(
    waiting(runOf(term(), evening('2026-11-23', list), evening('2026-11-24'), evening('2026-11-25', list))).count,
  ).toBe(1);
});

test('what waits for somebody’s approval is not in Unassigned alone', () => {
  const both = days.map((day) => evening(day, [nobodys, row({ sentence: 'Approve or refuse it.' })]));
  expect(waiting(runOf(term(), both)).count).toBe(0);
});
