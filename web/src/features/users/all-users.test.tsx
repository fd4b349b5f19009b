import { users } from '@desk/contract/users';
import { cleanup, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RecentChanges } from '../../kit/edit/recent-changes.tsx';
import { answering, refusing, showAt } from '../../testing/show.tsx';
import { AllUsersScreen } from './all-users.screen.tsx';
import { offeredMenus, userRow } from './testing/user.ts';

type Answers = Parameters<typeof showAt>[2][];
const asha = userRow({ status: 'ACTIVE', menu_id: [1] });

function open(search: string, ...answers: Answers) {
  const shown = showAt(
    `/home?${search}`,
    <>
      <RecentChanges who="ravi@desk.example" />
      <AllUsersScreen />
    </>,
    ...answers,
    offeredMenus,
  );
  return { ...shown };
}
const one = answering(users.all, { users: [asha], total: 1 });

test('users are searched by e-mail and paged by the server', async () => {
  const { screen, user, bodies } = open(
    'page=2',
    answering(users.all, ({ search }) => ({ users: [asha], total: search === undefined ? 11 : 1 })),
  );
  await screen.findByText('11–11 of 11');

  await user.type(screen.getByLabelText('Search email'), 'asha@');

  await screen.findByText('1–1 of 1');
  expect(bodies(users.all)).toEqual([{ page: 2 }, { page: 1, search: 'asha@' }]);
});

test('the table has the designation and the time of registration', async () => {
  const { screen } = open('', one);
  await screen.findByText('1–1 of 1');

  const headers = [...document.querySelectorAll('thead th[scope="col"]')].map((header) => header.textContent);
  expect(headers).toEqual(['Name', 'Email', 'Company Name', 'Designation', 'Status', 'Time', 'Edit']);
  const sortable = [...document.querySelectorAll('thead button')].map((button) => button.textContent);
  expect(sortable).toEqual(['Name', 'Email', 'Company Name', 'Status', 'Time']);
  expect(screen.getByText('20 Nov 2026, 12:00')).toBeDefined();
});

test('a page that is no longer there leads to the last one', async () => {
  const { screen, address } = open(
    'page=3',
    answering(users.all, ({ page }) => ({ users: page === 1 ? [asha] : [], total: 1 })),
  );

  await screen.findByText('Asha Rao');
  expect(address()).toBe('/home');
});

test('just what was edited is sent, so that a colleague’s work stays; the e-mail cannot be typed', async () => {
  const { screen, user, bodies } = open('', one, answering(users.update, {}));
  await user.click(await screen.findByLabelText('Edit: asha@indus.example'));
  await screen.findByRole('dialog', { name: 'Edit User' });
  expect(screen.getByLabelText<HTMLInputElement>('Email').readOnly).toBe(true);
  const status = within(screen.getByRole('dialog')).getByLabelText<HTMLSelectElement>('Status');
  expect([...status.options].map(({ text }) => text)).toEqual([
    'Unchanged (Active)',
    'Pending',
    'Suspended',
    'Rejected',
  ]);

  await user.clear(screen.getByLabelText('Designation'));
  await user.type(screen.getByLabelText('Designation'), 'Director');
  await user.click(screen.getByText('Save'));

  await screen.findByText('asha@indus.example Updated Successfully');
  expect(bodies(users.update)).toEqual([
    { formData: { user_id: 7, user_designation: 'Director' }, seen: { user_designation: 'Manager' } },
  ]);
  expect(document.activeElement).toBe(screen.getByLabelText('Edit: asha@indus.example'));
});

test('what was typed into Edit User is there again after the session ended, and only that is sent', async () => {
  const first = open('', one);
  await first.user.click(await first.screen.findByLabelText('Edit: asha@indus.example'));
  await first.user.type(first.screen.getByLabelText('Designation'), ' of Sales');
  cleanup();

  const { screen, user, bodies } = open('', one, answering(users.update, {}));
  await user.click(await screen.findByLabelText('Edit: asha@indus.example'));
  expect(screen.getByLabelText<HTMLInputElement>('Designation').value).toBe('Manager of Sales');
  await user.click(screen.getByText('Save'));

  await screen.findByText('asha@indus.example Updated Successfully');
  expect(bodies(users.update)).toEqual([
    { formData: { user_id: 7, user_designation: 'Manager of Sales' }, seen: { user_designation: 'Manager' } },
  ]);
});

