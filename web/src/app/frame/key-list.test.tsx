import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { useGrid } from '../../kit/keyboard/grids.ts';
import { useShortcut, useShortcutKeys } from '../../kit/keyboard/shortcuts.ts';
import { KeyList } from './key-list.tsx';

function Page({ hasTable = false, onKey = () => undefined }: { hasTable?: boolean; onKey?: (key: string) => void }) {
  useShortcutKeys();
  useShortcut('d', 'Decide', () => onKey('d'));
  useShortcut('g r', 'Go to renewals', () => onKey('g r'));
  useShortcut('Ctrl+K', 'Search', () => onKey('Ctrl+K'));
  return (
    <>
      {hasTable && <Table />}
      <KeyList />
    </>
  );
}
function Table() {
  useGrid([{ keys: 'c', label: 'Add Comments' }]);
  return null;
}

test('the keys name the letters of the table that stands there', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Page hasTable />);
  await user.keyboard('?');

  expect(await screen.findByText('Add Comments, in a row of the table')).toBeDefined();
  rerender(<Page hasTable={false} />);
  expect(screen.queryByText('Add Comments, in a row of the table')).toBeNull();
});

test('single letters can be switched off, stay so in this browser, and are switched on again by the list that Ctrl+/ opens', async () => {
  const user = userEvent.setup();
  const onKey = vi.fn();
  const first = render(<Page hasTable onKey={onKey} />);
  await user.keyboard('?');
  await user.click(await screen.findByLabelText(/^Single-letter shortcuts/));
  for (const words of ['Decide', 'Go to renewals', 'Show the keys, also without single letters'])
    expect(screen.queryByText(words) !== null).toBe(words.startsWith('Show'));
  expect(screen.queryByText('Add Comments, in a row of the table')).toBeNull();
  first.unmount();

  render(<Page onKey={onKey} />);
  await user.keyboard('?dgr');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('{Control>}k{/Control}');
  expect(onKey.mock.calls).toEqual([['Ctrl+K']]);
  await user.keyboard('{Control>}/{/Control}');
  await user.click(await screen.findByLabelText(/^Single-letter shortcuts/));
  await user.keyboard('{Escape}');
  await user.keyboard('d');
  expect(onKey).toHaveBeenLastCalledWith('d');
});
