import { admins } from '@desk/contract/admins';
import { boards } from '@desk/contract/boards';
import type { ReplyOf } from '@desk/contract/call';
import { team, type TeamMember } from '@desk/contract/team';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { businessMonth } from '../../kit/text/clock.ts';
import { answering, refusing, showAt } from '../../testing/show.tsx';
import { ManagerRenewalTeamScreen } from './manager-renewal-team.screen.tsx';

type Answers = Parameters<typeof showAt>[2][];

const ravi = (change: Partial<TeamMember> = {}): TeamMember => ({
  admin_id: 7,
  admin_name: 'Ravi Nair',
  admin_email: 'ravi@desk.example',
  phone_number: '+91 98765 43210',
  segments: 'Micro,SMB',
  region: 'South',
  manager: 'asha@desk.example',
  status: 'ACTIVE',
  domains: 1234,
  ...change,
});
const page = (...customer: TeamMember[]): ReplyOf<typeof team.members> => ({ customer, total: customer.length });
const managers = answering(team.managers, {
  managers: [
    { email: 'asha@desk.example', name: 'Asha Rao' },
    { email: 'ravi@desk.example', name: 'Ravi Nair' },
  ],
});
const FAILED = 'No Team Present or Could not fetch Team';

function open(search: string, ...answers: Answers) {
  const shown = showAt(`/home${search}`, <ManagerRenewalTeamScreen />, ...answers, managers);
  const dialog = async (title: string) =>
    within((await shown.screen.findByText(title)).closest('section') as HTMLElement);
  return { ...shown, dialog };
}

/** Opens Manage Member of Ravi, or of the first one that is given. */
async function manage(...answers: Answers) {
  const shown = open('', ...answers, answering(team.members, page(ravi())));
  await shown.user.click(await shown.screen.findByLabelText('Manage Member: ravi@desk.example'));
  await shown.screen.findByLabelText('Reports To');
  return shown;
}

/** Opens Add New Member and fills it in. */
async function add(...answers: Answers) {
  const shown = open('', ...answers, answering(team.members, page()));
  const { screen, user } = shown;
  await user.click(await screen.findByText('Add Team Member'));
  await user.type(await screen.findByLabelText(/^Name/), 'Meera Iyer');
  await user.type(screen.getByLabelText(/^Phone/), '98765 43210');
  await user.type(screen.getByLabelText(/^Email/), 'Meera@desk.example');
  await user.selectOptions(screen.getByLabelText('Segments'), 'SMB');
  await user.selectOptions(screen.getByLabelText('Zones'), 'West');
  await user.selectOptions(screen.getByLabelText('Reports To'), 'asha@desk.example');
  return shown;
}

test('a member stands with number, tags, manager and the domains of this month', async () => {
  const free = ravi({
    admin_id: 8,
    admin_name: 'Gita Sen',
    segments: '',
    region: '',
    manager: null,
    status: 'SUSPENDED',
  });
  const { screen } = open('', answering(team.members, page(ravi(), free)));

  await screen.findByText('Micro');
  const rows = [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );
  expect([...document.querySelectorAll('thead tr:last-child th')].map((cell) => cell.textContent)).toEqual([
    'Name', 'Email', 'Number', 'Segments', 'Zones', 'Reports To', 'Domains this month', 'Manage Member',
  ]); // prettier-ignore
  expect(rows).toEqual([
    ['Ravi Nair ', 'ravi@desk.example', '+91 98765 43210', 'MicroSMB', 'South', 'asha@desk.example', '1,234', 'Manage Member'],
    ['Gita Sen ○Suspended', 'ravi@desk.example', '+91 98765 43210', 'All', 'All', 'N/A', '1,234', 'Manage Member'],
  ]); // prettier-ignore
});

test('ten members stand on a page; the server searches by name', async () => {
  const { screen, user, bodies } = open(
    '?page=2',
    answering(team.members, (body) => ({
      customer: [ravi({ admin_name: body.search === undefined ? 'Ravi Nair' : 'Found' })],
      total: body.search === undefined ? 12 : 1,
    })),
  );
  await screen.findByText('11–12 of 12');

  await user.type(screen.getByLabelText('Search team name'), 'fo');

  await screen.findByText('Found');
  expect(bodies(team.members)).toEqual([{ page: 2 }, { page: 1, search: 'fo' }]);
});

