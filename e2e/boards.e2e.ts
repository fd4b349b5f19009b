import { expect, test } from 'vitest';
import { problemsOf } from './looking.ts';
import { becomes, closeDialog, dialog, goTo, numberIn, rowsBehind, sessionFor, suiteOf } from './suite.ts';

const suite = suiteOf('ananya@desk.example');

const BOARDS = [
  ['renewal_dashboard', 'Renewal Dashboard', 'Renewal Team Domain'],
  ['renewal_dashboard', 'Renewal Dashboard', 'Segment Dashboard'],
  ['renewal_dashboard', 'Renewal Dashboard', 'Agreement Status'],
  ['renewal_dashboard', 'Renewal Dashboard', 'Flag Status'],
  ['renewal_dashboard', 'Renewal Dashboard', 'Monthly Dashboard'],
] as const;

test.each(BOARDS)('%s (%s): each count of %s opens as many domains', async (route, heading, panel) => {
  await goTo(suite, route, heading);
  const counts = suite.page.getByRole('table', { name: panel }).getByRole('button');
  const many = await counts.count();
  expect(many).toBeGreaterThan(0);
  for (let at = 0; at < many; at += 1) {
    const count = numberIn(await counts.nth(at).textContent());
    await counts.nth(at).click();
    expect([panel, await rowsBehind(suite)]).toEqual([panel, count]);
    if (at === 0) expect(await problemsOf(suite.page, `list-${panel}`)).toEqual([]);
    await closeDialog(suite);
  }
});

test('the domains of a member are searched, narrowed to days of the month and taken away as a file', async () => {
  await goTo(suite, 'renewal_dashboard', 'Renewal Dashboard');
  await suite.page.getByRole('table', { name: 'Renewal Team Domain' }).getByRole('button').first().click();
  const all = await rowsBehind(suite);

  await dialog(suite).getByRole('button', { name: 'Search Date' }).click();
  await dialog(suite).getByText('Please select both a start and end day.').first().waitFor();
  await dialog(suite).getByLabel('Start Day').selectOption('20');
  await dialog(suite).getByLabel('End Day').selectOption('10');
  await dialog(suite).getByRole('button', { name: 'Search Date' }).click();
  await dialog(suite).getByText('Start day cannot be greater than end day.').first().waitFor();
  expect(await problemsOf(suite.page, 'team-days-refused')).toEqual([]);
  await dialog(suite).getByLabel('Start Day').selectOption('1');
  await dialog(suite).getByLabel('End Day').selectOption('31');
  await dialog(suite).getByRole('button', { name: 'Search Date' }).click();
  await dialog(suite).getByText('1 to 31').waitFor();
  expect(await rowsBehind(suite)).toBe(all);

  const download = suite.page.waitForEvent('download');
  await dialog(suite).getByRole('button', { name: 'Export Data', exact: true }).click();
  expect((await download).suggestedFilename()).toBe('export_data.csv');
  await dialog(suite).getByLabel('Search domain or company').fill('no-such-domain');
  await dialog(suite)
    .getByText(/match these filters/)
    .waitFor();
});

test('a month without renewals says so in each panel', async () => {
  await goTo(suite, 'renewal_dashboard?month=2001-02', 'Renewal Dashboard');
  await expect.poll(() => suite.page.getByText('No Data Present').count()).toBe(5);
});

test('a member sees the own part, and what it is about', async () => {
  await suite.close();
  await becomes(suite, await sessionFor(suite, 'ritika@desk.example'));
  await goTo(suite, 'renewal_member_dashboard', 'My Dashboard');
  const counts = suite.page.getByRole('table').getByRole('button');
  const many = await counts.count();
  expect(many).toBeGreaterThan(0);
  for (let at = 0; at < many; at += 1) {
    const count = numberIn(await counts.nth(at).textContent());
    await counts.nth(at).click();
    expect(await rowsBehind(suite)).toBe(count);
    await closeDialog(suite);
  }
  expect(await problemsOf(suite.page, 'member-dashboard')).toEqual([]);
});

test('a member is invited, tagged, managed, and their domains open by a click on the e-mail', async () => {
  await goTo(suite, 'manager_renewal_team', 'Manage Renewal Team');
  await suite.page.getByRole('button', { name: 'Add Team Member' }).click();
  await dialog(suite).getByLabel(/^Name/).fill('Meera Iyer');
  await dialog(suite)
    .getByLabel(/^Phone/)
    .fill('98765 43210');
  await dialog(suite)
    .getByLabel(/^Email/)
    .fill('meera@desk.example');
  await dialog(suite).getByLabel('Segments').selectOption('SMB');
  await dialog(suite).getByLabel('Zones').selectOption('West');
  expect(await problemsOf(suite.page, 'add-member')).toEqual([]);
  await dialog(suite).getByRole('button', { name: 'Invite Team' }).click();
  await suite.page.getByText('Invitation sent to meera@desk.example').waitFor();
  await suite.page.getByRole('button', { name: 'Manage Member: meera@desk.example' }).click();
  await dialog(suite).getByLabel('Zones').selectOption('South');
  expect(await problemsOf(suite.page, 'manage-member')).toEqual([]);
  await dialog(suite).getByRole('button', { name: 'Edit Member' }).click();
  await suite.page.getByText('meera@desk.example saved').waitFor();
  expect(
    await suite.product.read(
      `select m.segments, m.zones from member_tags m join accounts a on a.id = m.account_id where a.email = 'meera@desk.example'`,
    ),
  ).toEqual([{ segments: ['SMB'], zones: ['West', 'South'] }]);

  await suite.page.getByRole('button', { name: 'ritika@desk.example', exact: true }).click();
  await dialog(suite)
    .getByRole('heading', { name: /^ritika@desk\.example/ })
    .waitFor();
  expect(await problemsOf(suite.page, 'member-domains')).toEqual([]);
  await closeDialog(suite);
});
