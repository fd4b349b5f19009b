import { expect, test } from 'vitest';
import { instruction, plan } from '../testing/instructions.ts';
import {
  approvalWords,
  confirmWords,
  consequenceWords,
  planWords,
  quickerWords,
  sentWords,
  stepsWords,
} from './instruction-words.ts';

test.each([
  ['fewer seats', {}, 'From 1 Dec 2026: 80 seats instead of 92, ₹2,25,600 a year, ₹33,840 less than now.'],
  [
    'more of them',
    { seats: 100, value: '282000.00' },
    'From 1 Dec 2026: 100 seats instead of 92, ₹2,82,000 a year, ₹22,560 more than now.',
  ],
  ['as many', { seats: 92, value: '259440.00' }, 'From 1 Dec 2026: 92 seats, as now, ₹2,59,440 a year.'],
  ['an unknown price', { value: null, value_now: null }, 'From 1 Dec 2026: 80 seats instead of 92, worth not known.'],
  ['dollars', { currency: 'USD' }, 'From 1 Dec 2026: 80 seats instead of 92, $225,600 a year, $33,840 less than now.'],
])('a renewal with %s tells seats, money and date', (_, own, sentence) => {
  expect(consequenceWords('renew', plan(own), '2026-11-24')).toBe(sentence);
});

test.each([
  ['end', 'It ends on 1 Dec 2026: its users lose the service, and ₹2,59,440 a year is lost.'],
  ['flexible', 'From 1 Dec 2026 it goes on from month to month for the seats in use, without a commitment.'],
  ['proposed', 'On 1 Dec 2026 it renews on the offer that was proposed, with the seats in use at least.'],
] as const)('%s tells what it comes to', (outcome, sentence) => {
  expect(consequenceWords(outcome, plan(), '2026-12-01')).toBe(sentence);
});

test.each([
  [
    'renew',
    'Its term ended on 1 Dec 2026. Once it is set: 80 seats instead of 92, ₹2,25,600 a year, ₹33,840 less than now.',
  ],
  ['end', 'Its term ended on 1 Dec 2026. Its users lose the service, and ₹2,59,440 a year is lost.'],
] as const)('after the term no past day is promised: %s', (outcome, sentence) => {
  expect(consequenceWords(outcome, plan(), '2026-12-02')).toBe(sentence);
});

test('two steps are told with their days', () => {
  const two = plan();
  expect(stepsWords(two.steps ?? [], two, '2026-11-27')).toEqual([
    'Switch to flexible by 27 Nov 2026',
    'Annual with 80 on 1 Dec 2026',
  ]);
  expect(planWords({ outcome: 'renew', seats: 80 }, two, '2026-11-27')).toEqual({
    text: '80 takes two steps at Google.',
    hint: 'Switch to flexible by 27 Nov 2026. Annual with 80 on 1 Dec 2026.',
  });
});

test('of a step whose last safe day is over it is said that it is, and no past day is asked for', () => {
  const two = plan();
  expect(planWords({ outcome: 'renew', seats: 80 }, two, '2026-11-28').hint).toBe(
    'Switch to flexible at once: the last safe day was 27 Nov 2026. Annual with 80 on 1 Dec 2026.',
  );
  expect(stepsWords(two.steps ?? [], two, '2026-11-28')[0]).toBe(
    'Switch to flexible at once: the last safe day was 27 Nov 2026',
  );
});

test.each([
  ['renew', 'Confirm 80 seats'],
  ['end', 'Confirm the end'],
] as const)('a button that sets nothing says what it confirms: %s', (outcome, words) => {
  expect(confirmWords({ outcome, seats: 80 })).toBe(words);
});

test('a switch to flexible that nothing follows is told as the one step that it is', () => {
  const one = plan({ steps: [{ do: 'set-renewal', after: 'now', text: 'Set the renewal: go on as flexible' }] });
  expect(planWords({ outcome: 'flexible', seats: null }, one, '2026-11-27')).toEqual({
    text: 'Going on as flexible takes one step at Google.',
    hint: 'Set the renewal: go on as flexible by 27 Nov 2026.',
  });
});

test('more seats come on the day', () => {
  const more = plan({ seats: 100, steps: [{ do: 'set-seats', after: 'term-end', text: '' }] });
  expect(planWords({ outcome: 'renew', seats: 100 }, more, '2026-11-27').hint).toBe('100 seats on 1 Dec 2026.');
});

test('what is as wanted already, and what is not possible, are told as such', () => {
  const asWanted = planWords({ outcome: 'renew', seats: 80 }, plan({ steps: [] }), '2026-11-27');
  expect(asWanted.text).toBe('Google has it so already.');
  const blocked = plan({ steps: null, problem: 'Free 4 seats first: 92 assigned, 88 wanted.' });
  expect(planWords({ outcome: 'renew', seats: 70 }, blocked, '2026-11-27').text).toContain(
    'Free 4 seats first: 92 assigned',
  );
});

test('who has decided reads what is in its way, not that it is being told', () => {
  const wanted = { outcome: 'renew', seats: 88, pay: null } as const;
  const problem = 'Free 4 seats first: 92 assigned, 88 wanted.';
  expect(sentWords(wanted, 'tara.example', plan({ steps: null, problem }))).toMatch(
    /^Decided: 88 seats.*, tara\.example\. Free 4 seats first/,
  );
  expect(sentWords(wanted, 'tara.example', plan())).toMatch(/^Google is being told: 88 seats/);
  expect(sentWords(wanted, 'tara.example', plan({ steps: [] }))).toMatch(/^Confirmed: .* Google has it so already\.$/);
});

test.each([
  [['fall'], false, /administrator or the manager .* because the seats fall by more than the limit\.$/],
  [['end', 'value', 'debt'], true, /the renewal ends, a year of it is worth more than the limit and an invoice of the customer is overdue\.$/], // prettier-ignore
  [['other-currency', 'debt'], false, /because its price is in USD but the limit is in INR and an invoice/],
  [[], true, /by who has the renewal.*the customer asked for it\.$/],
] as const)('%j is told in words', (reasons, isOfCustomer, sentence) => {
  expect(approvalWords({ approval_reasons: [...reasons], currency: 'USD' }, { isOfCustomer })).toMatch(sentence);
});
test('what needs no second person has none to wait for', () => {
  expect(approvalWords({ approval_reasons: [], currency: 'INR' })).toBeUndefined();
});

test.each([
  ['verified', 'asha@desk.example was quicker and approved it. It is now: Set at Google.'],
  ['refused', 'Somebody was quicker: it is refused. Ask for the purchase order first.'],
  ['cancelled', 'Somebody was quicker: it is taken back.'],
  ['superseded', 'ravi@desk.example was quicker and asks for another thing: Do not renew.'],
  ['draft', 'Somebody was quicker. Look at it again.'],
] as const)('of one that is %s by now it is said who was quicker', (state, sentence) => {
  const one = instruction({ state, approved_by: 'asha@desk.example', reason: 'Ask for the purchase order first.' });
  const newest = state === 'superseded' ? [instruction({ instruction_id: 32, outcome: 'end', requested_by: 'ravi@desk.example' })] : []; // prettier-ignore
  expect(quickerWords([...newest, one], 31)).toBe(sentence);
});
