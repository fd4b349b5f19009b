import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addMonths } from '../../platform/time/days.ts';
import { after, answer, google, kept, type Kept } from './testing/terms-model.ts';
import { planTerm, type TermFacts } from './terms.ts';

const day = fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2024-01-01', days));
const awkwardDay = fc.oneof(day, fc.constantFrom('2024-02-29', '2024-12-31', '2025-01-31', '2025-02-28', '2028-02-29'));
const anyFacts: fc.Arbitrary<TermFacts> = fc.record({
  termStart: fc.option(awkwardDay, { nil: null }),
  termEnd: fc.option(awkwardDay, { nil: null }),
  ownDate: fc.option(awkwardDay, { nil: null }),
  alive: fc.boolean(),
});
const history = fc
  .array(fc.tuple(anyFacts, fc.integer({ min: 0, max: 500 })), { minLength: 1, maxLength: 8 })
  .map((looks) => {
    let today = '2024-01-01';
    return looks.map(([facts, pause]): [TermFacts, string] => [facts, (today = addDays(today, pause))]);
  });
const staffWork = fc.record({
  confirmationStatus: fc.option(fc.constantFrom('Lost', 'Upgrade', 'Move To Axima'), { nil: null }),
  nextRenewalDate: fc.option(awkwardDay, { nil: null }),
  renewalType: fc.option(fc.constantFrom('24 months', '36 months', 'Actual Renewal'), { nil: null }),
});

describe('whatever happens', () => {
  test('a second look on the same day finds nothing to do, and there is never more than one open renewal', () => {
    fc.assert(
      fc.property(history, staffWork, (looks, work) => {
        let known: Kept[] = [];
        for (const [facts, today] of looks) {
          known = kept(known, facts, today).map((row) => (row.state === 'open' ? { ...row, ...work } : row));
          expect(planTerm(facts, known, today)).toEqual([]);
        }
      }),
    );
  });

  test('what staff wrote stays on its renewal, and none is taken away', () => {
    fc.assert(
      fc.property(history, (looks) => {
        let known: Kept[] = [];
        for (const [facts, today] of looks) {
          const now = kept(known, facts, today);
          for (const { id, work } of known) expect(now.find((row) => row.id === id)?.work).toBe(work);
          known = now.map((row) => ({ ...row, work: row.work || `about ${row.id}` }));
        }
      }),
    );
  });

  test('however often one looks while nothing changes, the outcome is that of one look at the end', () => {
    fc.assert(
      fc.property(history, fc.array(fc.nat(500), { maxLength: 6 }), (looks, pauses) => {
        const spans = looks.map(([facts, from], at) => ({
          facts,
          from,
          until: looks[at + 1]?.[1] ?? addDays(from, 900),
        }));
        const lookedAt = (days: (from: string, until: string) => string[]) =>
          after(
            ...spans.flatMap(({ facts, from, until }) =>
              [from, ...days(from, until), until].map((moment): [TermFacts, string] => [facts, moment]),
            ),
          );
        const often = lookedAt((from, until) =>
          pauses
            .map((pause) => addDays(from, pause))
            .filter((moment) => moment < until)
            .sort(),
        );
        expect(answer(often)).toEqual(answer(lookedAt(() => [])));
      }),
    );
  });

  test('a year that nobody looked is made up for', () => {
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.boolean(), { maxLength: 11 }),
        (first, years, seen) => {
          fc.pre(!first.endsWith('-02-28'));
          const terms = Array.from({ length: years + 1 }, (_, n) => [
            addMonths(first, n * 12),
            addMonths(first, n * 12 - 12),
          ]);
          const looks = terms.map(([end = '', start = '']): [TermFacts, string] => [google(end, start), start]);
          const some = looks.filter((_, n) => n === 0 || n === years || seen[n]);
          expect(answer(after(...some))).toEqual(answer(after(...looks)));
        },
      ),
    );
  });
});