test('what was typed into another state of the user does not undo a colleague’s work', async () => {
  const first = open('', one);
  await first.user.click(await first.screen.findByLabelText('Edit: asha@indus.example'));
  await first.user.type(first.screen.getByLabelText('Designation'), ' of Sales');
  cleanup();

  const renamed = { ...asha, company_name: 'Indus Cars' };
  const { screen, user, bodies } = open(
    '',
    answering(users.all, { users: [renamed], total: 1 }),
    answering(users.update, {}),
  );
  await user.click(await screen.findByLabelText('Edit: asha@indus.example'));
  expect(screen.getByLabelText<HTMLInputElement>(/^Company Name/).value).toBe('Indus Cars');
  await user.click(screen.getByText('Save'));

  await screen.findByText('asha@indus.example Updated Successfully');
  expect(bodies(users.update)).toEqual([
    { formData: { user_id: 7, user_designation: 'Manager of Sales' }, seen: { user_designation: 'Manager' } },
  ]);
});

test('delegation starts from the menus as they are now, and gives the focus back to the user', async () => {
  let menus = [1];
  const { screen, user, bodies } = open(
    '',
    answering(users.all, () => ({ users: [{ ...asha, menu_id: menus }], total: 1 })),
    answering(users.setMenus, {}),
  );
  await user.click(await screen.findByLabelText('Edit: asha@indus.example'));
  menus = [2];

  await user.click(screen.getByText('Edit User Delegation'));
  await screen.findByText('1 of 2 selected');
  expect(screen.getByLabelText<HTMLInputElement>('Add License').checked).toBe(true);
  await user.click(screen.getByLabelText('Mapped Domain'));
  await user.click(screen.getAllByText('Save').at(-1) as HTMLElement);

  await screen.findByText('Menus of asha@indus.example Updated Successfully');
  expect(bodies(users.all)).toContainEqual({ user_id: 7 });
  expect(bodies(users.setMenus)).toEqual([{ user_id: 7, menu_id: [1, 2], initialUserMenu: [2] }]);
  expect(screen.getAllByRole('dialog')).toEqual([screen.getByRole('dialog', { name: 'Edit User' })]);
  expect(document.activeElement).toBe(screen.getByText('Edit User Delegation').closest('button'));
});

test('when a colleague was first, the delegation is kept, shows the new menus, and can be saved on them', async () => {
  let menus = [1];
  const { screen, user, bodies } = open(
    '',
    answering(users.all, () => ({ users: [{ ...asha, menu_id: menus }], total: 1 })),
    answering(users.setMenus, ({ initialUserMenu }) =>
      String(initialUserMenu) === String(menus) ? {} : refusing(409),
    ),
  );
  await user.click(await screen.findByLabelText('Edit: asha@indus.example'));
  await user.click(screen.getByText('Edit User Delegation'));
  await user.click(await screen.findByLabelText('Add License'));
  menus = [];

  await user.click(screen.getAllByText('Save').at(-1) as HTMLElement);
  await screen.findByText('Somebody else changed these menus meanwhile. Look at them and save again.');
  await screen.findByText('Taken meanwhile: Mapped Domain.');
  await user.click(screen.getAllByText('Save').at(-1) as HTMLElement);

  await screen.findByText('Menus of asha@indus.example Updated Successfully');
  expect(bodies(users.setMenus).at(-1)).toEqual({ user_id: 7, menu_id: [2], initialUserMenu: [] });
});

test('with no user the screen says so', async () => {
  const { screen } = open('', answering(users.all, { users: [], total: 0 }));

  await screen.findByText('No User Available');
});

test('a list that cannot be fetched leads to the error page', async () => {
  const { screen, address } = open(
    '',
    answering(users.all, () => refusing(0)),
  );

  await screen.findByText('Could not fetch data. Please contact your Administrator.');
  await waitFor(() => expect(address()).toBe('/error'));
});

test('the first phone of a user is not offered to be taken back: no form takes none', async () => {
  const without = userRow({ ...asha, user_phoneNumber: '' });
  const { screen, user } = open('', answering(users.all, { users: [without], total: 1 }), answering(users.update, {}));
  await user.click(await screen.findByLabelText('Edit: asha@indus.example'));
  await user.type(screen.getByLabelText(/^Phone/), '9876543210');
  await user.click(screen.getByText('Save'));
  await screen.findByText('asha@indus.example Updated Successfully');

  await user.click(screen.getByText('Recent changes'));
  await screen.findByText(/^User asha@indus\.example: /);
  expect(screen.queryByLabelText('Undo User asha@indus.example')).toBeNull();
});

