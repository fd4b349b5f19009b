import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { MonthPicker } from './month-picker.tsx';

function open() {
  const onChange = vi.fn();
  render(<MonthPicker value="2026-11" onChange={onChange} />);
  const opener = screen.getByRole('button', { name: 'Nov 2026', expanded: false });
  return { user: userEvent.setup(), onChange, opener };
}
const panel = () => screen.queryByRole('group', { name: /^Months of/ });

test('a month of another year is chosen from the panel', async () => {
  const { user, onChange, opener } = open();
  await user.click(opener);
  await user.click(screen.getByRole('button', { name: 'Next year' }));
  await user.click(screen.getByRole('button', { name: 'Jul 2027' }));

  expect(onChange.mock.calls).toEqual([['2027-07']]);
  expect(panel()).toBeNull();
});

test.each(['the panel', 'a step beside it'])('Escape closes it from %s', async (where) => {
  const { user, opener } = open();
  await user.click(opener);
  if (where === 'a step beside it') screen.getByRole('button', { name: 'Next month' }).focus();

  await user.keyboard('{Escape}');

  expect(panel()).toBeNull();
  expect(document.activeElement).toBe(opener);
});
