import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { useShortcut, useShortcutKeys } from './shortcuts.ts';

function Page() {
  const [pressed, setPressed] = useState('');
  useShortcutKeys();
  useShortcut('c', 'Comment', () => setPressed('c'));
  useShortcut(' ', 'Never', () => setPressed('space'));
  useShortcut('Enter', 'Open', () => setPressed('Enter'));
  return (
    <>
      <output>{pressed}</output>
      <h1 tabIndex={-1} aria-label="Heading">
        Page
      </h1>
      <button aria-label="Save" onClick={() => setPressed('saved')} />
      <a href="#there" aria-label="There" onClick={() => setPressed('there')}>
        There
      </a>
      <input aria-label="Text" />
      <input type="radio" aria-label="Mine" />
      <select aria-label="Status">
        <option>None</option>
      </select>
    </>
  );
}

test.each([
  ['Mine', 'c', 'c'],
  ['Mine', ' ', ''],
  ['Text', 'c', ''],
  ['Status', 'c', ''],
  ['Heading', '{Enter}', 'Enter'],
  ['Save', '{Enter}', 'saved'],
  ['Save', ' ', 'saved'],
  ['Save', 'c', 'c'],
  ['There', '{Enter}', 'there'],
])('with the focus in %s the key "%s" presses "%s" of the page', async (label, key, pressed) => {
  const user = userEvent.setup();
  render(<Page />);
  screen.getByLabelText(label).focus();
  await user.keyboard(key);
  expect(screen.getByRole('status').textContent).toBe(pressed);
});

test('a key that is held is pressed once: what it did is not done to what comes next', () => {
  const presses: string[] = [];
  const Held = () => {
    useShortcutKeys();
    useShortcut('Ctrl+Z', 'Undo', () => presses.push('undo'));
    return <h1>Page</h1>;
  };
  render(<Held />);
  const first = fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  const next = fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true, repeat: true });

  expect(presses).toEqual(['undo']);
  // Neither is the browser's.
  expect([first, next]).toEqual([false, false]);
});
