import { admins } from '@desk/contract/admins';
import { mailLog } from '@desk/contract/mail-log';
import { cleanup, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storeSession } from '../../api/session.ts';
import { answering, refusing, show } from '../../testing/show.tsx';
import { InviteAdminScreen } from './invite-admin.screen.tsx';
import { bodiesOf, departments, departmentsAnswer, offered, offeredAnswer } from './testing/admins.ts';

type Answers = Parameters<typeof show>[1][];
const meera = { admin_name: 'Meera Iyer', admin_email: 'meera@desk.example', phone_number: '9876543210' };
const FAILED = 'Failed to Send invitation. Please try again...!!';

/** The screen with name, e-mail and phone typed. */
async function typed(...answers: Answers) {
  const shown = show(<InviteAdminScreen />, ...answers, departmentsAnswer, offeredAnswer);
  const { screen, user } = shown;
  await user.type(await screen.findByLabelText(/^Admin name/), meera.admin_name);
  await user.type(screen.getByLabelText(/^Email/), ' Meera@desk.example');
  await user.type(screen.getByLabelText(/^Phone/), meera.phone_number);
  await screen.findByLabelText('Audit Log');
  const send = () => user.click(screen.getByText('Send Invitation'));
  return { ...shown, send };
}

test('an invitation names department, role and menus; afterwards the form is empty and says where the mail went', async () => {
  const { screen, user, sent, send } = await typed(answering(admins.invite, {}));
  await user.selectOptions(screen.getByLabelText(/^Department/), 'Sales');
  expect(screen.getByText('Sales gives the role Sales.')).toBeTruthy();
  expect(screen.queryByLabelText('Mapped Domain')).toBeNull();
  await user.click(screen.getByLabelText('Audit Log'));
  await user.click(screen.getByLabelText('My Renewal Domains'));

  await send();

  const note = await screen.findByText(/^The invitation goes to meera@desk\.example/);
  expect(document.activeElement).toBe(note);
  expect(bodiesOf(sent, admins.invite)).toEqual([
    { formData: { ...meera, department_id: 2 }, menuList: [30, 160], role: 'SALESC' },
  ]);
  expect(screen.getByLabelText<HTMLInputElement>(/^Admin name/).value).toBe('');
  expect(screen.getByLabelText<HTMLSelectElement>(/^Department/).value).toBe('');
  expect(screen.getByLabelText<HTMLInputElement>('Audit Log').checked).toBe(false);
});

test('the last invitation is not told of beside a failure of the next one', async () => {
  const { screen, user, send } = await typed(answering(admins.invite, {}));
  await user.selectOptions(screen.getByLabelText(/^Department/), 'Sales');
  await user.click(screen.getByLabelText('Audit Log'));
  await send();
  await screen.findByText(/^The invitation goes to/);

  await send();

  await screen.findAllByText('Enter a name');
  expect(screen.queryByText(/^The invitation goes to/)).toBeNull();
});

test('only menus that the role of the department can use are offered and sent', async () => {
  const jobs = { menu_id: 170, menu_name: 'Jobs', to_route: 'jobs', audience: 'staff', roles: ['ADMIN'] } as const;
  const { screen, user, sent, send } = await typed(
    answering(admins.invite, {}),
    answering(admins.offeredMenus, { menu: [...offered, { ...jobs, roles: [...jobs.roles] }] }),
  );
  await user.selectOptions(screen.getByLabelText(/^Department/), 'Administration');
  await user.click(screen.getByLabelText('Jobs'));
  await user.selectOptions(screen.getByLabelText(/^Department/), 'Sales');
  expect(screen.queryByLabelText('Jobs')).toBeNull();

  await send();
  await screen.findAllByText('Choose at least one menu');
  expect(bodiesOf(sent, admins.invite)).toEqual([]);
  await user.click(screen.getByLabelText('Audit Log'));
  await send();

  await screen.findByText(/^The invitation goes to/);
  expect(bodiesOf(sent, admins.invite)).toMatchObject([{ menuList: [160], role: 'SALESC' }]);
});

test('while messages are held, the invitation is said to wait', async () => {
  storeSession({ user: 'asha@desk.example', token: { login_token: 'x', exp: 4e9 }, menu: [], role: 'ADMIN' });
  const held = { held: true, since: '2026-11-21T08:35:00Z', by: 'asha@desk.example', waiting: 0 };
  const { screen } = show(<InviteAdminScreen />, departmentsAnswer, offeredAnswer, answering(mailLog.state, held));

  await screen.findByText(/^Outgoing messages are held since .* What you send now waits/);
});

test('name, e-mail, phone, department and a menu are needed', async () => {
  const { screen, user, sent } = show(<InviteAdminScreen />, departmentsAnswer, offeredAnswer);
  await screen.findByLabelText('Audit Log');

  await user.click(screen.getByText('Send Invitation'));

  const faults = [...document.querySelectorAll('form li a')];
  expect(faults.map((fault) => fault.textContent)).toEqual([
    'Admin name: Enter a name',
    'Enter an e-mail address',
    'Enter a phone number',
    'Choose a department.',
    'Choose at least one menu',
  ]);
  expect(bodiesOf(sent, admins.invite)).toEqual([]);
});

test('a member of Renewals gets the menus of that team, ticked and locked', async () => {
  const { screen, user, sent, send } = await typed(answering(admins.invite, {}));
  await user.click(screen.getByLabelText('Audit Log'));

  await user.selectOptions(screen.getByLabelText(/^Department/), 'Renewals');
  expect(screen.queryByLabelText('Audit Log')).toBeNull();
  await user.click(screen.getByLabelText('My Renewal Domains'));
  expect(screen.getByLabelText<HTMLInputElement>('My Renewal Domains').checked).toBe(true);
  await send();

  await screen.findByText(/^The invitation goes to/);
  expect(bodiesOf(sent, admins.invite)).toMatchObject([{ menuList: [10, 30], role: 'RMEMBER' }]);
});

