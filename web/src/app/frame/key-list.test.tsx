import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useGrid } from '../../kit/keyboard/grids.ts';
import { useShortcutKeys } from '../../kit/keyboard/shortcuts.ts';
import { KeyList } from './key-list.tsx';

function Page({ hasTable }: { hasTable: boolean }) {
  useShortcutKeys();
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
