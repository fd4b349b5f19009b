import { expect, test } from 'vitest';
import { isPhone, PhoneLink } from './phone-link.tsx';
import { render } from '@testing-library/react';

test.each([
  ['+91 98000 00001', 'tel:+919800000001'],
  ['(022) 2600-1234', 'tel:02226001234'],
])('%s is called as %s', (text, href) => {
  const { getByRole } = render(<PhoneLink text={text} />);
  expect(getByRole('link', { name: text }).getAttribute('href')).toBe(href);
  expect(isPhone(text)).toBe(true);
});

test.each(['asha@indus.example', 'N/A', '', '12', 'extension 4'])('%j is no number to call', (text) => {
  expect(isPhone(text)).toBe(false);
});
