import { StopCause } from '@desk/contract/words/reach';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { STOP_RULES, stopOf, type StopFacts } from './stops.ts';

const TODAY = '2026-11-24';
const nothing: StopFacts = {
  ...{ status: null, closedBecause: null, decision: null, instruction: null, isGone: false, repliedOn: null },
  ...{ urgentTicket: null, pause: null, silenced: null, sentByHandBy: null },
};
const causeOf = (facts: Partial<StopFacts>) => stopOf({ ...nothing, ...facts }, TODAY)?.cause;

test('nothing stops a reminder about a term that nobody has decided', () => {
  expect(stopOf(nothing, TODAY)).toBeUndefined();
  for (const status of ['In Discussion', 'Extension', 'Mid Term Upgrade']) expect(causeOf({ status })).toBeUndefined();
});

test.each([
  ['renewed by hand', { decision: 'renew' as const }],
  ['asked for a change', { decision: 'change' as const }],
  ['said that it leaves', { decision: 'do_not_renew' as const }],
  ['confirmed to staff', { status: 'Confirmation Received' }],
  ['has an instruction', { instruction: 'draft' as const }],
  ['was renewed', { closedBecause: 'renewed' as const }],
])('decided: who %s is not reminded', (_, facts) => {
  expect(causeOf(facts)).toBe('decided');
});

test('replied: who answered, or wants to talk, is not reminded', () => {
  expect(stopOf({ ...nothing, repliedOn: '2026-11-20' }, TODAY)).toEqual({
    cause: 'replied',
    reason: 'The customer answered on 20-11-2026.',
  });
  expect(causeOf({ decision: 'talk' })).toBe('replied');
});

test('urgent ticket: who waits for help is not reminded', () => {
  expect(stopOf({ ...nothing, urgentTicket: '1042' }, TODAY)).toEqual({
    cause: 'urgent_ticket',
    reason: 'The support ticket 1042 is escalated.',
  });
});

test('paused: until its last day, or until somebody goes on', () => {
  const until = (day: string | null) => ({ pause: { reason: 'They are moving', until: day } });
  expect(causeOf(until(null))).toBe('paused');
  expect(causeOf(until(TODAY))).toBe('paused');
  expect(causeOf(until('2026-11-23'))).toBeUndefined();
  expect(stopOf({ ...nothing, ...until('2026-12-01') }, TODAY)?.reason).toBe(
    'Paused until 01-12-2026: They are moving',
  );
});

test.each([
  [{ status: 'Lost' }],
  [{ status: 'Moved to O365' }],
  [{ status: 'Suspended' }],
  [{ isGone: true }],
  [{ closedBecause: 'ended' as const }],
  [{ closedBecause: 'passed' as const }],
])('left: %j is not reminded', (facts) => {
  expect(causeOf(facts)).toBe('left');
});

test('bounced: an address that takes no mail, or whose owner wants none, is not written to', () => {
  expect(causeOf({ silenced: 'bounced' })).toBe('bounced');
  expect(causeOf({ silenced: 'unsubscribed' })).toBe('bounced');
});

test('sent by hand: who had a message of staff today has none of ours', () => {
  expect(stopOf({ ...nothing, sentByHandBy: 'asha@desk.example' }, TODAY)).toEqual({
    cause: 'sent_by_hand',
    reason: 'asha@desk.example wrote to the customer about it today.',
  });
});

/** One fact for each cause, in the order of the causes. */
const BY_CAUSE: Readonly<Record<StopCause, Partial<StopFacts>>> = {
  decided: { instruction: 'approved' },
  replied: { repliedOn: '2026-11-01' },
  urgent_ticket: { urgentTicket: '7' },
  paused: { pause: { reason: 'x', until: null } },
  left: { isGone: true },
  bounced: { silenced: 'bounced' },
  sent_by_hand: { sentByHandBy: 'a@desk.example' },
};

test('of several causes the first in their order is told, and each stops by itself', () => {
  expect(STOP_RULES.map(([cause]) => cause)).toEqual(StopCause.options);
  fc.assert(
    fc.property(fc.subarray([...StopCause.options], { minLength: 1 }), (causes) => {
      const facts = Object.assign({}, nothing, ...causes.map((cause) => BY_CAUSE[cause])) as StopFacts;
      expect(stopOf(facts, TODAY)?.cause).toBe(StopCause.options.find((cause) => causes.includes(cause)));
    }),
  );
});
