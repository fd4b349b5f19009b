import { users, type PendingUser, userApprovals } from '@desk/contract/users';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { forgetChanges, lastChange, undo } from '../../kit/edit/changes.ts';
import { answering, refusing, showAt } from '../../testing/show.tsx';
import { ApproveUsersScreen } from './approve-users.screen.tsx';
import { menuGroups } from './model.ts';
import { offeredMenus, pendingUser } from './testing/user.ts';

const person = (at: number, own: Partial<PendingUser> = {}) =>
  pendingUser({
    user_id: at,
    user_name: `Person ${String(at)}`,
    user_email: `person${String(at)}@acme.example`,
    usual_menus: [1, 2],
    ...own,
  });
const many = (count: number) => Array.from({ length: count }, (_, at) => person(at + 1));

interface Server {
  left?: { id: number; message: string }[];
  stands?: { id: number; message: string }[];
  failing?: boolean;
  /** How undoing is answered; 0: not at all. */
  undoing?: number;
  search?: string;
}

/** A server that decides on all but those it leaves, and takes all back but what stands. */
function waiting(people: PendingUser[], server: Server = {}) {
  const { left = [], stands = [], failing = false, search = '' } = server;
  let list = people;
  const isLeft = (id: number) => left.some((one) => one.id === id);
  const shown = showAt(
    `/home?${search}`,
    <ApproveUsersScreen />,
    answering(users.pending, () => ({ users: list })),
    answering(userApprovals.decide, (body) => {
      if (failing) return refusing(0);
      const decided = body.users.filter(({ user_id }) => !isLeft(user_id));
      list = list.filter(({ user_id }) => !decided.some((one) => one.user_id === user_id));
      return { decided: decided.map(({ user_id }) => ({ id: user_id, decision_id: 100 + user_id })), left };
    }),
    answering(userApprovals.undo, ({ decision_ids }) => {
      if (server.undoing === 0) return refusing(0);
      const ids = (decision_ids as number[]).filter((id) => !stands.some((one) => one.id === id));
      list = people;
      return { undone: ids, left: stands };
    }),
    offeredMenus,
  );
  return shown;
}

test('all that match are approved with the usual menus of their segment, in one call', async () => {
  const { screen, user, bodies } = waiting([...many(12), person(13, { segment: 'Education', usual_menus: [1] })]);
  await user.click(await screen.findByText('Select all 13'));
  await user.click(screen.getByRole('button', { name: 'Approve 13 users' }));

  const dialog = within(screen.getByRole('dialog', { name: 'Approve 13 users?' }));
  const education = within(await dialog.findByRole('group', { name: 'Education, 1 person' }));
  expect(education.getByLabelText<HTMLInputElement>('Mapped Domain').checked).toBe(true);
  expect(education.getByLabelText<HTMLInputElement>('Add License').checked).toBe(false);
  await user.click(dialog.getByRole('button', { name: 'Approve 13' }));

  await screen.findByText('13 users approved. Mails leave in a minute.');
  expect(bodies(userApprovals.decide)).toEqual([
    {
      status: 'ACTIVE',
      users: [...many(12).map(({ user_id }) => ({ user_id, menu_id: [1, 2] })), { user_id: 13, menu_id: [1] }],
    },
  ]);
  expect(screen.queryByText(/selected/)).toBeNull();
  expect(screen.getAllByText('Approved by you')).toHaveLength(10);
});

