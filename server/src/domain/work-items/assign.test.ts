import { expect, test } from 'vitest';
import { assigner, type Assigned, type AssignmentRule } from './assign.ts';

const rule = (more: Partial<AssignmentRule> = {}): AssignmentRule => ({
  ...{ id: 1, zone: null, segment: null, seatsFrom: null, seatsTo: null, resellerId: null, product: null },
  ...{ choice: 'person', people: [7], lastChosenId: null },
  ...more,
});
const renewal = (more: Partial<Assigned> = {}): Assigned => ({
  ...{ zone: 'West', segment: 'SMB', seats: 50, resellerId: null, product: 'Starter', value: 100 },
  ...more,
});
const give = (rules: AssignmentRule[], renewals: Assigned[], { gone = [] as number[], open = {} } = {}) => {
  const openValue = new Map(Object.entries<number>(open).map(([id, value]) => [Number(id), value]));
  const made = assigner(rules, { isActive: (id) => !gone.includes(id), openValue });
  return { given: renewals.map((one) => made.give(one)), last: Object.fromEntries(made.lastChosen()) };
};

test.each([
  ['zone', { zone: 'West' }, renewal(), renewal({ zone: null })],
  ['segment', { segment: 'SMB' }, renewal(), renewal({ segment: 'Micro' })],
  ['seats from', { seatsFrom: 50 }, renewal(), renewal({ seats: 49 })],
  ['seats to', { seatsTo: 50 }, renewal(), renewal({ seats: 51 })],
  ['reseller', { resellerId: 3 }, renewal({ resellerId: 3 }), renewal()],
  ['product', { product: 'Starter' }, renewal(), renewal({ product: 'Plus' })],
] as const)('%s decides whether a rule matches', (_, condition, one, other) => {
  expect(give([rule(condition)], [one, other]).given).toEqual([7, null]);
});

test('the first that matches holds; who is not active is passed over, and so is a rule without anybody else', () => {
  const rules = [rule({ people: [7] }), rule({ id: 2, people: [8] })];
  expect(give(rules, [renewal()]).given).toEqual([7]);
  expect(give(rules, [renewal()], { gone: [7] }).given).toEqual([8]);
  expect(give(rules, [renewal()], { gone: [7, 8] }).given).toEqual([null]);
});

test('the least open value counts what is given on the way', () => {
  const rules = [rule({ choice: 'least_value', people: [7, 8] })];
  const many = [renewal({ value: 300 }), renewal(), renewal(), renewal({ value: null })];
  expect(give(rules, many, { open: { 7: 50, 8: 100 } }).given).toEqual([7, 8, 8, 8]);
});

test('in turn each gets one, from the one after the last, and who is gone is stepped over', () => {
  const rules = [rule({ choice: 'round_robin', people: [7, 8, 9], lastChosenId: 8 })];
  const four = [renewal(), renewal(), renewal(), renewal()];
  expect(give(rules, four)).toEqual({ given: [9, 7, 8, 9], last: { 1: 9 } });
  expect(give(rules, four, { gone: [7] }).given).toEqual([9, 8, 9, 8]);
  expect(give([rule({ choice: 'round_robin', people: [7, 9], lastChosenId: 8 })], four).given).toEqual([7, 9, 7, 9]);
});
