import { expect, test } from 'vitest';
import { RenewalStatus } from '../words/lists.ts';
import { ClosedBecause, standingOf, type Standing } from './standing.ts';

const TODAY = '2026-11-21';
const [PAST, FUTURE] = ['2026-10-31', '2026-12-24'];

type Term = (typeof TERMS)[number];
const TERMS = [null, ...ClosedBecause.options] as const;
const STATUSES = [null, ...RenewalStatus.options] as const;

/** Before, on and after its day, of a term that runs or went past our own date; a settled one is the same on each day. */
type Row = readonly [running: readonly [Standing, Standing, Standing], passed: readonly [Standing, Standing, Standing]];
const always = (standing: Standing) => [standing, standing, standing] as const;
const UNDECIDED = ['due', 'due', 'late'] as const;
const DECIDED: Row = [always('decided'), always('renewed')];
const LEFT: Row = [always('left'), always('left')];
const TABLE: Record<NonNullable<(typeof STATUSES)[number]> | 'none', Row> = {
  none: [UNDECIDED, UNDECIDED],
  'In Discussion': [UNDECIDED, UNDECIDED],
  Extension: [UNDECIDED, UNDECIDED],
  'Mid Term Upgrade': [UNDECIDED, UNDECIDED],
  'Confirmation Received': DECIDED,
  'Partial Upgrade': DECIDED,
  Upgrade: DECIDED,
  'Confirmation received for flex': DECIDED,
  Lost: LEFT,
  'Move To Axima': LEFT,
  'Moved to O365': LEFT,
  Suspended: [always('suspended'), always('suspended')],
};
const expected = (status: (typeof STATUSES)[number], term: Term, day: 0 | 1 | 2): Standing => {
  if (term === 'renewed') return 'renewed';
  if (term === 'ended') return 'left';
  const [running, passed] = TABLE[status ?? 'none'];
  return (term === null ? running : passed)[day];
};

const cases = STATUSES.flatMap((status) =>
  TERMS.flatMap((term) =>
    ([FUTURE, TODAY, PAST] as const).map((date, at) => ({
      status,
      term,
      date,
      stands: expected(status, term, at as 0 | 1 | 2),
    })),
  ),
);

test.each(cases)('$status, a term that is $term, on $date: $stands', ({ status, term, date, stands }) => {
  const facts = { renewal_date: date, extension_date: null, confirmation_status: status, closed_because: term };

  expect(standingOf(facts, TODAY)).toBe(stands);
});

test.each([
  ['2026-10-01', '2026-12-01', null, 'extended'],
  ['2026-10-01', TODAY, null, 'extended'],
  ['2026-10-01', '2026-11-20', null, 'late'],
  ['2026-10-01', '2026-12-01', 'passed', 'extended'],
  ['2026-12-01', '2026-12-24', null, 'extended'],
  ['2026-12-24', '2026-12-01', null, 'due'],
  ['2026-10-01', '2026-12-01', 'renewed', 'renewed'],
  ['2026-10-01', '2026-12-01', 'ended', 'left'],
] as const)('a renewal of %s that was extended to %s, its term %s, is %s', (date, until, term, stands) => {
  const facts = { renewal_date: date, extension_date: until, closed_because: term };

  expect(standingOf({ ...facts, confirmation_status: 'Extension' }, TODAY)).toBe(stands);
  // A day that was left behind by an earlier status extends nothing.
  expect(['due', 'late', 'renewed', 'left']).toContain(standingOf({ ...facts, confirmation_status: null }, TODAY));
});

test('late is only what is undecided', () => {
  const late = cases.filter(({ stands }) => stands === 'late').map(({ status, term, date }) => [status, term, date]);

  expect(late).toEqual(
    [null, 'In Discussion', 'Mid Term Upgrade', 'Extension'].flatMap((status) => [
      [status, null, PAST],
      [status, 'passed', PAST],
    ]),
  );
});