test('the menus of a segment can be changed before, and none is not taken', async () => {
  const { screen, user, bodies } = waiting(many(2));
  await user.click(await screen.findByText('Select all 2'));
  await user.click(screen.getByRole('button', { name: 'Approve 2 users' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(await dialog.findByLabelText('Add License'));
  await user.click(dialog.getByLabelText('Mapped Domain'));

  await user.click(dialog.getByRole('button', { name: 'Approve 2' }));
  await dialog.findByText('SMB: Choose at least one menu');
  expect(bodies(userApprovals.decide)).toEqual([]);
  await user.click(dialog.getByLabelText('Mapped Domain'));
  await user.click(dialog.getByRole('button', { name: 'Approve 2' }));

  await screen.findByText(/2 users approved/);
  expect(bodies(userApprovals.decide)).toMatchObject([{ users: [{ menu_id: [1] }, { menu_id: [1] }] }]);
});

test('who was left is told with the reason, and who was decided on is taken back together', async () => {
  const left = [{ id: 2, message: 'This user was already decided on. The list shows how it stands.' }];
  const { screen, user, bodies } = waiting(many(3), { left });
  await user.click(await screen.findByText('Select all 3'));
  await user.click(screen.getByRole('button', { name: 'Approve 3 users' }));
  await screen.findByRole('group', { name: 'SMB, 3 people' });
  await user.click(screen.getByRole('button', { name: 'Approve 3' }));

  await screen.findByText(/1 user not approved\. person2@acme\.example: This user was already decided on/);
  await user.click(screen.getByRole('button', { name: 'Undo' }));

  await screen.findByText('2 users wait again');
  expect(bodies(userApprovals.undo)).toEqual([{ decision_ids: [101, 103] }]);
  await waitFor(() => expect(screen.queryByText('Approved by you')).toBeNull());
});

test('who was taken back one by one already is no failure, and a reason is said once', async () => {
  const again = 'This decision was taken back already.';
  const over = 'This decision can no longer be taken back: its time is over.';
  const stands = [[101, again], [102, again], [103, over], [104, over]].map(([id, message]) => ({ id: Number(id), message: String(message) })); // prettier-ignore
  const { screen, user } = waiting(many(4), { stands });
  await user.click(await screen.findByText('Select all 4'));
  await user.click(screen.getByRole('button', { name: 'Approve 4 users' }));
  await screen.findByRole('group', { name: 'SMB, 4 people' });
  await user.click(screen.getByRole('button', { name: 'Approve 4' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));

  await screen.findByText('2 users wait again');
  await screen.findByText(`2 users not taken back. ${over}`);
});

test('the way back stands under Recent changes, also when the toast is gone, and is gone once it was taken', async () => {
  forgetChanges();
  const { screen, user, bodies } = waiting(many(3));
  await user.click(await screen.findByText('Select all 3'));
  await user.click(screen.getByRole('button', { name: 'Approve 3 users' }));
  await screen.findByRole('group', { name: 'SMB, 3 people' });
  await user.click(screen.getByRole('button', { name: 'Approve 3' }));
  await screen.findByText(/3 users approved/);
  const change = lastChange();

  expect(change?.what).toBe('3 users approved');
  if (change) await undo(change);

  expect(bodies(userApprovals.undo)).toEqual([{ decision_ids: [101, 102, 103] }]);
  await waitFor(() => expect(screen.queryByText('Approved by you')).toBeNull());
  // The toast that still stands has nothing left to take back.
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(bodies(userApprovals.undo)).toHaveLength(1);
  expect(lastChange()).toBeUndefined();
});

test('what the toast took back is not offered again, and what could not be taken back is', async () => {
  forgetChanges();
  const server: Server = { undoing: 0 };
  const { screen, user } = waiting(many(2), server);
  await user.click(await screen.findByText('Select all 2'));
  await user.click(screen.getByRole('button', { name: 'Reject 2 users' }));
  await user.click(screen.getByRole('button', { name: 'Reject 2' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText(/^2 users rejected is not undone\. The server did not answer/);
  server.undoing = 200;
  const change = lastChange();
  if (change) await undo(change);

  await screen.findByText('2 users wait again');
  expect(lastChange()).toBeUndefined();
});

test('who has logged in since keeps the approval, and the toast says so', async () => {
  const stands = [{ id: 102, message: 'person2@acme.example has logged in since.' }];
  const { screen, user } = waiting(many(2), { stands });
  await user.click(await screen.findByText('Select all 2'));
  await user.click(screen.getByRole('button', { name: 'Reject 2 users' }));
  await user.click(screen.getByRole('button', { name: 'Reject 2' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));

  await screen.findByText('1 user waits again');
  await screen.findByText('1 user not taken back. person2@acme.example has logged in since.');
});

test('when no answer comes the dialog stays with what was ticked', async () => {
  const { screen, user } = waiting(many(2), { failing: true });
  await user.click(await screen.findByText('Select all 2'));
  await user.click(screen.getByRole('button', { name: 'Approve 2 users' }));
  await screen.findByRole('group', { name: 'SMB, 2 people' });
  await user.click(screen.getByRole('button', { name: 'Approve 2' }));

  await screen.findByText(/The server did not answer/);
  expect(screen.getByText('2 selected')).toBeDefined();
});

test('people are found by name, company and phone, by the day and by the segment; only those are selected', async () => {
  const { screen, user } = waiting([
    person(1, { company_name: 'Acme', user_phoneNumber: '+91 98765 00001', timestamp: '2026-11-10T06:30:00Z' }),
    person(2, { company_name: 'Indus Motors', timestamp: '2026-11-20T06:30:00Z' }),
    person(3, { company_name: 'Indus Motors', segment: 'Education', timestamp: '2026-11-21T06:30:00Z' }),
  ]);
  const names = () => [...document.querySelectorAll('tbody th')].map((cell) => cell.textContent);
  const search = await screen.findByLabelText('Search name, email, company or phone');
  await user.type(search, '9876500001');
  await waitFor(() => expect(names()).toEqual(['Person 1']));
  await user.clear(search);
  await user.type(search, 'indus person');
  await waitFor(() => expect(names()).toEqual(['Person 2', 'Person 3']));
  await user.selectOptions(screen.getByLabelText('Segment'), 'Education');
  await waitFor(() => expect(names()).toEqual(['Person 3']));
  expect(screen.getByText('Select all 1')).toBeDefined();
});

test('more than can be decided on at once are said to be too many', async () => {
  const { screen, user } = waiting(many(201), { search: 'page=21' });
  await user.click(await screen.findByText('Select the first 200 of 201'));
  expect(screen.getByText('200 selected')).toBeDefined();

  await user.click(await screen.findByLabelText('Select person201@acme.example'));

  expect(screen.getByText('At most 200 at once')).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Approve 201 users' }).disabled).toBe(true);
});

test('all that is known of somebody is opened by the name', async () => {
  const customer = {
    ...{ customer_id: 5, company_name: 'Acme Pumps', by: 'domain' as const, domain_name: 'acme.example' },
    ...{ segment: 'SMB' as const, subscriptions: 3 },
  };
  const { screen, user } = waiting([person(1, { customer, is_public_mail: false, phone_fits: true })]);
  await screen.findByText('Customer, 3 subscriptions');
  expect(screen.getByText('Phone fits')).toBeDefined();

  await user.click(screen.getByText('Person 1'));

  const dialog = await screen.findByRole('dialog', { name: 'Person 1' });
  expect(dialog.textContent).toContain('Acme Pumps, found by the domain acme.example, 3 subscriptions');
  expect(dialog.textContent).toContain('Ravi Rao, 98765 43211');
});

test('those who get the same menus stand together, who had menus before apart', () => {
  const groups = menuGroups([person(1), person(2, { menu_id: [2], usual_menus: [2] }), person(3)]);

  expect(groups.map(({ words, people, usual }) => [words, people.length, usual])).toEqual([
    ['SMB', 2, [1, 2]],
    ['SMB, menus given before', 1, [2]],
  ]);
});
