import { expect, test } from 'vitest';
import { stepTimes, timed } from './step-times.ts';

test('steps are told with what they took, those that fail as well, and nothing where there is none', async () => {
  expect(stepTimes()).toBe('');

  expect(await timed('tests', () => Promise.resolve(7))).toBe(7);
  await expect(timed('fuzz', () => Promise.reject(new Error('no')))).rejects.toThrow('no');

  expect(stepTimes()).toBe('Took: tests 0.0 min, fuzz 0.0 min.\n');
});