test('a team that is empty or cannot be fetched says so, and is fetched at another try', async () => {
  let tries = 0;
  const { screen, user } = open(
    '',
    answering(team.members, () => (++tries === 1 ? refusing(500) : page())),
  );
  await screen.findByText(FAILED);

  await user.click(screen.getByText('Try again'));

  await waitFor(() => expect(screen.getByText(FAILED).closest('[role="status"]')).toBeTruthy());
});

test('a click on an e-mail opens that member’s domains of this month', async () => {
  const { screen, user, bodies, dialog, address } = open(
    '',
    answering(team.members, page(ravi())),
    answering(boards.teamList, { domains: [], total: 0 }),
  );

  await user.click(await screen.findByText('ravi@desk.example'));

  await dialog('No Domain Present or Could not fetch Domains');
  expect(bodies(boards.teamList)).toEqual([{ admin_email: 'ravi@desk.example', month: businessMonth(), page: 1 }]);
  expect(address()).toBe('/home?list=member%3Aravi%40desk.example');
});

test('a new member is invited and tagged', async () => {
  const { screen, user, bodies } = await add(answering(admins.invite, {}), answering(team.tag, {}));

  await user.click(screen.getByText('Invite Team'));

  await screen.findByText('Invitation sent to meera@desk.example');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(bodies(admins.invite)).toEqual([
    {
      formData: { admin_name: 'Meera Iyer', phone_number: '98765 43210', admin_email: 'meera@desk.example' },
      role: 'RMEMBER',
    },
  ]);
  expect(bodies(team.tag)).toEqual([
    { admin_email: 'meera@desk.example', segmentList: ['SMB'], zoneList: ['West'], manager: 'asha@desk.example' },
  ]);
});

test('a chip is taken away by a click', async () => {
  const { screen, user, bodies } = await add(answering(admins.invite, {}), answering(team.tag, {}));
  await user.selectOptions(screen.getByLabelText('Segments'), 'Micro');

  await user.click(screen.getByLabelText('Remove SMB'));
  await user.click(screen.getByText('Invite Team'));

  await screen.findByText('Invitation sent to meera@desk.example');
  expect(bodies(team.tag)).toMatchObject([{ segmentList: ['Micro'] }]);
});

test('what is missing or wrong is told at its field', async () => {
  const { screen, user, sent } = open('', answering(team.members, page()));
  await user.click(await screen.findByText('Add Team Member'));
  await user.type(await screen.findByLabelText(/^Phone/), '12345');

  await user.click(screen.getByText('Invite Team'));

  expect(screen.getByLabelText(/^Phone/).getAttribute('aria-invalid')).toBe('true');
  for (const text of ['Enter a name', 'Invalid Phone Number', 'Enter an e-mail address'])
    expect(screen.getAllByText(text).length, text).toBe(2);
  expect(sent.some(({ path }) => path === admins.invite.path)).toBe(false);
});

test('an e-mail that has an account is told at the field, and nobody is tagged', async () => {
  const { screen, user, bodies } = await add(answering(admins.invite, () => refusing(409)));

  await user.click(screen.getByText('Invite Team'));

  await screen.findByText('Email Already Exists');
  expect(document.activeElement).toBe(screen.getByLabelText(/^Email/));
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Meera Iyer');
  expect(bodies(team.tag)).toEqual([]);
});

test('where the invitation is out but the tags are lost, only they are sent again', async () => {
  let tries = 0;
  const { screen, user, bodies } = await add(
    answering(admins.invite, {}),
    answering(team.tag, () => (++tries === 1 ? refusing(500) : {})),
  );
  await user.click(screen.getByText('Invite Team'));
  await screen.findByText('The invitation to meera@desk.example is out, but the tags are not saved. Please try again.');

  await user.selectOptions(screen.getByLabelText('Zones'), 'North');
  await user.click(screen.getByText('Save tags again'));

  await screen.findByText('Invitation sent to meera@desk.example');
  expect(bodies(admins.invite)).toHaveLength(1);
  expect(bodies(team.tag)[1]).toMatchObject({ admin_email: 'meera@desk.example', zoneList: ['West', 'North'] });
});

