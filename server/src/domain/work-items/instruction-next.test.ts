import { describe, expect, test } from 'vitest';
import { live, next, TODAY } from './testing/facts.ts';

test('what is approved and stuck is late from its last safe day on, and once the term is over a day after it', () => {
  const instruction = live({ state: 'approved', isStuck: true });
  const over = { instruction, lastSafeDay: '2026-11-20' };
  expect(next({ ...over, termEnd: '2026-11-25' }).isLate).toBe(true);
  expect(next({ ...over, termEnd: TODAY }).isLate).toBe(false);
  expect(next({ instruction: { ...instruction, overdueSince: '2026-11-22' }, termEnd: '2026-11-22' }).isLate).toBe(
    true,
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
    const refused = { state: 'refused', outcome: 'end', seats: null, reason: 'Offer two years first' } as const;
    expect(next({ refused, status: 'In Discussion', spokeOn: TODAY })).toMatchObject({
      ...{ kind: 'call', group: 'today' },
      sentence:
        'Refused: the end of the subscription. Offer two years first. Speak with the customer again. It falls to 74 seats on 15 Dec if nobody acts.',
    });
  });

  test.each([
    ['blocked', live({ state: 'blocked', reason: 'Free 4 seats first.' })],
    ['changed by somebody', live({ state: 'drifted' })],
    ['confirmed by nobody', live()],
  ])('what is decided and not in place is overdue from its last safe day until the term ends: %s', (_, instruction) => {
    const soon = { instruction, lastSafeDay: '2026-11-20', termEnd: '2026-11-25' };
    expect(next(soon)).toMatchObject({ group: 'overdue', isLate: true, day: '2026-11-20' });
    expect(next(soon).sentence).toMatch(/\. Its last safe day was on 20 Nov\.$/);
    expect(next({ ...soon, lastSafeDay: TODAY }).sentence).toMatch(/\. Today is its last safe day\.$/);
    expect(next({ ...soon, lastSafeDay: '2026-11-24' })).toMatchObject({ group: 'today', isLate: false });
    expect(next({ ...soon, termEnd: TODAY })).toMatchObject({ group: 'today', isLate: false });
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

test('a wish for fewer seats than are in use says how many are to be freed before anybody has approved it', () => {
  const instruction = live({ needsApproval: true, seats: 10 });
  const words = '12 of 10 wanted seats are in use: free 2 before the end.';
  expect(next({ instruction, inUse: 12 }).sentence).toBe(
    `Decided: 10 seats. It waits for approval, until 11 Dec. ${words}`,
  );
  expect(next({ instruction, inUse: 12, lastSafeDay: TODAY }).sentence).toBe(
    `Decided: 10 seats. Nobody has approved it, and today is the last safe day. ${words}`,
  );
  expect(next({ instruction: { ...instruction, needsApproval: false }, inUse: 12 }).sentence).toBe(
    `Decided: 10 seats. Confirm it, so that it is set at the provider. ${words}`,
  );
  for (const inUse of [10, null]) expect(next({ instruction, inUse }).sentence).not.toContain('in use');
  const over = { instruction, inUse: 12, lastSafeDay: null, termEnd: '2026-11-22' };
  expect(next(over).sentence).toContain('12 of 10 wanted seats are in use: free 2 first.');
});
