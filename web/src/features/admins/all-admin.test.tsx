import { admins } from '@desk/contract/admins';
import { cleanup, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { brand } from '../../parts/testing/brand.ts';
import { answering, refusing, showAt } from '../../testing/show.tsx';
import { AllAdminScreen } from './all-admin.screen.tsx';
import { adminRow, bodiesOf, departmentsAnswer, offered, offeredAnswer, signIn } from './testing/admins.ts';

type Answers = Parameters<typeof showAt>[2][];
const ravi = adminRow();
const FAILED_EDIT = 'Failed to Edit Admin Details, Please Contact Your Administrator.';
const detailsOf = (row = ravi) => answering(admins.details, { admins: [row] });

const auditLog = offered.filter(({ to_route }) => to_route === 'audit_log');
const dialogOf = (heading: HTMLElement) => within(heading.closest('section') as HTMLElement);

beforeEach(() => signIn('asha@desk.example'));

const openAll = (search: string, ...answers: Answers) =>
  showAt(`/home${search}`, <AllAdminScreen />, ...answers, departmentsAnswer, offeredAnswer);

/** The dialog Edit Admin of an admin. */
async function edit(row = ravi, ...answers: Answers) {
  const shown = openAll('', ...answers, answering(admins.all, { admins: [row] }), detailsOf(row));
  await shown.user.click(await shown.screen.findByLabelText(`Edit: ${row.admin_email}`));
  await shown.screen.findByLabelText(/^Name/);
  return shown;
}

/** The dialog Edit Admin Delegation of an admin who has these menus. */
async function delegate(menus: Parameters<typeof answering<typeof admins.menus>>[1], ...answers: Answers) {
  const shown = await edit(ravi, ...answers, answering(admins.menus, menus));
  const { screen, user } = shown;
  await user.click(screen.getByText('Edit Admin Delegation'));
  await screen.findByLabelText('Audit Log');
  const dialog = dialogOf(screen.getByText('Edit Admin Delegation', { selector: 'h2' }));
  return { ...shown, dialog, save: () => user.click(dialog.getByText('Save')) };
}

test('admins are listed with role, department and status, and found by their e-mail', async () => {
  const meera = adminRow({ admin_id: 8, admin_email: 'meera@desk.example', department: null, department_id: null });
  const { screen, address } = openAll('?q=MEERA', answering(admins.all, { admins: [ravi, meera] }));

  const row = (await screen.findByText('meera@desk.example')).closest('tr');
  const cells = [...(row?.querySelectorAll('th, td') ?? [])].map((cell) => cell.textContent);
  expect(cells).toEqual([
    'Ravi Menon',
    'meera@desk.example',
    '+91 98765 43210',
    'Administrator',
    'N/A',
    '●Active',
    'Edit',
  ]);
  expect(screen.queryByText('ravi@desk.example')).toBeNull();
  expect(address()).toBe('/home?q=MEERA');
});

test('ten admins stand on a page', async () => {
  const many = Array.from({ length: 12 }, (_, at) =>
    adminRow({ admin_id: at, admin_email: `a${String(at)}@desk.example` }),
  );
  const { screen } = openAll('', answering(admins.all, { admins: many }));

  await screen.findByText('1–10 of 12');
});

test('a list that cannot be fetched is told and leads to the error page', async () => {
  const { screen, address } = openAll(
    '',
    answering(admins.all, () => refusing(500)),
  );

  await screen.findByText('Could not fetch data. Please contact your Administrator.');
  await screen.findByText('Somewhere else');
  expect(address()).toBe('/error');
});

test('only what was changed is sent', async () => {
  const { screen, user, sent } = await edit(ravi, answering(admins.update, {}));
  expect(screen.getByLabelText<HTMLInputElement>('Email').readOnly).toBe(true);

  await user.clear(screen.getByLabelText(/^Name/));
  await user.type(screen.getByLabelText(/^Name/), 'Ravi M');
  await user.selectOptions(screen.getByLabelText('Department'), 'Sales');
  expect(screen.getByText('Sales gives the role Sales.')).toBeTruthy();
  await user.click(screen.getByText('Save'));

  await screen.findByText('ravi@desk.example saved');
  expect(screen.queryByText('Edit Admin')).toBeNull();
  expect(bodiesOf(sent, admins.update)).toEqual([
    {
      formData: { admin_id: 7, admin_name: 'Ravi M', department_id: 2 },
      seen: { admin_name: 'Ravi Menon', department_id: 1 },
    },
  ]);
});

test('what a colleague changes while Edit Admin is open is not sent back', async () => {
  let name = ravi.admin_name;
  const { screen, user, sent } = await edit(
    ravi,
    answering(admins.details, () => ({ admins: [{ ...ravi, admin_name: name }] })),
    answering(admins.menus, { menu: auditLog }),
    answering(admins.setMenus, {}),
    answering(admins.update, {}),
  );
  name = 'Ravi Colleague';
  await user.click(screen.getByText('Edit Admin Delegation'));
  await user.click(await screen.findByLabelText('Monthly Renewal Data'));
  await user.click(dialogOf(screen.getByText('Edit Admin Delegation', { selector: 'h2' })).getByText('Save'));
  await screen.findByText('Menus of ravi@desk.example saved');

  await user.type(screen.getByLabelText(/^Phone Number/), '0');
  await user.click(screen.getByText('Save'));

  await screen.findByText('ravi@desk.example saved');
  expect(bodiesOf(sent, admins.update)).toEqual([
    { formData: { admin_id: 7, phone_number: '+91 98765 432100' }, seen: { phone_number: '+91 98765 43210' } },
  ]);
});

test('what was typed into Edit Admin is there again after the session ended', async () => {
  const first = await edit();
  await first.user.type(first.screen.getByLabelText(/^Name/), ' Kumar');
  cleanup();

  const { screen } = await edit();

  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Ravi Menon Kumar');
});

test('suspending somebody says that it ends their sessions', async () => {
  const { screen, user, sent } = await edit(ravi, answering(admins.update, {}));

  const status = screen.getByLabelText<HTMLSelectElement>('Status');
  expect([...status.options].map(({ text }) => text)).toEqual(['Unchanged (Active)', 'Suspended']);
  await user.selectOptions(status, 'Suspended');
  expect(screen.getByText('Saving this logs the admin out everywhere.')).toBeTruthy();
  await user.click(screen.getByText('Save'));

  await screen.findByText('ravi@desk.example saved');
  expect(bodiesOf(sent, admins.update)).toEqual([
    { formData: { admin_id: 7, status: 'SUSPENDED' }, seen: { status: 'ACTIVE' } },
  ]);
});

test('nobody can suspend or demote oneself, and is told why', async () => {
  signIn('ravi@desk.example');
  const { screen } = await edit();

  const status = screen.getByLabelText<HTMLInputElement>('Status');
  expect([status.value, status.readOnly]).toEqual(['Active', true]);
  expect(screen.getByText('You cannot suspend yourself; another administrator can.')).toBeTruthy();
  const choices = within(screen.getByLabelText('Department')).getAllByRole('option');
  expect(choices.map((option) => option.textContent)).toEqual(['Administration']);
  expect(screen.getByText(/^You cannot demote yourself/)).toBeTruthy();
});

test('who is moved to Renewals loses the present menus, which is said before', async () => {
  const { screen, user } = await edit();

  await user.selectOptions(screen.getByLabelText('Department'), 'Renewals');

  expect(screen.getByText('The menus of a renewal member take the place of the present ones.')).toBeTruthy();
});

test('an edit that fails says so and keeps what was typed', async () => {
  const { screen, user } = await edit(
    ravi,
    answering(admins.update, () => refusing(500)),
  );
  await user.type(screen.getByLabelText(/^Name/), ' Kumar');

  await user.click(screen.getByText('Save'));

  await screen.findByText(FAILED_EDIT);
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Ravi Menon Kumar');
});

test('an admin who cannot be loaded is told, and loaded at another try', async () => {
  let tries = 0;
  const details = answering(admins.details, () => (++tries === 1 ? refusing(404) : { admins: [ravi] }));
  const { screen, user } = openAll('', answering(admins.all, { admins: [ravi] }), details);
  await user.click(await screen.findByLabelText('Edit: ravi@desk.example'));
  await screen.findByText('Failed to load Admin Data');

  await user.click(screen.getByText('Retry'));

  expect((await screen.findByLabelText<HTMLInputElement>(/^Name/)).value).toBe('Ravi Menon');
});

test('menus are delegated on what the admin had; a menu that the caller lacks stays, and so does Edit Admin', async () => {
  const foreign = { menu_id: 99, menu_name: 'Invite Admin', to_route: 'invite_admin' };
  const { screen, user, sent, dialog, save } = await delegate(
    { menu: [...auditLog, foreign] },
    answering(admins.setMenus, {}),
  );
  expect(dialog.getByLabelText<HTMLInputElement>('Audit Log').checked).toBe(true);
  expect(dialog.queryByLabelText('Mapped Domain')).toBeNull();

  await user.click(dialog.getByLabelText('Monthly Renewal Data'));
  await user.click(dialog.getByLabelText('Audit Log'));
  await save();

  await screen.findByText('Menus of ravi@desk.example saved');
  expect(bodiesOf(sent, admins.setMenus)).toEqual([{ admin_id: 7, menu_id: [10, 99], initialAdminMenu: [99, 160] }]);
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Ravi Menon');
});

test('who was given other menus meanwhile: it is said, they are loaded, and the dialog stays', async () => {
  const given = offered.filter(({ to_route }) => to_route === 'my_renewal_domain');
  let asked = 0;
  const { screen, user, sent, dialog, save } = await delegate(
    () => ({ menu: ++asked === 1 ? auditLog : [...auditLog, ...given] }),
    answering(admins.setMenus, ({ initialAdminMenu }) => (initialAdminMenu.length === 2 ? {} : refusing(409))),
  );
  await user.click(dialog.getByLabelText('Monthly Renewal Data'));

  await save();
  await dialog.findByText(admins.setMenus.refusals[409]);
  expect(dialog.getByLabelText<HTMLInputElement>('My Renewal Domains').checked).toBe(true);
  await save();

  await screen.findByText('Menus of ravi@desk.example saved');
  expect(bodiesOf(sent, admins.setMenus)).toEqual([
    { admin_id: 7, menu_id: [10, 160], initialAdminMenu: [160] },
    { admin_id: 7, menu_id: [10, 30, 160], initialAdminMenu: [30, 160] },
  ]);
});

test('at least one menu is left to an admin', async () => {
  const { user, sent, dialog, save } = await delegate({ menu: auditLog });
  await user.click(dialog.getByLabelText('Audit Log'));

  await save();

  expect(dialog.getByText('Choose at least one menu')).toBeTruthy();
  expect(bodiesOf(sent, admins.setMenus)).toEqual([]);
});

test('menus that cannot be saved are told, and the choice stays', async () => {
  const { user, dialog, save } = await delegate(
    { menu: auditLog },
    answering(admins.setMenus, () => refusing(500)),
  );
  await user.click(dialog.getByLabelText('Monthly Renewal Data'));

  await save();

  await dialog.findByText(FAILED_EDIT);
  expect(dialog.getByLabelText<HTMLInputElement>('Monthly Renewal Data').checked).toBe(true);
});

test('menus that cannot be fetched are told', async () => {
  const { screen, user } = await edit(
    ravi,
    answering(admins.menus, () => refusing(404)),
  );

  await user.click(screen.getByText('Edit Admin Delegation'));

  expect((await screen.findAllByText('Failed to fetch Menu data. Please try again later.')).length).toBeGreaterThan(0);
});

const asha = adminRow({ admin_id: 1, admin_email: 'asha@desk.example', may_export: true });
const both = answering(admins.all, { admins: [ravi, asha] });
const PERMISSION = 'May export the JumpCloud list';

test('who may export gives the permission to others', async () => {
  const { screen, user, sent } = await edit(ravi, both, brand, answering(admins.update, {}));

  await user.click(await screen.findByLabelText(PERMISSION));
  await user.click(screen.getByText('Save'));

  await screen.findByText('ravi@desk.example saved');
  expect(bodiesOf(sent, admins.update)).toEqual([
    { formData: { admin_id: 7, may_export: true }, seen: { may_export: false } },
  ]);
});

test('who may not export is not offered to give it', async () => {
  signIn('meera@desk.example');
  const { screen } = await edit(ravi, both, brand);

  expect(screen.queryByLabelText(PERMISSION)).toBeNull();
});

test('where no administrator has the permission, it can be given', async () => {
  signIn('meera@desk.example');
  const gone = adminRow({ ...asha, status: 'SUSPENDED' });
  const { screen } = await edit(ravi, answering(admins.all, { admins: [ravi, gone] }), brand);

  expect(await screen.findByLabelText(PERMISSION)).toBeTruthy();
});

test("when the server takes the permission to be somebody else's to give, it says so and what was ticked stays", async () => {
  const { screen, user } = await edit(
    ravi,
    both,
    brand,
    answering(admins.update, () => refusing(403)),
  );

  await user.click(await screen.findByLabelText(PERMISSION));
  await user.click(screen.getByText('Save'));

  await screen.findByText(admins.update.refusals[403]);
  expect(screen.getByLabelText<HTMLInputElement>(PERMISSION).checked).toBe(true);
});
