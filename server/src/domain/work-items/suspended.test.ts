import { describe, expect, test } from 'vitest';
import { live, next, TODAY } from './testing/facts.ts';

describe('of what the provider has suspended', () => {
  const suspended = { byItself: { outcome: 'suspended', seats: 0 } } as const;

  test('the day until which it can be restored is told, before its term has ended and after it', () => {
    const sentence =
      'It is suspended: it does not renew before it is restored. Restore it by 8 Feb 2027, or the provider moves the customer away.';
    const over = { ...suspended, restoreBy: '2027-02-08', lastSafeDay: '2026-11-18', termEnd: '2026-11-21' };
    expect(next(over)).toMatchObject({
      ...{ kind: 'call', group: 'overdue' },
      sentence: `Nobody has decided. Its last safe day was on 18 Nov. Call today. ${sentence}`,
    });
    expect(next({ ...suspended, restoreBy: '2027-02-08' }).sentence).toMatch(
      / Restore it by 8 Feb 2027, or the provider/,
    );
  });

  test('once that day has passed it is to be restored now', () => {
    expect(next({ ...suspended, restoreBy: '2026-11-20' }).sentence).toMatch(
      / Restore it now: its last safe day was 20 Nov, and the provider moves the customer away\.$/,
    );
  });

  test('something else keeps the customer: it does not renew', () => {
    expect(next(suspended).sentence).toMatch(/ It is suspended: it does not renew before it is restored\.$/);
  });

  test('what was decided and waits for it tells so too, before its term has ended and after it', () => {
    const reason = 'Have it restored first.';
    const blocked = { ...suspended, instruction: live({ state: 'blocked', reason }), restoreBy: '2027-02-08' };
    expect(next(blocked).sentence).toBe(
      'Decided: 80 seats. Have it restored first. Restore it by 8 Feb 2027, or the provider moves the customer away.',
    );
    const over = { ...blocked, instruction: live({ state: 'blocked', reason, overdueSince: '2026-11-20' }) };
    expect(next(over).sentence).toMatch(/ Have it restored first\. Restore it by 8 Feb 2027, or .* Finish it\.$/);
  });

  test('why what was decided is not in place stands beside that it is overdue', () => {
    const reason = 'The subscription is suspended, and a suspended one does not renew. Have it restored first.';
    const instruction = live({ state: 'blocked', reason, overdueSince: '2026-11-20' });
    expect(next({ ...suspended, instruction, termEnd: '2026-11-20' }).sentence).toBe(
      `The term is over since 20 Nov, and what was decided is not in place: 80 seats. ${reason} Finish it.`,
    );
  });
});

describe('of what is suspended with us and goes on at the provider', () => {
  const suspended = { status: 'Suspended', byItself: { outcome: 'shrinks', seats: 74 } } as const;

  test('it waits for the customer until the last safe day, and is somebody’s then', () => {
    expect(next({ ...suspended, lastSafeDay: '2026-12-10' })).toMatchObject({
      ...{ waitingFor: 'customer', isLate: false },
      sentence:
        'Suspended with us, and not at the provider: it falls to 74 seats on 15 Dec if nobody acts. Take it up or end it there by 10 Dec.',
    });
    expect(next({ ...suspended, lastSafeDay: TODAY })).toMatchObject({
      kind: 'decide',
      waitingFor: null,
      isLate: false,
    });
    expect(next({ ...suspended, lastSafeDay: '2026-11-20' })).toMatchObject({
      ...{ kind: 'decide', waitingFor: null, isLate: true, group: 'overdue' },
      sentence:
        'Suspended with us, and not at the provider: it falls to 74 seats on 15 Dec if nobody acts. Its last safe day was on 20 Nov. Take it up or end it there now.',
    });
  });

  test.each([
    ['is suspended there as well', { byItself: { outcome: 'suspended', seats: null } }],
    ['is arranged by hand', { isByHand: true }],
  ] as const)('what %s rests', (_, more) => {
    expect(next({ ...suspended, lastSafeDay: '2026-11-20', ...more })).toMatchObject({
      ...{ waitingFor: 'customer', isLate: false },
      sentence: 'Suspended with the customer. It rests until somebody takes it up.',
    });
  });
});
