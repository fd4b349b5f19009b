import { describe, expect, test } from 'vitest';
import { live, next, TODAY } from './testing/facts.ts';
import { endOfWeek, urgencyOf } from './order.ts';

describe('of what nobody has decided', () => {
  test.each([
    ['never spoken about, far away', { lastSafeDay: '2027-03-01', termEnd: '2027-03-04' }, '2026-12-31', 'later'],
    ['never spoken about, 60 days before its last safe day', { lastSafeDay: '2027-01-22' }, TODAY, 'today'],
    ['never spoken about, known only since yesterday', { openedOn: '2026-11-22' }, '2026-11-22', 'today'],
    ['spoken about, long before', { spokeOn: '2026-11-16', lastSafeDay: '2027-01-22' }, '2026-11-30', 'later'],
    ['spoken about, in its last month: each week', { spokeOn: '2026-11-18' }, '2026-11-25', 'week'],
    [
      'spoken about, in its last week: each other day',
      { spokeOn: '2026-11-23', lastSafeDay: '2026-11-27' },
      '2026-11-25',
      'week',
    ],
    [
      'spoken about, not later than its last safe day',
      { spokeOn: '2026-11-23', lastSafeDay: '2026-11-24' },
      '2026-11-24',
      'week',
    ],
    ['given time', { status: 'Extension', extensionDate: '2026-12-03' }, '2026-12-03', 'later'],
    [
      'given time beyond its last safe day',
      { status: 'Extension', extensionDate: '2026-12-30' },
      '2026-12-11',
      'later',
    ],
    ['given time that has passed', { status: 'Extension', extensionDate: '2026-11-20' }, TODAY, 'today'],
    [
      'given time that has passed, and called since: each week',
      { status: 'Extension', extensionDate: '2026-11-20', spokeOn: TODAY },
      '2026-11-30',
      'later',
    ],
    ['each other day, which is no Saturday', { spokeOn: '2026-11-19', lastSafeDay: '2026-11-27' }, TODAY, 'today'],
  ] as const)('%s: called', (_, more, day, group) => {
    expect(next(more)).toMatchObject({ kind: 'call', day, group, isLate: false });
  });

  test('seats that are wanted in the middle of the term are ordered today, until somebody says how the renewal stands', () => {
    const wanted = { status: 'Mid Term Upgrade', spokeOn: '2026-11-18' } as const;
    expect(next(wanted)).toMatchObject({
      ...{ kind: 'other', act: 'talk', day: TODAY, group: 'today', isLate: false },
      sentence:
        'The customer wants seats in the middle of the term. Order them, then comment how the renewal stands. It falls to 74 seats on 15 Dec if nobody acts.',
    });
    expect(next({ ...wanted, lastSafeDay: '2026-11-20' })).toMatchObject({
      ...{ kind: 'call', group: 'overdue' },
      sentence: expect.stringMatching(
        /^The customer wants seats in the middle of the term. Order them. Nobody has/,
      ) as string,
    });
    expect(next({ ...wanted, instruction: live({ state: 'verified' }) })).toMatchObject({
      kind: 'other',
      group: 'today',
    });
    expect(next({ ...wanted, instruction: live({ state: 'blocked' }) }).act).toBe('look');
    expect(next({ ...wanted, asked: { decision: 'renew', seats: null } }).kind).toBe('decide');
  });

  test.each([
    [
      'a refusal',
      { refused: { state: 'refused', outcome: 'end', seats: null, reason: 'Two years' } },
      'call',
      /^Refused: the end of the subscription\. Two years\. Its last safe day was on 20 Nov\. Speak with the customer again\./,
    ],
    [
      'what the customer asked for',
      { asked: { decision: 'change', seats: 40 } },
      'decide',
      /^The customer asked for 40 seats\. Confirm it\. Its last safe day was on 20 Nov\./,
    ],
    [
      'that the customer wants to talk',
      { asked: { decision: 'talk', seats: null } },
      'call',
      /^The customer wants to talk before deciding\. Call\. Its last safe day was on 20 Nov\./,
    ],
  ] as const)('%s is told also when the last safe day has passed', (_, more, kind, words) => {
    expect(next({ ...more, lastSafeDay: '2026-11-20' })).toMatchObject({
      ...{ kind, day: '2026-11-20', group: 'overdue', isLate: true },
      sentence: expect.stringMatching(words) as string,
    });
  });

  test('one whose last safe day has passed is overdue, and says what happens', () => {
    expect(next({ lastSafeDay: '2026-11-20', spokeOn: '2026-11-22' })).toMatchObject({
      ...{ kind: 'call', day: '2026-11-20', group: 'overdue' },
      sentence:
        'Nobody has decided; last spoken on 22 Nov. Its last safe day was on 20 Nov. Call today. It falls to 74 seats on 15 Dec if nobody acts.',
    });
    expect(next({ lastSafeDay: '2026-11-20', spokeOn: TODAY }).sentence).toContain('spoken on 23 Nov. Its last safe day was on 20 Nov. Call again.'); // prettier-ignore
    expect(next({ lastSafeDay: null, isByHand: true, termEnd: '2026-11-20' }).group).toBe('overdue');
  });

  test('where nobody can be reached by mail somebody is to be found, today, and again when it is time to call', () => {
    const alone = { isUnreachable: true, lastSafeDay: '2027-02-01', termEnd: '2027-02-04' };
    expect(next(alone)).toMatchObject({
      ...{ kind: 'call', act: 'talk', day: TODAY, group: 'today', isLate: false },
      sentence:
        'Nobody can be reached by mail: find somebody. First call of this term. It renews on 4 Feb 2027. It falls to 74 seats on 4 Feb 2027 if nobody acts.',
    });
    expect(next({ ...alone, spokeOn: TODAY })).toMatchObject({
      ...{ day: '2026-12-07', group: 'later' },
      sentence: expect.stringContaining('find somebody. Undecided; last spoken on 23 Nov') as string,
    });
    const decided = { ...alone, status: 'Confirmation Received' } as const;
    expect(next(decided).sentence).not.toContain('reached');
    expect(next({ ...alone, asked: { decision: 'renew', seats: null } }).sentence).not.toContain('reached');
  });

  test.each([
    ['renew', null, 'decide', 'The customer decided to renew. Confirm it.'],
    ['change', 80, 'decide', 'The customer asked for 80 seats. Confirm it.'],
    ['talk', null, 'call', 'The customer wants to talk before deciding. Call.'],
  ] as const)('the customer’s own %s is answered today', (decision, seats, kind, sentence) => {
    expect(next({ asked: { decision, seats } })).toMatchObject({ kind, sentence, group: 'today' });
  });
});

