import { admins, type OfferedMenu } from '@desk/contract/admins';
import { cleanup } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Refused } from '../../api/refused.ts';
import { answering, refusing, show } from '../../testing/show.tsx';
import { MenuDialog } from './menu-dialog.tsx';

const ofCustomers = { audience: 'customer', roles: ['CUSTOMER'] } satisfies Partial<OfferedMenu>;
const menu: OfferedMenu[] = [
  { menu_id: 1, menu_name: 'Mapped Domain', to_route: 'map_domain', ...ofCustomers },
  { menu_id: 2, menu_name: 'Add License', to_route: 'add_license', ...ofCustomers },
  { menu_id: 3, menu_name: 'Billing', to_route: 'billing', ...ofCustomers },
  { menu_id: 9, menu_name: 'All Users', to_route: 'get_all_users', audience: 'staff', roles: ['ADMIN', 'SALESC'] },
  { menu_id: 10, menu_name: 'Jobs', to_route: 'jobs', audience: 'staff', roles: ['ADMIN'] },
];
const offered = answering(admins.offeredMenus, { menu });
const CHANGED = 'Somebody else changed these menus meanwhile. Look at them and save again.';

test('only menus of the audience are offered, and what is chosen is sent with what was there', async () => {
  const send = vi.fn(() => Promise.resolve());
  const onClose = vi.fn();
  const had = { data: [1], error: null, refetch: () => undefined };
  const { screen, user } = show(
    <MenuDialog
      title="Delegation"
      submit="Save"
      whom="Asha Rao"
      draft="menus 7"
      audience="customer"
      had={had}
      send={send}
      onClose={onClose}
    />,
    offered,
  );
  await screen.findByLabelText('Mapped Domain');
  expect(screen.queryByLabelText('All Users')).toBeNull();

  await user.click(screen.getByLabelText('Billing'));
  await user.click(screen.getByText('Save'));

  expect(send).toHaveBeenCalledWith([1, 3], [1]);
  expect(onClose).toHaveBeenCalled();
});

test('after a colleague changed the menus both changes stand, and the dialog says whose is whose', async () => {
  const send = vi.fn<(menus: readonly number[], had: readonly number[]) => Promise<void>>(() => Promise.resolve());
  send.mockRejectedValueOnce(new Refused(409, CHANGED, {}));
  function Delegating() {
    const [data, setData] = useState([1]);
    const had = { data, error: null, refetch: () => setData([2]) };
    return (
      <MenuDialog
        title="Delegation"
        submit="Save"
        whom="Asha Rao"
        draft="menus 7"
        audience="customer"
        had={had}
        send={send}
        onClose={() => undefined}
      />
    );
  }
  const { screen, user } = show(<Delegating />, offered);
  await user.click(await screen.findByLabelText('Billing'));

  await user.click(screen.getByText('Save'));
  await screen.findByText(CHANGED);
  await screen.findByText('Given meanwhile: Add License. Taken meanwhile: Mapped Domain.');
  await user.click(screen.getByText('Save'));

  expect(send.mock.calls).toEqual([
    [[1, 3], [1]],
    [[2, 3], [2]],
  ]);
});

test('what was chosen is there again after the page was left, but not where a colleague changed the menus meanwhile', async () => {
  const delegating = (data: number[]) =>
    show(
      <MenuDialog
        title="Delegation"
        submit="Save"
        whom="Asha Rao"
        draft="menus 7"
        audience="customer"
        had={{ data, error: null, refetch: () => undefined }}
        send={() => Promise.resolve()}
        onClose={() => undefined}
      />,
      offered,
    );
  const billing = () => screen.findByLabelText<HTMLInputElement>('Billing');
  const { screen, user } = delegating([1]);
  await user.click(await billing());
  cleanup();
  delegating([1]);
  expect((await billing()).checked).toBe(true);
  cleanup();
  delegating([1, 2]);
  expect((await billing()).checked).toBe(false);
  expect(screen.getByLabelText<HTMLInputElement>('Add License').checked).toBe(true);
});

test('menus that cannot be fetched are said to be, and can be asked for again', async () => {
  let down = true;
  const { screen, user } = show(
    <MenuDialog
      title="Add License"
      submit="Approve"
      whom="Asha Rao"
      draft="menus 7"
      audience="customer"
      send={() => Promise.resolve()}
      onClose={() => undefined}
    />,
    answering(admins.offeredMenus, () => (down ? refusing(500) : { menu })),
  );
  await screen.findByText('Failed to fetch Menu data. Please try again later.');
  down = false;

  await user.click(screen.getByText('Retry'));

  await screen.findByText('0 of 3 selected');
});

test('only menus that the role can use are offered', async () => {
  const { screen } = show(
    <MenuDialog
      title="Delegation"
      submit="Save"
      whom="Ravi Menon"
      draft="menus 7"
      audience="staff"
      forRole="SALESC"
      send={() => Promise.resolve()}
      onClose={() => undefined}
    />,
    offered,
  );

  await screen.findByLabelText('All Users');
  expect(screen.queryByLabelText('Jobs')).toBeNull();
});
