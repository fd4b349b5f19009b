import { expect, test } from 'vitest';
import { suggestedRoles } from './rules.ts';

test.each([
  ['Managing Director', ['buyer']],
  ['Purchase Executive', ['buyer']],
  ['CEO', ['buyer']],
  ['Accounts Manager', ['payer']],
  ['Director of Finance', ['buyer', 'payer']],
  ['IT Manager', ['technician']],
  ['System Administrator', ['technician']],
  ['Google contact', []],
  ['Digital Writer', []],
  ['', []],
  [null, []],
])('what the CRM calls %s is suggested as %j', (words, roles) => {
  expect(suggestedRoles(words)).toEqual(roles);
});
