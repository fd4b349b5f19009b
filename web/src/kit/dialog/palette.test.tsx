import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Palette } from './palette.tsx';
import { TypedAhead } from './typed-ahead.tsx';

const nothing = () => undefined;

test('what is typed and pasted before a palette is there stands in it', () => {
  let typed = '';
  const { unmount } = render(<TypedAhead onType={(change) => (typed = change(typed))} />);
  for (const key of ['9', '8', 'x', 'Backspace', 'Enter', 'Shift']) fireEvent.keyDown(document.body, { key });
  fireEvent.keyDown(document.body, { key: 'v', ctrlKey: true });
  fireEvent.paste(document.body, { clipboardData: { getData: () => '000' } });
  unmount();
  fireEvent.keyDown(document.body, { key: '7' });

  render(<Palette label="Search" start={() => typed} groups={() => []} isAsking={false} nothing="None" onType={nothing} onClose={nothing} />); // prettier-ignore

  expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('98000');
});

test('Enter before there is an answer opens the first of it, and no other key does', async () => {
  const run = vi.fn<() => void>();
  let answer: () => void = nothing;
  function Searching() {
    const [isThere, setThere] = useState(false);
    answer = () => setThere(true);
    const items = isThere ? [{ key: 'acme', label: 'acme.example', run }] : [];
    return <Palette label="Search" groups={() => [{ name: 'Domains', items }]} isAsking={!isThere} nothing="None" onType={nothing} onClose={nothing} />; // prettier-ignore
  }
  const user = userEvent.setup();
  render(<Searching />);
  await user.type(screen.getByRole('combobox'), 'acm{Enter}');
  await user.type(screen.getByRole('combobox'), 'e');
  act(() => answer());
  expect(run).not.toHaveBeenCalled();

  render(<Searching />);
  await user.type(screen.getAllByRole('combobox').at(-1) as HTMLElement, 'acme{Enter}');
  act(() => answer());
  expect(run).toHaveBeenCalledTimes(1);
});