test('a member’s tags and manager are edited on what was seen; name and phone go along only when they are changed', async () => {
  const { screen, user, bodies } = await manage(answering(team.update, {}));
  expect(screen.getByLabelText<HTMLInputElement>('Email').readOnly).toBe(true);
  const choices = [...screen.getByLabelText<HTMLSelectElement>('Reports To').options].map(({ value }) => value);
  expect(choices).toEqual(['', 'asha@desk.example']);

  await user.click(screen.getByLabelText('Remove Micro'));
  await user.selectOptions(screen.getByLabelText('Reports To'), '');
  await user.click(screen.getByText('Edit Member'));

  await screen.findByText('ravi@desk.example saved');
  const tags = { segments: 'Micro,SMB', region: 'South', manager: 'asha@desk.example' };
  const seen = { admin_name: 'Ravi Nair', phone_number: '+91 98765 43210', ...tags };
  expect(bodies(team.update)).toEqual([{ admin_id: 7, segment: ['SMB'], zone: ['South'], manager: null, seen }]);
});

test('a new name is saved with the phone', async () => {
  const { screen, user, bodies } = await manage(answering(team.update, {}));
  await user.type(screen.getByLabelText(/^Name/), ' K');

  await user.click(screen.getByText('Edit Member'));

  await screen.findByText('ravi@desk.example saved');
  expect(bodies(team.update)).toMatchObject([
    { user_data: { admin_name: 'Ravi Nair K', phone_number: '+91 98765 43210' } },
  ]);
});

test('a member without a phone is tagged nevertheless; a new name is saved with one', async () => {
  const { screen, user, bodies } = await manage(
    answering(team.members, page(ravi({ phone_number: '' }))),
    answering(team.update, {}),
  );
  await user.type(screen.getByLabelText(/^Name/), ' K');
  await user.click(screen.getByText('Edit Member'));
  await screen.findByText('Enter a phone number');
  await user.type(screen.getByLabelText(/^Name/), '{Backspace}{Backspace}');
  await user.click(screen.getByLabelText('Remove Micro'));

  await user.click(screen.getByText('Edit Member'));

  await screen.findByText('ravi@desk.example saved');
  expect(bodies(team.update)).toMatchObject([{ segment: ['SMB'], seen: { phone_number: '' } }]);
});

test('a manager who has left is still shown', async () => {
  const { screen } = await manage(answering(team.members, page(ravi({ manager: 'gone@desk.example' }))));

  expect(screen.getByLabelText<HTMLSelectElement>('Reports To').value).toBe('gone@desk.example');
});

test('what a colleague changed meanwhile is told and loaded; what was typed stays', async () => {
  let region = 'South';
  const { screen, user, bodies } = await manage(
    answering(team.members, () => page(ravi({ region }))),
    answering(team.update, ({ seen }) => (seen?.region === 'North' ? {} : refusing(409))),
  );
  region = 'North';
  await user.click(screen.getByLabelText('Remove Micro'));
  await user.click(screen.getByText('Edit Member'));
  await screen.findByText(team.update.refusals[409]);

  await user.click(screen.getByText('Load the current data'));
  await screen.findByText(
    /^By now: Ravi Nair, \+91 98765 43210, segments Micro, SMB, zones North, reports to asha@desk.example\./,
  );
  await user.click(screen.getByText('Edit Member'));

  await screen.findByText('ravi@desk.example saved');
  expect(bodies(team.update)[1]).toMatchObject({ segment: ['SMB'], zone: ['South'] });
});

test('a circle of managers is refused in words, and the form stays', async () => {
  const { screen, user } = await manage(answering(team.update, () => refusing(422)));

  await user.click(screen.getByText('Edit Member'));

  await screen.findByText(team.update.refusals[422]);
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ravi@desk.example');
});

test('managers that cannot be fetched are told, and fetched at another try', async () => {
  let tries = 0;
  const { screen, user } = open(
    '',
    answering(team.members, page(ravi())),
    answering(team.managers, () => (++tries === 1 ? refusing(500) : { managers: [] })),
  );
  await user.click(await screen.findByText('Add Team Member'));

  await user.click(await screen.findByText('Retry'));

  await screen.findByLabelText(/^Name/);
});