test('what was typed and chosen is there again after the session ended, until it is sent', async () => {
  const first = await typed();
  await first.user.selectOptions(first.screen.getByLabelText(/^Department/), 'Sales');
  await first.user.click(first.screen.getByLabelText('Audit Log'));
  cleanup();

  const { screen, user, sent } = show(
    <InviteAdminScreen />,
    answering(admins.invite, {}),
    departmentsAnswer,
    offeredAnswer,
  );
  await screen.findByLabelText('Audit Log');
  await screen.findByText('Sales gives the role Sales.');
  await user.click(screen.getByText('Send Invitation'));

  await screen.findByText(/^The invitation goes to/);
  expect(bodiesOf(sent, admins.invite)).toEqual([
    { formData: { ...meera, department_id: 2 }, menuList: [160], role: 'SALESC' },
  ]);
  expect(screen.getByLabelText<HTMLInputElement>(/^Admin name/).value).toBe('');
});

test('a department that was typed is there again after the session ended', async () => {
  const name = () => screenOf.getByLabelText<HTMLInputElement>(/^Department name/);
  const first = show(<InviteAdminScreen />, departmentsAnswer, offeredAnswer);
  const screenOf = first.screen;
  await first.user.click(await screenOf.findByText('Add Department'));
  await first.user.type(name(), 'Accounts');
  cleanup();

  const { user } = show(<InviteAdminScreen />, departmentsAnswer, offeredAnswer);
  await user.click(await screenOf.findByText('Add Department'));

  expect(name().value).toBe('Accounts');
});

test('what was ticked is there again when another department is chosen after Renewals', async () => {
  const { screen, user } = await typed();
  await user.click(screen.getByLabelText('Audit Log'));

  await user.selectOptions(screen.getByLabelText(/^Department/), 'Renewals');
  await user.selectOptions(screen.getByLabelText(/^Department/), 'Sales');

  expect(screen.getByLabelText<HTMLInputElement>('Audit Log').checked).toBe(true);
});

test.each([
  [503, FAILED],
  [500, FAILED],
  [409, 'Email Already Exists'],
])('an invitation refused with %i says so and keeps what was typed', async (status, text) => {
  const { screen, user, send } = await typed(answering(admins.invite, () => refusing(status)));
  await user.selectOptions(screen.getByLabelText(/^Department/), 'Sales');
  await user.click(screen.getByLabelText('Audit Log'));

  await send();

  await screen.findByText(text);
  expect(screen.getByLabelText<HTMLInputElement>(/^Admin name/).value).toBe('Meera Iyer');
  expect(screen.getByLabelText<HTMLInputElement>('Audit Log').checked).toBe(true);
  expect(document.activeElement === screen.getByLabelText(/^Email/)).toBe(status === 409);
});

test('a department is added beside the form and chosen at once; what was typed stays', async () => {
  const known = [...departments];
  const { screen, user, sent } = await typed(
    answering(admins.departments, () => ({ department: [...known] })),
    answering(admins.addDepartment, ({ department_name }) => {
      known.push({ department_id: 9, department_name, role: 'ADMIN' });
      return { department_id: 9 };
    }),
  );

  await user.click(screen.getByText('Add Department'));
  const dialog = within(screen.getByText('Add Department', { selector: 'h2' }).closest('section') as HTMLElement);
  await user.type(dialog.getByLabelText(/^Department name/), 'Accounts');
  await user.click(dialog.getByText('Add Department', { selector: 'button *' }));

  await screen.findByText('Department Accounts added');
  expect(bodiesOf(sent, admins.addDepartment)).toEqual([{ department_name: 'Accounts' }]);
  expect(screen.getByLabelText<HTMLSelectElement>(/^Department/).value).toBe('9');
  expect(screen.getByText('Accounts gives the role Administrator.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^Admin name/).value).toBe('Meera Iyer');
});

test.each([
  [500, 'Failed to add department. Please try again..!'],
  [409, 'There is a department of this name already.'],
])('a department refused with %i says so and keeps its name', async (status, text) => {
  const { screen, user } = await typed(answering(admins.addDepartment, () => refusing(status)));
  await user.click(screen.getByText('Add Department'));
  const dialog = within(screen.getByText('Add Department', { selector: 'h2' }).closest('section') as HTMLElement);
  await user.type(dialog.getByLabelText(/^Department name/), 'Sales');

  await user.click(dialog.getByText('Add Department', { selector: 'button *' }));

  await dialog.findByText(text);
  expect(dialog.getByLabelText<HTMLInputElement>(/^Department name/).value).toBe('Sales');
});

test('without the departments the screen cannot stand: it says so and tries again', async () => {
  let tries = 0;
  const { screen, user } = show(
    <InviteAdminScreen />,
    answering(admins.departments, () => (++tries === 1 ? refusing(500) : { department: departments })),
    offeredAnswer,
  );
  await screen.findByText('Server Error. Try refreshing your Page');

  await user.click(screen.getByText('Retry'));

  await screen.findByLabelText(/^Admin name/);
});

test('menus that cannot be fetched are told, and nothing can be sent without them', async () => {
  const { screen } = show(
    <InviteAdminScreen />,
    departmentsAnswer,
    answering(admins.offeredMenus, () => refusing(500)),
  );

  const message = await screen.findAllByText('Failed to fetch Menu data. Please try again later.');
  expect(message.length).toBeGreaterThan(0);
  expect(screen.getByText('Send Invitation').closest('button')?.disabled).toBe(true);
});
