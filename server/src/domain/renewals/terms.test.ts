import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addMonths } from '../../platform/time/days.ts';
import { planTerm, providerDateFor, type KnownTerm, type TermFacts } from './terms.ts';

const NOTHING: TermFacts = { termStart: null, termEnd: null, ownDate: null, alive: true };
const google = (termEnd: string, termStart: string | null = addMonths(termEnd, -12)): TermFacts => ({
  ...NOTHING,
  termStart,
  termEnd,
});
const own = (ownDate: string): TermFacts => ({ ...NOTHING, ownDate });

interface Kept extends KnownTerm {
  /** Stands for what staff wrote. */
  work: string;
}

/** Does what the plan says, as the database would: with its rules. */
function kept(known: readonly Kept[], facts: TermFacts, today: string): Kept[] {
  const rows = known.map((row) => ({ ...row }));
  const rowOf = (id: number) => rows.find((row) => row.id === id) ?? expect.unreachable(`no renewal ${id}`);
  for (const step of planTerm(facts, known, today)) {
    if (step.kind === 'close') {
      Object.assign(rowOf(step.id), { state: 'closed', closedBecause: step.because });
    } else if (step.kind === 'move') {
      Object.assign(rowOf(step.id), { state: 'open', closedBecause: null, termEnd: step.termEnd });
    } else {
      const { termEnd, closedBecause } = step;
      const state = closedBecause === null ? ('open' as const) : ('closed' as const);
      const blank = { confirmationStatus: null, nextRenewalDate: null, renewalType: null };
      rows.push({ id: rows.length + 1, termEnd, state, closedBecause, ...blank, work: '' });
    }
  }
  expect(rows.filter((row) => row.state === 'open').length).toBeLessThanOrEqual(1);
  expect(new Set(rows.map((row) => row.termEnd)).size).toBe(rows.length);
  return rows;
}
const after = (...facts: [TermFacts, string][]) =>
  facts.reduce<Kept[]>((known, [fact, today]) => kept(known, fact, today), []);
const answer = (rows: Kept[]) =>
  rows.map(({ termEnd, closedBecause }) => `${termEnd} ${closedBecause ?? 'open'}`).sort();

describe('a commitment at Google', () => {
  test('has one open renewal at its end, however often one looks', () => {
    const facts = google('2027-03-10');
    expect(answer(after([facts, '2026-11-21'], [facts, '2026-11-22'], [facts, '2027-03-20']))).toEqual([
      '2027-03-10 open',
    ]);
  });

  test('that was renewed closes its renewal and opens that of the next term', () => {
    expect(answer(after([google('2026-03-10'), '2026-03-01'], [google('2027-03-10'), '2026-03-11']))).toEqual([
      '2026-03-10 renewed',
      '2027-03-10 open',
    ]);
  });

  test('that was renewed several times unseen gets the terms between', () => {
    expect(answer(after([google('2024-03-10'), '2024-03-01'], [google('2027-03-10'), '2026-11-21']))).toEqual([
      '2024-03-10 renewed',
      '2025-03-10 renewed',
      '2026-03-10 renewed',
      '2027-03-10 open',
    ]);
  });

  test('that begins anew in the middle of its term moves the renewal and keeps the work on it', () => {
    const [row] = after([google('2026-12-10'), '2026-06-01']);
    const rows = kept([{ ...(row ?? expect.unreachable()), work: 'called' }], google('2027-07-01'), '2026-07-02');
    expect(rows).toMatchObject([{ id: 1, termEnd: '2027-07-01', state: 'open', work: 'called' }]);
  });

  test('that is corrected to an earlier day moves the renewal', () => {
    expect(answer(after([google('2027-03-10'), '2026-11-21'], [google('2027-02-10'), '2026-11-22']))).toEqual([
      '2027-02-10 open',
    ]);
  });

  test('that turns up again with a term that is over already changes nothing', () => {
    const renewed: [TermFacts, string][] = [
      [google('2026-03-10'), '2026-03-01'],
      [google('2027-03-10'), '2026-03-11'],
    ];
    expect(answer(after(...renewed, [google('2026-03-10'), '2026-03-12']))).toEqual(answer(after(...renewed)));
  });

  test('that starts on an unknown day is a renewal a year later, on 29 February too', () => {
    const facts: [TermFacts, string][] = [
      [google('2028-02-29', null), '2028-02-01'],
      [google('2029-02-28', null), '2028-03-01'],
    ];
    expect(answer(after(...facts))).toEqual(['2028-02-29 renewed', '2029-02-28 open']);
  });

  test('whose start is no day before its end is taken by its end alone', () => {
    const odd = google('2027-03-10', '2030-03-10');
    expect(answer(after([google('2026-03-10'), '2026-03-01'], [odd, '2026-03-11']))).toEqual([
      '2026-03-10 renewed',
      '2027-03-10 open',
    ]);
  });

  test('that is gone ends its renewal, and comes back with it', () => {
    const facts = google('2027-03-10');
    const gone: [TermFacts, string] = [{ ...facts, alive: false }, '2026-12-01'];
    expect(answer(after([facts, '2026-11-21'], gone))).toEqual(['2027-03-10 ended']);
    expect(answer(after([facts, '2026-11-21'], gone, [facts, '2026-12-02']))).toEqual(['2027-03-10 open']);
  });

  test('that becomes a flexible plan keeps its renewal until the day is over', () => {
    const facts = google('2026-12-10');
    expect(answer(after([facts, '2026-11-21'], [NOTHING, '2026-12-10']))).toEqual(['2026-12-10 open']);
    expect(answer(after([facts, '2026-11-21'], [NOTHING, '2026-12-11']))).toEqual(['2026-12-10 ended']);
  });
});

