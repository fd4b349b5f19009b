import { admins } from '@desk/contract/admins';
import { handOver } from '@desk/contract/renewal-work/hand-over';
import { expect, test } from 'vitest';
import { storeSession } from '../../api/session.ts';
import { brand } from '../../parts/testing/brand.ts';
import { answering, refusing, showAt } from '../../testing/show.tsx';
import { AllAdminScreen } from './all-admin.screen.tsx';
import { adminRow, bodiesOf, departmentsAnswer, offeredAnswer, signIn } from './testing/admins.ts';

const ravi = adminRow();

test('a colleague who edited the same field is told, and what was typed stays', async () => {
  signIn('asha@desk.example');
  let name = ravi.admin_name;
  const { screen, user, sent } = showAt(
    '/home',
    <AllAdminScreen />,
    answering(admins.all, { admins: [ravi] }),
    departmentsAnswer,
    offeredAnswer,
    answering(admins.details, () => ({ admins: [{ ...ravi, admin_name: name }] })),
    answering(admins.update, ({ seen }) => (seen?.admin_name === name ? {} : refusing(409))),
  );
  await user.click(await screen.findByLabelText('Edit: ravi@desk.example'));
  await screen.findByLabelText(/^Name/);
  name = 'Ravi Colleague';
  await user.type(screen.getByLabelText(/^Name/), ' K');
  await user.click(screen.getByText('Save'));
  await screen.findByText('Somebody has changed this admin meanwhile. Please check and try again.');

  await user.click(screen.getByText('Load the current data'));
  await screen.findByText(/By now: Ravi Colleague/);
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Ravi Menon K');
  await user.click(screen.getByText('Save'));

  await screen.findByText('ravi@desk.example saved');
  expect(bodiesOf(sent, admins.update).at(-1)).toMatchObject({ seen: { admin_name: 'Ravi Colleague' } });
});

test('before somebody is suspended it is said how many renewals go to whom', async () => {
  storeSession({
    ...{ user: 'asha@desk.example', token: { login_token: 't', exp: 4e9 }, role: 'ADMIN' },
    menu: [{ menu_id: 1, menu_name: 'All Admin', to_route: 'get_all_admin' }],
  });
  const owner = { account_id: 7, name: 'Ravi Menon', count: 119 };
  const { screen, user } = showAt(
    '/home',
    <AllAdminScreen />,
    ...[brand, answering(admins.all, { admins: [ravi] }), departmentsAnswer, offeredAnswer],
    answering(admins.details, { admins: [ravi] }),
    answering(handOver.list, { hand_overs: [], owners: [owner], receivers: [] }),
  );
  await user.click(await screen.findByLabelText('Edit: ravi@desk.example'));
  await user.selectOptions(await screen.findByLabelText('Status'), 'SUSPENDED');

  await screen.findByText(/Their 119 open renewals go to who covers for them, else to their manager, else to nobody\./);
});

test('who has no phone can be suspended nevertheless; what is typed there must be one', async () => {
  signIn('asha@desk.example');
  const { screen, user, bodies } = showAt(
    '/home',
    <AllAdminScreen />,
    answering(admins.all, { admins: [ravi] }),
    departmentsAnswer,
    offeredAnswer,
    answering(admins.details, { admins: [adminRow({ phone_number: '' })] }),
    answering(admins.update, {}),
  );
  await user.click(await screen.findByLabelText('Edit: ravi@desk.example'));
  await user.type(await screen.findByLabelText(/^Phone/), '123');
  await user.selectOptions(screen.getByLabelText('Status'), 'SUSPENDED');
  await user.click(screen.getByText('Save'));
  await screen.findByText('Invalid Phone Number');
  await user.clear(screen.getByLabelText(/^Phone/));

  await user.click(screen.getByText('Save'));

  await screen.findByText('ravi@desk.example saved');
  expect(bodies(admins.update)).toEqual([
    { formData: { admin_id: 7, status: 'SUSPENDED' }, seen: { status: 'ACTIVE' } },
  ]);
});
