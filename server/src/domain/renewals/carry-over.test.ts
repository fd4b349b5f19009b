import { LONGEST_REASON } from '@desk/contract/renewal-work/next-step';
import { expect, test } from 'vitest';
import { leftOpen, type ClosedTerm } from './carry-over.ts';

const TODAY = '2027-12-02';
const term = (own: Partial<ClosedTerm>): ClosedTerm => ({
  ...{ termEnd: '2027-12-01', closedBecause: 'renewed', status: 'Confirmation Received', isSpokenOf: false },
  ...{ planned: null, unapproved: null, seats: 92, planName: 'ANNUAL' },
  ...{
    extensionDate: null,
    isInstructed: false,
    goesOnByItself: false,
    wantsToTalk: false,
    refused: null,
    asked: null,
  },
  ...own,
});
const end = { outcome: 'end', seats: null, pay: null } as const;
const invoice = { kind: 'invoice', day: '2027-12-15', time: '11:00', reason: 'Send the invoice' } as const;

test.each<[string, Partial<ClosedTerm>, string]>([
  [
    'an end that nobody approved',
    { unapproved: end, planned: invoice },
    'Wanted: the end of the subscription. The term ended on 1 Dec, and nobody had approved it. Speak with the customer.',
  ],
  [
    'fewer seats that nobody approved',
    { unapproved: { outcome: 'renew', seats: 80, pay: null } },
    'Wanted: 80 seats. The term ended on 1 Dec, and nobody had approved it. Speak with the customer.',
  ],
  [
    'an end that nobody approved before another term began',
    { unapproved: end, termEnd: '2028-02-10' },
    'Wanted: the end of the subscription. A new term began before the one until 10 Feb 2028 was over, and nobody had approved it. Speak with the customer.',
  ],
  [
    'a refusal, beside what was planned',
    { refused: { state: 'refused', outcome: 'renew', seats: 80, reason: 'Too few' }, planned: invoice },
    'Refused: 80 seats. Too few. Send the invoice',
  ],
  [
    'seats in the middle of the term',
    { status: 'Mid Term Upgrade' },
    'The customer wanted seats in the middle of the term. Order them. The term ended on 1 Dec.',
  ],
  ['what was planned and goes on', { planned: invoice }, 'Send the invoice'],
  [
    'a customer who asked to talk',
    { wantsToTalk: true, status: 'In Discussion' },
    'The customer wanted to talk. The term ended on 1 Dec, and nobody had called them. Call.',
  ],
  [
    'a customer who asked to talk about what was set at the provider, with what was planned',
    { wantsToTalk: true, isInstructed: true, planned: invoice },
    'The customer wanted to talk: call. Send the invoice',
  ],
  [
    'as many seats, paid otherwise, that nobody approved',
    { unapproved: { outcome: 'renew', seats: 92, pay: 'yearly' } },
    'Wanted: 92 seats, paid yearly. The term ended on 1 Dec, and nobody had approved it. Speak with the customer.',
  ],
  [
    'a contract for which time to decide was given',
    { closedBecause: 'passed', status: 'Extension', extensionDate: '2027-12-20' },
    'Time to decide the term that ended on 1 Dec was given until 20 Dec. Call for the decision.',
  ],
  ['another product', { status: 'Upgrade' }, 'The customer takes another product. Order it. The term ended on 1 Dec.'],
  [
    'a contract that nobody decided',
    { closedBecause: 'passed', status: 'In Discussion', isSpokenOf: true },
    'Nobody has decided the term that ended on 1 Dec. Speak with the customer.',
  ],
  [
    'a contract that is renewed by hand',
    { closedBecause: 'passed' },
    'Arranged by hand on 1 Dec: see that it is done, and comment it.',
  ],
])('%s is left open', (_, own, reason) => {
  expect(leftOpen(term(own), TODAY)).toMatchObject({ reason });
});

test.each<[string, Partial<ClosedTerm>]>([
  ['what the provider has renewed', {}],
  ['an undecided one that the provider has renewed', { status: null }],
  ['seats that nobody approved and that are there', { unapproved: { outcome: 'renew', seats: 92, pay: 'monthly' } }],
  [
    'a flexible plan that nobody approved and that is there',
    { unapproved: { outcome: 'flexible', seats: null, pay: null }, planName: 'FLEXIBLE' },
  ],
  ['a call that was planned about the decision', { planned: { ...invoice, kind: 'call' } }],
  ['another product of which somebody wrote since', { status: 'Upgrade', isSpokenOf: true }],
  ['a contract of which somebody wrote since', { closedBecause: 'passed', isSpokenOf: true }],
  ['a plan without a commitment, which goes on', { closedBecause: 'passed', goesOnByItself: true }],
  ['what was set at the provider', { closedBecause: 'passed', status: null, isInstructed: true }],
  ['a contract that rests', { closedBecause: 'passed', status: 'Suspended' }],
])('%s is not', (_, own) => {
  expect(leftOpen(term(own), TODAY)).toBeUndefined();
});

test('a plan that is carried over beside a wish to talk stays as long as a plan may be, on its day', () => {
  const planned = { ...invoice, reason: 'x'.repeat(LONGEST_REASON) };
  const left = leftOpen(term({ wantsToTalk: true, planned }), TODAY);
  expect(left).toMatchObject({ kind: 'invoice', day: '2027-12-15', time: '11:00' });
  expect(left?.reason).toHaveLength(LONGEST_REASON);
  expect(left?.reason).toMatch(/^The customer wanted to talk: call\. x/);
});