describe('of what is decided by its status', () => {
  test.each([
    ['Confirmation Received', {}, 'decide', 'today', null],
    ['Confirmation Received', { byItself: { outcome: 'renews', seats: 92 } }, 'wait', 'waiting', 'provider'],
    [
      'Confirmation received for flex',
      { byItself: { outcome: 'flexible', seats: null } },
      'wait',
      'waiting',
      'provider',
    ],
    ['Lost', { byItself: { outcome: 'ends', seats: 0 } }, 'wait', 'waiting', 'provider'],
    ['Lost', { byItself: { outcome: 'renews', seats: 92 } }, 'decide', 'today', null],
    ['Lost', { lastSafeDay: '2026-11-20' }, 'decide', 'overdue', null],
    ['Confirmation Received', { isByHand: true, lastSafeDay: null }, 'other', 'later', null],
    ['Upgrade', {}, 'other', 'later', null],
    ['Suspended', {}, 'wait', 'waiting', 'customer'],
  ] as const)('%s with %j: %s, %s', (status, more, kind, group, waitingFor) => {
    expect(next({ ...more, status })).toMatchObject({ kind, group, waitingFor });
  });
});

test.each([
  ['2026-11-23', 'Nothing is to be done until 23 Nov.'],
  ['2026-11-20', 'The term ended on 20 Nov, and the provider has not shown yet what came of it.'],
])('what is set at the provider waits for the end of its term, on %s, and says once it is over', (termEnd, words) => {
  const found = next({ status: 'Lost', byItself: { outcome: 'ends', seats: 0 }, termEnd });
  expect(found).toMatchObject({ group: 'waiting', sentence: `The customer leaves, and so it is set at the provider. ${words}` }); // prettier-ignore
});

test('a day of another year has its year', () => {
  const found = next({ termEnd: '2027-10-15', lastSafeDay: '2027-10-12', spokeOn: '2026-11-17' });
  expect(found.sentence).toBe(
    'Undecided; last spoken on 17 Nov. Call again. It falls to 74 seats on 15 Oct 2027 if nobody acts.',
  );
});

