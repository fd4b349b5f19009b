import { describe, expect, test } from 'vitest';
import type { Facts, LiveInstruction } from './facts.ts';
import { nextOf } from './next.ts';
import { endOfWeek, groupOf, urgencyOf } from './order.ts';

/** A Monday. */
const TODAY = '2026-11-23';
const facts = (more: Partial<Facts> = {}): Facts => ({
  termEnd: '2026-12-15',
  lastSafeDay: '2026-12-11',
  openedOn: '2025-12-15',
  status: null,
  extensionDate: null,
  seats: 92,
  spokeOn: null,
  asked: null,
  openMail: null,
  instruction: null,
  refused: null,
  isByHand: false,
  byItself: { outcome: 'shrinks', seats: 74 },
  planned: null,
  isUnreachable: false,
  ...more,
});
const live = (more: Partial<LiveInstruction> = {}): LiveInstruction => ({
  ...{
    state: 'draft',
    outcome: 'renew',
    seats: 80,
    needsApproval: false,
    overdueSince: null,
    reason: null,
    isStuck: false,
  },
  ...more,
});
const next = (more: Partial<Facts>, today = TODAY) => {
  const found = nextOf(facts(more), today);
  return { ...found, group: groupOf(found, today) };
};

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
    expect(next({ ...wanted, lastSafeDay: '2026-11-20' })).toMatchObject({ kind: 'call', group: 'overdue' });
    expect(next({ ...wanted, asked: { decision: 'renew', seats: null } }).kind).toBe('decide');
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
        'Nobody can be reached by mail: find somebody. First call of this term. It renews on 4 Feb. It falls to 74 seats on 4 Feb if nobody acts.',
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

test('a day that is more than half a year away has its year', () => {
  const found = next({ termEnd: '2027-10-15', lastSafeDay: '2027-10-12', spokeOn: '2026-11-17' });
  expect(found.sentence).toBe(
    'Undecided; last spoken on 17 Nov. Call again. It falls to 74 seats on 15 Oct 2027 if nobody acts.',
  );
});

describe('of what is instructed', () => {
  test.each([
    [live(), 'decide', 'today', null],
    [live({ needsApproval: true }), 'wait', 'waiting', 'approval'],
    [live({ state: 'approved' }), 'wait', 'waiting', 'provider'],
    [live({ state: 'placed' }), 'wait', 'waiting', 'provider'],
    [live({ state: 'verified' }), 'wait', 'waiting', 'provider'],
    [live({ state: 'blocked' }), 'decide', 'today', null],
    [live({ state: 'drifted' }), 'decide', 'today', null],
    [live({ state: 'placed', overdueSince: '2026-11-21' }), 'decide', 'overdue', null],
    [live({ state: 'approved', isStuck: true, reason: 'Google is not connected.' }), 'decide', 'today', null],
    [live({ state: 'placed', isStuck: true }), 'decide', 'today', null],
  ])('%j', (instruction, kind, group, waitingFor) => {
    const found = next({ instruction, status: 'Confirmation Received' });
    expect(found).toMatchObject({ kind, group, waitingFor });
    expect(found.sentence).toContain('80 seats');
  });

  test('what was approved and could not be set says why, and is overdue on its last safe day', () => {
    const instruction = live({ state: 'approved', isStuck: true, reason: 'Google is not connected.' });
    expect(next({ instruction }).sentence).toBe(
      'Approved, and not set at the provider yet: 80 seats. Google is not connected. It is tried again by itself.',
    );
    expect(next({ instruction, lastSafeDay: TODAY })).toMatchObject({ group: 'overdue', day: TODAY });
  });

  test.each([
    [live({ state: 'blocked', reason: 'Free 4 seats first: 84 assigned, 80 wanted.' })],
    [live({ state: 'drifted', reason: 'Somebody changed it at the provider. It will now end with the term.' })],
  ])('why it is so stands in its sentence: %j', (instruction) => {
    expect(next({ instruction })).toMatchObject({
      act: 'look',
      sentence: `Decided: 80 seats. ${String(instruction.reason)}`,
    });
  });

  test('a refusal is told with the reason of who refused, today', () => {
    const refused = { outcome: 'end', seats: null, reason: 'Offer two years first' } as const;
    expect(next({ refused, status: 'In Discussion', spokeOn: TODAY })).toMatchObject({
      ...{ kind: 'call', group: 'today' },
      sentence:
        'Refused: the end of the subscription. Offer two years first. Speak with the customer again. It falls to 74 seats on 15 Dec if nobody acts.',
    });
  });

  test('what nobody approved by its last safe day is overdue', () => {
    const instruction = live({ needsApproval: true });
    expect(next({ instruction, lastSafeDay: TODAY })).toMatchObject({ group: 'overdue', waitingFor: 'approval' });
  });
});

test('what nobody has approved waits for its approver also once the term is over', () => {
  const instruction = live({ needsApproval: true, outcome: 'end', seats: null, overdueSince: '2026-11-20' });
  expect(next({ instruction, lastSafeDay: null, termEnd: '2026-11-20' })).toMatchObject({
    ...{ group: 'overdue', waitingFor: 'approval' },
    sentence: 'Decided: the end of the subscription. Nobody has approved it, and its last safe day was 20 Nov.',
  });
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
