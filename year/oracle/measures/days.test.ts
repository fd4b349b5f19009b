import { expect, test } from 'vitest';
import type { Seen } from '../seen.ts';
import { indexRun } from '../terms.ts';
import { evening, on, row, runOf, term, TERM } from '../testing/run.ts';
import { lastSafeDays } from './days.ts';

const shown = (...seen: readonly Seen[]) => lastSafeDays(indexRun(runOf(...seen)));
const onEvening = (lastSafeDay: string | null) => evening('2026-11-23', [row({ lastSafeDay })]);

test('the last safe day that is shown is the one of the definition', () => {
  expect(shown(term(), onEvening('2026-11-26'))).toMatchObject({ holds: true, count: 0 });
  expect(shown(term(), onEvening(null))).toMatchObject({ holds: true, count: 0 });
});

test('another one counts once a term, with its story', () => {
  const found = shown(term(), onEvening('2026-11-27'), evening('2026-11-24', [row({ lastSafeDay: '2026-11-27' })]));
  expect(found).toMatchObject({ holds: false, count: 1 });
  expect(found.worst).toEqual([
    {
      term: TERM,
      sentence: 'on 24 Nov 2026 its last safe day was shown as 27 Nov 2026; it is 26 Nov 2026.',
    },
  ]);
});

test.each([
  ['of an end that is known since that day', term({ at: on('2026-11-23', '02:00') })],
  ['of what is billed offline', term({ isOnline: false })],
])('another day %s is nobody’s fault', (_, one) => {
  expect(shown(one, onEvening('2026-11-27')).count).toBe(0);
});
