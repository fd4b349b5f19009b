import { StopCause } from '@desk/contract/words/reach';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWaiting, STOP_RULES, stopOf, whyNotToday, type StopFacts } from './stops.ts';

const TODAY = '2026-11-24';
const nothing: StopFacts = {
  ...{ status: null, closedBecause: null, decision: null, instruction: null, isGone: false, repliedOn: null },
  ...{
    unsettledReplyOn: null,
    owes: false,
    isRefused: false,
    wantedOutcome: null,
    urgentTicket: null,
    pause: null,
    silenced: null,
    sentByHandBy: null,
  },
};
const causeOf = (facts: Partial<StopFacts>) => stopOf({ ...nothing, ...facts }, 'decision', TODAY)?.cause;

test('nothing stops a reminder about a term that nobody has decided', () => {
  expect(stopOf(nothing, 'decision', TODAY)).toBeUndefined();
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
  expect(stopOf({ ...nothing, repliedOn: '2026-11-20' }, 'decision', TODAY)).toEqual({
    cause: 'replied',
    reason: 'The customer answered on 20-11-2026.',
  });
  expect(causeOf({ decision: 'talk' })).toBe('replied');
});

test('urgent ticket: who waits for help is not reminded', () => {
  expect(stopOf({ ...nothing, urgentTicket: '1042' }, 'decision', TODAY)).toEqual({
    cause: 'urgent_ticket',
    reason: 'The support ticket 1042 is escalated.',
  });
});

test('paused: until its last day, or until somebody goes on', () => {
  const until = (day: string | null) => ({ pause: { reason: 'They are moving', until: day } });
  expect(causeOf(until(null))).toBe('paused');
  expect(causeOf(until(TODAY))).toBe('paused');
  expect(causeOf(until('2026-11-23'))).toBeUndefined();
  expect(stopOf({ ...nothing, ...until('2026-12-01') }, 'decision', TODAY)?.reason).toBe(
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
  expect(stopOf({ ...nothing, sentByHandBy: 'asha@desk.example' }, 'decision', TODAY)).toEqual({
    cause: 'sent_by_hand',
    reason: 'asha@desk.example wrote to the customer about it today.',
  });
});

/** What stops reminders to decide. */
const CAUSES = StopCause.options.filter((cause) => cause !== 'nothing_owed');
/** One fact for each cause, in the order of the causes. */
const BY_CAUSE: Readonly<Record<(typeof CAUSES)[number], Partial<StopFacts>>> = {
  decided: { instruction: 'approved' },
  replied: { repliedOn: '2026-11-01' },
  urgent_ticket: { urgentTicket: '7' },
  paused: { pause: { reason: 'x', until: null } },
  left: { isGone: true },
  bounced: { silenced: 'bounced' },
  sent_by_hand: { sentByHandBy: 'a@desk.example' },
};

test('of several causes the first in their order is told, and each stops by itself', () => {
  expect(STOP_RULES.decision.map(([cause]) => cause)).toEqual(CAUSES);
  fc.assert(
    fc.property(fc.subarray(CAUSES, { minLength: 1 }), (causes) => {
      const facts = Object.assign({}, nothing, ...causes.map((cause) => BY_CAUSE[cause])) as StopFacts;
      expect(stopOf(facts, 'decision', TODAY)?.cause).toBe(CAUSES.find((cause) => causes.includes(cause)));
    }),
  );
});

const toPay: StopFacts = { ...nothing, decision: 'renew', owes: true };
const ofPayment = (facts: Partial<StopFacts>) => whyNotToday({ ...toPay, ...facts }, 'payment', TODAY);

test('payment: who has decided and owes something is reminded, also when they wrote before', () => {
  expect(whyNotToday(toPay, 'payment', TODAY)).toBeUndefined();
  expect(ofPayment({ decision: null, status: 'Confirmation Received' })).toBeUndefined();
  expect(ofPayment({ repliedOn: '2026-11-01' })).toBeUndefined();
});

test.each([
  [{ unsettledReplyOn: '2026-11-20' }, 'replied', 'The customer wrote on 20-11-2026, and waits for an answer.'],
  [{ decision: 'do_not_renew' }, 'left', 'The customer does not renew.'],
  [{ status: 'Lost' }, 'left', 'Its status is Lost.'],
  [{ urgentTicket: '7' }, 'urgent_ticket', 'The support ticket 7 is escalated.'],
  [{ pause: { reason: 'x', until: null } }, 'paused', 'Paused: x'],
  [{ silenced: 'bounced' }, 'bounced', 'Mail to this address came back.'],
  [{ sentByHandBy: 'a@desk.example' }, 'sent_by_hand', 'a@desk.example wrote to the customer about it today.'],
  [{ decision: null }, 'nothing_owed', 'The customer has not decided.'],
  [{ decision: 'talk' }, 'nothing_owed', 'The customer has not decided.'],
  [{ owes: false }, 'nothing_owed', 'Nothing is owed.'],
  [{ owes: null }, 'nothing_owed', 'The invoices were not read lately.'],
  [{ decision: 'talk', instruction: 'approved' }, 'nothing_owed', 'The customer has not decided.'],
  [{ instruction: 'approved', wantedOutcome: 'end', decision: null }, 'left', 'The customer does not renew.'],
] as const)('payment: %j', (facts, cause, reason) => {
  expect(ofPayment(facts)).toEqual({ cause, reason });
  // What may pass stops nothing for good.
  expect(isWaiting({ cause, reason }, 'payment')).toBe(cause !== 'left' && cause !== 'bounced');
  expect(isWaiting({ cause, reason }, 'decision')).toBe(false);
});

test('what staff confirmed after a customer said no is to be paid', () => {
  expect(ofPayment({ decision: 'do_not_renew', status: 'Confirmation Received' })).toBeUndefined();
});

test('what is to be decided is never to be paid', () => {
  const decision = fc.constantFrom(null, 'renew' as const, 'change' as const, 'talk' as const);
  const status = fc.constantFrom(null, 'In Discussion', 'Confirmation Received');
  const instruction = fc.constantFrom(null, 'draft' as const);
  fc.assert(
    fc.property(fc.record({ decision, status, instruction }), (facts) => {
      const all = { ...nothing, ...facts, owes: true };
      if (stopOf(all, 'decision', TODAY) === undefined) expect(whyNotToday(all, 'payment', TODAY)).toBeDefined();
    }),
  );
});

test('who wants to talk is said to, though what they had decided before was taken back by it', () => {
  const talks = { ...nothing, decision: 'talk', isRefused: true } as const;
  expect(stopOf(talks, 'decision', TODAY)).toEqual({ cause: 'replied', reason: 'The customer wants to talk.' });
});
