import { users } from '@desk/contract/users';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, showAt } from '../../testing/show.tsx';
import { AllUsersScreen } from './all-users.screen.tsx';
import { offeredMenus, userRow } from './testing/user.ts';

test('who waits for approval has their status shown and no other to choose; their name saves without it', async () => {
  const { screen, user, bodies } = showAt(
    '/home',
    <AllUsersScreen />,
    answering(users.all, { users: [userRow()], total: 1 }),
    answering(users.update, {}),
    offeredMenus,
  );
  await user.click(await screen.findByLabelText('Edit: asha@indus.example'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }));
  expect(dialog.queryByRole('option', { name: 'Active' })).toBeNull();
  const status = dialog.getByLabelText<HTMLInputElement>('Status');
  expect([status.value, status.readOnly]).toEqual(['Pending', true]);
  dialog.getByText('This user waits for approval, which is decided with the menus on Approve Users.');

  await user.type(dialog.getByLabelText(/^Name/), ' Devi');
  await user.click(dialog.getByText('Save'));

  await screen.findByText('asha@indus.example Updated Successfully');
  expect(bodies(users.update)).toEqual([
    { formData: { user_id: 7, user_name: 'Asha Rao Devi' }, seen: { user_name: 'Asha Rao' } },
  ]);
});
