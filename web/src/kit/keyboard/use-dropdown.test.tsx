import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Disclosure } from '../button/disclosure.tsx';

function open() {
  const onEscape = vi.fn<() => void>();
  render(
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- stands for a dialog around it
    <div
      onKeyDown={({ key }) => {
        if (key === 'Escape') onEscape();
      }}
    >
      <Disclosure label="More" words="More">
        <button type="button">Rename</button>
      </Disclosure>
      <button type="button">Beside</button>
    </div>,
  );
  return { user: userEvent.setup(), onEscape, opener: screen.getByRole('button', { name: 'More' }) };
}
const rename = () => screen.queryByRole('button', { name: 'Rename' });

test('Escape closes what a button opened, and nothing behind it', async () => {
  const { user, onEscape, opener } = open();
  await user.click(opener);
  expect(rename()).not.toBeNull();

  await user.keyboard('{Escape}');
  expect(rename()).toBeNull();
  expect(document.activeElement).toBe(opener);
  expect(onEscape).not.toHaveBeenCalled();

  await user.keyboard('{Escape}');
  expect(onEscape).toHaveBeenCalledOnce();
});

test('leaving it closes it', async () => {
  const { user, opener } = open();
  await user.click(opener);
  await user.tab();
  expect(rename()).not.toBeNull();
  await user.tab();
  expect(rename()).toBeNull();
});
