import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Badge, inWords } from './badge.tsx';

test.each([
  ['ACTIVE', 'Active'],
  ['PENDING_TRANSFER', 'Pending transfer'],
  ['N/A', 'N/A'],
  ['SMB', 'SMB'],
  ['In Discussion', 'In Discussion'],
  ['done', 'done'],
])('%s is read as “%s”', (code, words) => {
  expect(inWords(code)).toBe(words);
});

test('a badge has the colour of its code and the words of a reader', () => {
  const { container } = render(<Badge word="ANNUAL_YEARLY_PAY">Annual, paid yearly</Badge>);
  expect(container.textContent).toBe('Annual, paid yearly');
  expect(container.querySelector('[data-tone]')?.getAttribute('data-tone')).toBe('plan');
});
