import { describe, expect, test } from 'vitest';
import { after, answer, google, kept, NOTHING, own } from './testing/terms-model.ts';
import { planTerm, providerDateFor, type KnownTerm, type TermFacts } from './terms.ts';

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

  test('that begins anew in the middle of its term is another one: what was decided about the first says nothing of it', () => {
    const [row] = after([google('2026-12-10'), '2026-06-01']);
    const rows = kept([{ ...(row ?? expect.unreachable()), work: 'decided' }], google('2027-07-01'), '2026-07-02');
    expect(rows).toMatchObject([
      { id: 1, termEnd: '2026-12-10', closedBecause: 'renewed', work: 'decided' },
      { id: 2, termEnd: '2027-07-01', state: 'open', work: '' },
    ]);
  });

  test('that a flexible plan with a date of our own goes over into is another term where that date was decided about', () => {
    const [row] = after([own('2026-12-31'), '2026-11-01']);
    const facts = { ...google('2027-11-20', '2026-11-20'), ownDate: '2026-12-31' };
    const open = row ?? expect.unreachable();
    const decided = [
      { ...open, confirmationStatus: 'Confirmation Received' },
      { ...open, instructionState: 'blocked' },
    ];
    for (const one of decided)
      expect(answer(kept([one], facts, '2026-11-21'))).toEqual(['2026-12-31 renewed', '2027-11-20 open']);
    expect(answer(kept([open], facts, '2026-11-21'))).toEqual(['2027-11-20 open']);
  });

  test('that is corrected by some days moves the renewal and keeps the work on it', () => {
    const [row] = after([google('2026-12-10'), '2026-06-01']);
    const rows = kept([{ ...(row ?? expect.unreachable()), work: 'called' }], google('2026-12-20'), '2026-07-02');
    expect(rows).toMatchObject([{ id: 1, termEnd: '2026-12-20', state: 'open', work: 'called' }]);
  });

  test('that is longer than it seemed moves the renewal', () => {
    const looks: [TermFacts, string][] = [
      [google('2026-12-10'), '2026-06-01'],
      [google('2028-12-10', '2025-12-10'), '2026-07-02'],
    ];
    expect(answer(after(...looks))).toEqual(['2028-12-10 open']);
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
    // Its customer is one of ours still.
    const flexible = { ...NOTHING, planName: 'FLEXIBLE' };
    expect(answer(after([facts, '2026-11-21'], [flexible, '2026-12-11']))).toEqual(['2026-12-10 renewed']);
  });
});

test('a term that nothing follows is not over while something is planned for it', () => {
  const looks: [TermFacts, string][] = [[google('2026-12-10'), '2026-11-21']];
  const planned = { ...NOTHING, planName: 'FLEXIBLE', isUnfinished: true };
  expect(answer(after(...looks, [planned, '2026-12-11']))).toEqual(['2026-12-10 renewed open']);
  const done = { ...planned, isUnfinished: false };
  expect(answer(after(...looks, [planned, '2026-12-11'], [done, '2027-01-02']))).toEqual(['2026-12-10 renewed']);
});

test('nor is one whose subscription the provider lists no more', () => {
  const looks: [TermFacts, string][] = [[google('2026-12-10'), '2026-11-21']];
  const gone = { ...NOTHING, alive: false, isUnfinished: true };
  expect(answer(after(...looks, [gone, '2026-12-11']))).toEqual(['2026-12-10 ended open']);
  const done = { ...gone, isUnfinished: false };
  expect(answer(after(...looks, [gone, '2026-12-11'], [done, '2027-01-02']))).toEqual(['2026-12-10 ended']);
});

test('a term that goes on after all is not over any more', () => {
  const facts = { ...google('2026-12-10'), isUnfinished: true };
  const gone: [TermFacts, string] = [{ ...facts, alive: false }, '2026-11-22'];
  expect(answer(after([facts, '2026-11-21'], gone))).toEqual(['2026-12-10 ended open']);
  expect(answer(after([facts, '2026-11-21'], gone, [facts, '2026-11-23']))).toEqual(['2026-12-10 open']);
  // As of one for which nothing is planned, it stays known that it was gone.
  const backWithAnother: [TermFacts, string] = [google('2027-12-10'), '2026-12-11'];
  expect(answer(after([facts, '2026-11-21'], gone, backWithAnother))).toEqual(['2026-12-10 ended', '2027-12-10 open']);
  const unplanned = { ...facts, isPlannedFor: false };
  const goneToo: [TermFacts, string] = [{ ...unplanned, alive: false }, '2026-11-22'];
  expect(answer(after([unplanned, '2026-11-21'], goneToo, backWithAnother))).toEqual([
    ...['2026-12-10 ended', '2027-12-10 open'],
  ]);
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

  test('that is changed by a year after it was decided about is the next one: that opens when the day of the first is over', () => {
    const [row] = after([own('2027-03-31'), '2026-11-21']);
    const open = row ?? expect.unreachable();
    const decided = { ...open, confirmationStatus: 'Confirmation Received', work: 'decided' };
    const changed = kept([decided], own('2028-03-31'), '2026-11-21');
    expect(changed).toMatchObject([{ termEnd: '2027-03-31', state: 'open', work: 'decided' }]);
    expect(kept(changed, own('2028-03-31'), '2027-04-01')).toMatchObject([
      { termEnd: '2027-03-31', closedBecause: 'passed', work: 'decided' },
      { termEnd: '2028-03-31', state: 'open', confirmationStatus: null, work: '' },
    ]);
    expect(answer(kept([open], own('2028-03-31'), '2026-11-21'))).toEqual(['2028-03-31 open']);
    expect(answer(kept([decided], own('2027-05-31'), '2026-11-21'))).toEqual(['2027-05-31 open']);
  });

  test('whose year was wrong for a while takes nothing with it of what was decided', () => {
    const [row] = after([own('2027-03-31'), '2026-11-21']);
    const decided = { ...(row ?? expect.unreachable()), instructionState: 'blocked', work: 'decided' };
    const wrong = kept([decided], own('2028-03-31'), '2026-11-21');
    expect(kept(wrong, own('2027-03-31'), '2026-11-22')).toMatchObject([
      { id: decided.id, termEnd: '2027-03-31', state: 'open', work: 'decided' },
    ]);
  });

  test('of who has left is over when what was planned for it is done', () => {
    const [row] = after([own('2026-11-21'), '2026-11-01']);
    const left = { ...(row ?? expect.unreachable()), confirmationStatus: 'Lost' };
    expect(answer(kept([left], { ...own('2026-11-21'), isUnfinished: true }, '2026-11-22'))).toEqual([
      '2026-11-21 passed open',
    ]);
    expect(answer(kept([left], own('2026-11-21'), '2026-11-22'))).toEqual(['2026-11-21 passed']);
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