test('an edit of a user stands in Recent changes, and can be taken back from there', async () => {
  const { screen, user, bodies } = open('', one, answering(users.update, {}));
  await user.click(await screen.findByLabelText('Edit: asha@indus.example'));
  await user.type(screen.getByLabelText('Designation'), ' of Sales');
  await user.selectOptions(within(screen.getByRole('dialog')).getByLabelText('Status'), 'SUSPENDED');
  await user.click(screen.getByText('Save'));
  await screen.findByText('asha@indus.example Updated Successfully');

  await user.click(screen.getByText('Recent changes'));
  await screen.findByText(
    'User asha@indus.example: Status Active, Designation Manager → Status Suspended, Designation Manager of Sales',
  );
  expect(screen.getByText(/^ravi@desk\.example, \d+ \w+ \d{4}, \d\d:\d\d$/)).toBeDefined();
  await user.click(screen.getByLabelText('Undo User asha@indus.example'));

  await screen.findByText('Undone: User asha@indus.example');
  expect(bodies(users.update).at(-1)).toEqual({
    formData: { user_id: 7, user_status: 'ACTIVE', user_designation: 'Manager' },
    // A colleague's later edit is not taken back with it.
    seen: { user_status: 'SUSPENDED', user_designation: 'Manager of Sales' },
  });
});

test('to wait for approval again is not offered to be taken back: no form ends it', async () => {
  const { screen, user } = open('', one, answering(users.update, {}));
  await user.click(await screen.findByLabelText('Edit: asha@indus.example'));
  await user.selectOptions(within(screen.getByRole('dialog')).getByLabelText('Status'), 'PENDING');
  await user.click(screen.getByText('Save'));
  await screen.findByText('asha@indus.example Updated Successfully');

  await user.click(screen.getByText('Recent changes'));
  await screen.findByText('User asha@indus.example: Status Active → Status Pending');
  expect(screen.queryByLabelText('Undo User asha@indus.example')).toBeNull();
});

test('menus that were given stand in Recent changes by their names, and can be taken back', async () => {
  const { screen, user, bodies } = open('', one, answering(users.setMenus, {}));
  await user.click(await screen.findByLabelText('Edit: asha@indus.example'));
  await user.click(screen.getByText('Edit User Delegation'));
  await user.click(await screen.findByLabelText('Add License'));
  await user.click(screen.getAllByText('Save').at(-1) as HTMLElement);
  await screen.findByText('Menus of asha@indus.example Updated Successfully');
  await user.click(screen.getByText('Close'));

  await user.click(screen.getByText('Recent changes'));
  await screen.findByText('Menus of asha@indus.example: Mapped Domain → Mapped Domain, Add License');
  await user.click(screen.getByLabelText('Undo Menus of asha@indus.example'));

  await screen.findByText('Undone: Menus of asha@indus.example');
  expect(bodies(users.setMenus).at(-1)).toEqual({ user_id: 7, menu_id: [1], initialUserMenu: [1, 2] });
});

test('a colleague who edited the same field is told, and what was typed stays', async () => {
  let row = asha;
  const { screen, user, bodies } = open(
    '',
    answering(users.all, () => ({ users: [row], total: 1 })),
    answering(users.update, ({ seen }) => (seen?.user_designation === row.designation ? {} : refusing(409))),
  );
  await user.click(await screen.findByLabelText('Edit: asha@indus.example'));
  await user.type(screen.getByLabelText('Designation'), ' of Sales');
  row = { ...asha, designation: 'Director' };
  await user.click(screen.getByText('Save'));

  await screen.findByText('Somebody has changed this user meanwhile. Please check and try again.');
  expect(screen.getByLabelText<HTMLInputElement>('Designation').value).toBe('Manager of Sales');
  await user.click(screen.getByText('Load the current data'));
  await screen.findByText(/By now: Asha Rao, Active, Indus Motors, Director/);
  expect(screen.getByLabelText<HTMLInputElement>('Designation').value).toBe('Manager of Sales');
  await user.click(screen.getByText('Save'));

  await screen.findByText('asha@indus.example Updated Successfully');
  expect(bodies(users.update).at(-1)).toMatchObject({ seen: { user_designation: 'Director' } });
});

test('who is suspended is told by mail, with the reason', async () => {
  const { screen, user, bodies } = open('', one, answering(users.update, {}));
  await user.click(await screen.findByLabelText('Edit: asha@indus.example'));
  expect(screen.queryByLabelText('Reason')).toBeNull();
  await user.selectOptions(within(screen.getByRole('dialog')).getByLabelText('Status'), 'Suspended');
  await user.type(screen.getByLabelText('Reason'), 'Left the company');
  await user.click(screen.getByText('Save'));

  await screen.findByText('asha@indus.example Updated Successfully');
  expect(bodies(users.update)).toEqual([
    {
      formData: { user_id: 7, user_status: 'SUSPENDED' },
      ...{ seen: { user_status: 'ACTIVE' }, reason: 'Left the company' },
    },
  ]);
});
