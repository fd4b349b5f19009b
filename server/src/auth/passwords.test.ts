import { expect, test } from 'vitest';
import { hashPassword, isAcceptablePassword, isOutdated, passwordMatches } from './passwords.ts';

const own = ['asha.rao@acme.example', 'Asha Rao', 'Test Desk', 'Fürst GmbH'];

test.each([
  ['seven characters', 'x7!kQp2'],
  ['more than 128 characters', 'y'.repeat(129)],
  ['a common one', 'password123'],
  ['a common one in capitals', 'Iloveyou'],
  ['a common one in wide letters', 'ｐａｓｓｗｏｒｄ１'],
  ['the own e-mail', 'asha.rao@acme.example'],
  ['the first name and a year', 'Asha2024!'],
  ['the whole name with signs', '--asha_rao--99'],
  ['the company', 'acme#12345'],
  ['the brand', 'Test-Desk-1'],
  ['a name with marks', '2024FÜRST2024'],
])('%s is no password', async (_what, password) => {
  expect(await isAcceptablePassword(password, own)).toBe(false);
});

test.each(['correct horse battery', 'asha likes long walks', 'y'.repeat(100), '8263 5517 9402', '🌲🌊🔥🌙🌲🌊🔥🌙'])(
  '%s is one',
  async (password) => {
    expect(await isAcceptablePassword(password, own)).toBe(true);
  },
);

test('all of a long password counts', async () => {
  const long = 'y'.repeat(100);
  const stored = await hashPassword(long);
  expect(isOutdated(stored)).toBe(false);
  expect(await passwordMatches(stored, long)).toBe(true);
  expect(await passwordMatches(stored, long.slice(0, 72))).toBe(false);
});

test('an account that does not exist has no password', async () => {
  expect(await passwordMatches(undefined, '')).toBe(false);
});
