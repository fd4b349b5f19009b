import { users } from '@desk/contract/users';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, refusing, showAt } from '../../testing/show.tsx';
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

test('once the current data is loaded, fields that were not touched have what a colleague entered, and those that were stay', async () => {
  let row = userRow({ status: 'ACTIVE' });
  const { screen, user, bodies } = showAt(
    '/home',
    <AllUsersScreen />,
    answering(users.all, () => ({ users: [row], total: 1 })),
    answering(users.update, ({ seen }) => (seen?.user_designation === row.designation ? {} : refusing(409))),
    offeredMenus,
  );
  await user.click(await screen.findByLabelText('Edit: asha@indus.example'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }));
  const field = (label: RegExp) => dialog.getByLabelText<HTMLInputElement>(label);
  await user.type(field(/^Designation/), ' of Sales');
  row = { ...row, user_name: 'Asha K Rao', status: 'SUSPENDED', designation: 'Director', user_phoneNumber: '' };
  await user.click(dialog.getByText('Save'));
  await user.click(await dialog.findByText('Load the current data'));
  await dialog.findByText(/By now: Asha K Rao, Suspended/);

  expect([/^Name/, /^Designation/, /^Phone/].map((label) => field(label).value)).toEqual([
    'Asha K Rao',
    'Manager of Sales',
    '',
  ]);
  dialog.getByText('Unchanged (Suspended)');
  expect(JSON.parse(sessionStorage.getItem('desk:draft:edit-user 7') ?? '')).toEqual({
    user_designation: 'Manager of Sales',
  });
  await user.click(dialog.getByText('Save'));
  await screen.findByText('asha@indus.example Updated Successfully');
  expect(bodies(users.update).at(-1)).toEqual({
    formData: { user_id: 7, user_designation: 'Manager of Sales' },
    seen: { user_designation: 'Director' },
  });
});

test('a status that was chosen, and that a colleague set meanwhile, is no choice any more', async () => {
  let row = userRow({ status: 'ACTIVE' });
  const { screen, user } = showAt(
    '/home',
    <AllUsersScreen />,
    answering(users.all, () => ({ users: [row], total: 1 })),
    answering(users.update, () => refusing(409)),
    offeredMenus,
  );
  await user.click(await screen.findByLabelText('Edit: asha@indus.example'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }));
  await user.selectOptions(dialog.getByLabelText('Status'), 'Suspended');
  dialog.getByLabelText('Reason');
  row = { ...row, status: 'SUSPENDED' };
  await user.click(dialog.getByText('Save'));
  await user.click(await dialog.findByText('Load the current data'));
  await dialog.findByText(/By now: Asha Rao, Suspended/);

  expect(dialog.getByLabelText<HTMLSelectElement>('Status').value).toBe('');
  expect(dialog.queryByLabelText('Reason')).toBeNull();
});