test('a subscription without any date has no renewal', () => {
  expect(planTerm(NOTHING, [], '2026-11-21')).toEqual([]);
});

describe('the reseller’s own date', () => {
  const passedWith = (work: Partial<KnownTerm>, today = '2026-11-22') => {
    const [row] = after([own('2026-11-21'), '2026-11-01']);
    return answer(kept([{ ...(row ?? expect.unreachable()), ...work }], own('2026-11-21'), today));
  };

  test('opens the next year when the day has passed, and not before', () => {
    expect(passedWith({}, '2026-11-21')).toEqual(['2026-11-21 open']);
    expect(passedWith({})).toEqual(['2026-11-21 passed', '2027-11-21 open']);
  });

  test.each([
    ['the next renewal date that staff entered', { nextRenewalDate: '2027-02-01' }, '2027-02-01 open'],
    ['24 months later', { renewalType: '24 months' }, '2028-11-21 open'],
    ['36 months later', { renewalType: '36 months' }, '2029-11-21 open'],
    ['a year later where the next date lies before', { nextRenewalDate: '2026-01-01' }, '2027-11-21 open'],
  ])('goes on with %s', (_what, work, next) => {
    expect(passedWith(work)).toEqual(['2026-11-21 passed', next]);
  });

  test.each(['Lost', 'Moved to O365', 'Move To Axima'])('goes on no more after %s', (confirmationStatus) => {
    expect(passedWith({ confirmationStatus })).toEqual(['2026-11-21 passed']);
  });

  test('of years ago leaves the terms that have passed', () => {
    expect(answer(after([own('2024-12-31'), '2026-11-21']))).toEqual([
      '2024-12-31 passed',
      '2025-12-31 passed',
      '2026-12-31 open',
    ]);
  });

  test('on 29 February rests on the 28th and comes back in leap years', () => {
    expect(answer(after([own('2024-02-29'), '2028-03-01']))).toEqual([
      '2024-02-29 passed',
      '2025-02-28 passed',
      '2026-02-28 passed',
      '2027-02-28 passed',
      '2028-02-29 passed',
      '2029-02-28 open',
    ]);
  });

  test('that is changed moves the open renewal', () => {
    expect(answer(after([own('2026-12-31'), '2026-11-21'], [own('2027-02-15'), '2026-11-21']))).toEqual([
      '2027-02-15 open',
    ]);
  });

  test('that is changed to a day gone by means its next occurrence, never a past one', () => {
    expect(answer(after([google('2026-12-31'), '2026-11-21'], [own('2020-02-15'), '2026-11-21']))).toEqual([
      '2027-02-15 open',
    ]);
  });

  test('gives way to Google’s commitment', () => {
    const facts = { ...google('2027-01-10'), ownDate: '2026-12-31' };
    expect(answer(after([own('2026-12-31'), '2026-11-21'], [facts, '2026-11-21']))).toEqual(['2027-01-10 open']);
  });

  test('is shown as the occurrence next to the end of the term', () => {
    expect(providerDateFor('2020-12-28', '2027-01-05')).toBe('2026-12-28');
    expect(providerDateFor('2024-02-29', '2027-03-01')).toBe('2027-02-28');
    expect(providerDateFor(null, '2027-03-01')).toBeNull();
  });
});

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