describe('what somebody said', () => {
  const planned = (day: string, kind: 'call' | 'wait' = 'call') => ({
    planned: { kind, day, time: '10:00', reason: 'Call promised' },
  });

  test.each([
    [planned('2026-11-23'), 'today'],
    [planned('2026-11-29'), 'week'],
    [planned('2026-11-30'), 'later'],
    [planned('2026-11-20'), 'overdue'],
    [planned('2026-11-26', 'wait'), 'waiting'],
    [planned(TODAY, 'wait'), 'today'],
  ])('%j overrides the policy', (more, group) => {
    expect(next(more)).toMatchObject({
      group,
      time: '10:00',
      sentence: expect.stringMatching(/^Call promised/) as string,
    });
  });

  test('what is late says how it stands beside what was planned; what is not, says that alone', () => {
    expect(next({ ...planned('2026-11-20'), spokeOn: '2026-11-16' }).sentence).toMatch(
      /^Call promised\. Undecided; last spoken on 16 Nov\. Call again\./,
    );
    expect(next({ ...planned(TODAY), spokeOn: '2026-11-16' }).sentence).toBe('Call promised');
  });

  test('a last safe day, what is overdue, and an approval are not put off', () => {
    const tomorrow = planned('2026-11-24');
    expect(next({ ...tomorrow, lastSafeDay: TODAY, spokeOn: '2026-11-22' })).toMatchObject({
      day: TODAY,
      group: 'today',
    });
    expect(next({ ...tomorrow, lastSafeDay: '2026-11-20' }).group).toBe('overdue');
    const today = { ...tomorrow, lastSafeDay: null, termEnd: TODAY, spokeOn: '2026-11-22' };
    const ends = { outcome: 'ends', seats: 0 } as const;
    expect(next({ ...today, byItself: ends })).toMatchObject({ day: TODAY, group: 'today' });
    expect(next({ ...today, byItself: ends, isByHand: true }).day).toBe('2026-11-24');
    expect(next({ ...today, byItself: { outcome: 'nothing', seats: null } }).day).toBe('2026-11-24');
    expect(next({ ...tomorrow, instruction: live({ overdueSince: '2026-11-21' }) }).group).toBe('overdue');
    expect(next({ ...tomorrow, instruction: live({ needsApproval: true }) })).toMatchObject({ waitingFor: 'approval' });
  });
});

test('a week ends on its Sunday', () => {
  expect(['2026-11-22', '2026-11-23', '2026-11-29'].map(endOfWeek)).toEqual(['2026-11-22', '2026-11-29', '2026-11-29']);
});

test('urgency is money × nearness, each currency by its own average', () => {
  const average = new Map([
    ['INR', 100_000],
    ['USD', 1_000],
  ]);
  const urgency = (value: number | null, daysLeft: number, currency = 'INR') =>
    urgencyOf({ value, daysLeft, currency }, average);
  expect(urgency(200_000, 4)).toBeGreaterThan(urgency(100_000, 4));
  expect(urgency(100_000, 4)).toBeGreaterThan(urgency(100_000, 9));
  expect(urgency(50_000, 0)).toBeGreaterThan(urgency(200_000, 9));
  expect(urgency(2_000, 4, 'USD')).toBe(urgency(200_000, 4));
  expect(urgency(null, 4)).toBe(urgency(100_000, 4));
  expect(urgency(100_000, -5)).toBe(urgency(100_000, 0));
});

test.each(['blocked', 'drifted'] as const)('who asked to talk is called before what is %s is seen to', (state) => {
  const asked = { asked: { decision: 'talk', seats: null } } as const;
  const alone = next({ instruction: live({ state }) });
  const both = next({ ...asked, instruction: live({ state }) });
  expect(both).toMatchObject({ act: alone.act, isLate: alone.isLate });
  expect(both.sentence).toBe(`The customer wants to talk: call first. ${alone.sentence}`);
});

describe('a mail of the customer', () => {
  const openMail = { inboundId: 7, kind: 'reply', on: '2026-11-20', words: 'please call me' } as const;

  test('says alone that they answered, where nothing was decided before', () => {
    expect(next({ openMail }).sentence).toBe('They answered on 20 Nov: “please call me”.');
  });

  test.each([
    ['waits for approval', { instruction: live({ outcome: 'flexible', seats: null, needsApproval: true }) }],
    ['was refused', { refused: { state: 'refused', outcome: 'end', seats: null, reason: null } }],
    ['is to be confirmed', { asked: { decision: 'renew', seats: null } }],
  ] as const)('hides nothing that %s', (_, more) => {
    const without = next(more);
    expect(next({ openMail, ...more })).toMatchObject({
      ...{ kind: 'call', day: TODAY },
      sentence: `They answered on 20 Nov: “please call me”. ${without.sentence}`,
    });
  });
});
