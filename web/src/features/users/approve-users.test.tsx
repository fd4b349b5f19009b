import { users } from '@desk/contract/users';
import { waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answering, refusing, show } from '../../testing/show.tsx';
import { ApproveUsersScreen } from './approve-users.screen.tsx';
import { offeredMenus, pendingUser } from './testing/user.ts';

const ravi = pendingUser({ user_id: 8, user_name: 'Ravi Iyer', user_email: 'ravi@kaveri.example' });

afterEach(() => void vi.useRealTimers());

/** A server that takes whoever is decided on from the list, unless `decided` refuses. */
function waiting(decided: () => ReturnType<typeof refusing> | undefined = () => undefined) {
  let list = [pendingUser(), ravi];
  const shown = show(
    <ApproveUsersScreen />,
    answering(users.pending, () => ({ users: list })),
    answering(users.decide, ({ user_id }) => {
      list = list.filter((user) => user.user_id !== user_id);
      return decided() ?? { decision_id: 41 };
    }),
    answering(users.undo, () => {
      list = [ravi, pendingUser()];
      return {};
    }),
    offeredMenus,
  );
  return { ...shown, decisions: () => shown.bodies(users.decide) };
}

test('a user is approved with at least one of the menus of customers', async () => {
  const { screen, user, decisions } = waiting();
  await user.click(await screen.findByLabelText('Approve: asha@indus.example'));
  await screen.findByRole('dialog', { name: 'Add License' });

  await screen.findByText('0 of 2 selected');
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await screen.findByText('Choose at least one menu');
  expect(decisions()).toEqual([]);

  await user.click(screen.getByLabelText('Mapped Domain'));
  await user.click(screen.getByRole('button', { name: 'Approve' }));

  await screen.findByText('asha@indus.example Approved');
  expect(decisions()).toEqual([{ user_id: 7, status: 'ACTIVE', menu_id: [1] }]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('Asha Rao')).toBeDefined();
  expect(screen.getByText('Approved by you')).toBeDefined();
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
});

test('who was decided on keeps the place until the list is asked for again, and can be taken back', async () => {
  const { screen, user, sent } = waiting();
  const names = () => [...document.querySelectorAll('tbody th')].map((cell) => cell.textContent);
  await user.click(await screen.findByLabelText('Reject: asha@indus.example'));
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  await screen.findByText('Rejected by you');
  expect(names()).toEqual(['Asha Rao', 'Ravi Iyer']);

  await user.click(screen.getByLabelText('Undo: asha@indus.example'));
  await screen.findByText('asha@indus.example waits again');
  expect(sent.filter(({ path }) => path === users.undo.path).map(({ body }) => body)).toEqual([{ decision_id: 41 }]);
  expect(names()).toEqual(['Asha Rao', 'Ravi Iyer']);

  // A second press on Undo falls on the Reject that stands there by now, and is none on it.
  await user.click(screen.getByLabelText('Reject: asha@indus.example'));
  expect(screen.queryByRole('alertdialog')).toBeNull();

  vi.setSystemTime(Date.now() + 2000);
  await user.click(screen.getByLabelText('Reject: asha@indus.example'));
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  await screen.findByText('Rejected by you');
  await user.click(screen.getByText('Refresh list'));
  await waitFor(() => expect(names()).toEqual(['Ravi Iyer']));
});

test('a user is rejected after a question, without menus', async () => {
  const { screen, user, decisions } = waiting();
  await user.click(await screen.findByLabelText('Reject: asha@indus.example'));
  await user.click(screen.getByText('Keep waiting'));
  expect(decisions()).toEqual([]);

  await user.click(screen.getByLabelText('Reject: asha@indus.example'));
  await user.click(screen.getByRole('button', { name: 'Reject' }));

  await screen.findByText('asha@indus.example Rejected');
  expect(decisions()).toEqual([{ user_id: 7, status: 'REJECTED' }]);
  expect(screen.getByText('Rejected by you')).toBeDefined();
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
});

test('of two who decide at once the second is told, and sees the list as it is', async () => {
  const { screen, user } = waiting(() => refusing(409));
  await user.click(await screen.findByLabelText('Approve: asha@indus.example'));
  await user.click(await screen.findByLabelText('Mapped Domain'));

  await user.click(screen.getByRole('button', { name: 'Approve' }));

  await screen.findByText('This user was already decided on. The list shows how it stands.');
  await screen.findByText('Decided meanwhile');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByLabelText('Approve: asha@indus.example')).toBeNull();
  expect(screen.getByText('Ravi Iyer')).toBeDefined();
});

test('when no answer comes the dialog stays with what was ticked', async () => {
  const { screen, user } = waiting(() => refusing(0));
  await user.click(await screen.findByLabelText('Approve: asha@indus.example'));
  await user.click(await screen.findByLabelText('Mapped Domain'));

  await user.click(screen.getByRole('button', { name: 'Approve' }));

  await screen.findByText(/The server did not answer/);
  expect(screen.getByLabelText<HTMLInputElement>('Mapped Domain').checked).toBe(true);
});

test('with nobody waiting the screen says so', async () => {
  const { screen } = show(<ApproveUsersScreen />, answering(users.pending, { users: [] }));

  await screen.findByText('No Pending User for Approval');
});

test('a list that cannot be fetched leads to the error page', async () => {
  const { screen, address } = show(
    <ApproveUsersScreen />,
    answering(users.pending, () => refusing(500)),
  );

  await screen.findByText('Could not fetch data. Please contact your Administrator.');
  await waitFor(() => expect(address()).toBe('/error'));
});
