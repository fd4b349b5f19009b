import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../../testing/show.tsx';
import { differences, recordChange } from './changes.ts';
import { RecentChanges } from './recent-changes.tsx';
import { useShortcutKeys } from '../keyboard/shortcuts.ts';

function Page() {
  useShortcutKeys();
  return (
    <>
      <RecentChanges who="asha@desk.example" />
      <input aria-label="Comment" />
    </>
  );
}

test('Ctrl+Z takes a change back, but not while something is typed', async () => {
  const undo = vi.fn(() => Promise.resolve());
  const { screen, user } = show(<Page />);
  const box = await screen.findByLabelText('Comment');
  recordChange({ what: 'Zone of acme.example', from: 'North', to: 'West', undo });

  await user.type(box, 'Called{Control>}z{/Control}');
  expect(undo).not.toHaveBeenCalled();

  await user.click(document.body);
  await user.keyboard('{Control>}z{/Control}');
  expect(undo).toHaveBeenCalledOnce();
});

test('Ctrl+Z shows the list where the last change cannot be taken back, and leaves an older one as it is', async () => {
  const undo = vi.fn(() => Promise.resolve());
  const { screen, user } = show(<Page />);
  await screen.findByLabelText('Comment');
  recordChange({ what: 'Zone of acme.example', from: 'North', to: 'West', undo });
  recordChange({ what: '2 renewals', to: 'Assigned To Ritika' });

  await user.click(document.body);
  await user.keyboard('{Control>}z{/Control}');

  await screen.findByText(/cannot be undone here/);
  expect(undo).not.toHaveBeenCalled();
});

test('Ctrl+Z once more takes back what was changed before that', async () => {
  const undo = vi.fn(() => Promise.resolve());
  const { screen, user } = show(<Page />);
  await screen.findByLabelText('Comment');
  recordChange({ what: 'Zone of acme.example', from: 'North', to: 'West', undo });
  recordChange({ what: 'Flag of acme.example, undone', isUndo: true });

  await user.click(document.body);
  await user.keyboard('{Control>}z{/Control}');
  expect(undo).toHaveBeenCalledOnce();
});

test('what could not be taken back stands in its place again', async () => {
  const { screen, user } = show(<Page />);
  const failing = () => Promise.reject(new Error('A colleague was faster.'));
  recordChange({ what: 'First', undo: failing });
  recordChange({ what: 'Second' });
  await user.click(await screen.findByText('Recent changes'));

  await user.click(screen.getByLabelText('Undo First'));

  await screen.findByText('First is not undone. A colleague was faster.');
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Second', 'First']);
});

test('only what became other is told, in words', () => {
  const labels = { name: 'Name', zone: 'Zone', may_export: 'May export' };

  expect(differences(labels, { name: 'A', zone: null, may_export: false }, { zone: 'West', may_export: true })).toEqual(
    {
      from: 'Zone N/A, May export no',
      to: 'Zone West, May export yes',
    },
  );
  expect(differences(labels, { name: 'A', zone: null }, { name: 'A', zone: '' })).toBeUndefined();
});

test('an empty list says of what it is the list: what was changed elsewhere is not in it', async () => {
  const { screen, user } = show(<RecentChanges who="asha@desk.example" rest={() => 'The rest is elsewhere.'} />);

  await user.click(await screen.findByText('Recent changes'));

  screen.getByText(
    'Nothing was changed here yet. This list holds what you changed in this tab since it was opened or reloaded. The rest is elsewhere.',
  );
});

test('after Undo the focus stays in the dialog, and Escape closes it', async () => {
  const { screen, user } = show(<Page />);
  recordChange({ what: 'First', undo: () => Promise.resolve() });
  await user.click(await screen.findByText('Recent changes'));

  await user.click(screen.getByLabelText('Undo First'));
  await waitFor(() => expect(document.activeElement?.closest('[role="dialog"]')).toBeTruthy());
  await user.keyboard('{Escape}');

  expect(screen.queryByRole('dialog')).toBeNull();
});
