import { expect, test, vi } from 'vitest';
import { show } from '../testing/show.tsx';
import { differences, recordChange } from './changes.ts';
import { RecentChanges } from './recent-changes.tsx';
import { useShortcutKeys } from './shortcuts.ts';

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
