import { usualMenus } from '@desk/contract/rules/usual-menus';
import { expect, test } from 'vitest';
import { actionReport, countedPage } from './action-count.ts';
import { axeFindings } from './browser.ts';
import { SIZES, sideways } from './looking.ts';
import { settled } from './sign-in.ts';
import { goTo, suiteOf } from './suite.ts';

const suite = suiteOf('ananya@desk.example');
const MOST_ACTIONS = 5;

/** People who registered after a webinar, beside those who wait already. */
const register = (guests: string, count: number) =>
  suite.product.ask(`
    insert into accounts (kind, email, name, phone, password_hash, status, role, created_at)
    select 'customer', '${guests}' || n || '@${guests}.example', initcap('${guests}') || ' ' || n,
      '98000' || lpad(n::text, 5, '0'), 'none', 'PENDING', 'CUSTOMER', now() from generate_series(1, ${count}) n;
    insert into customer_profiles (account_id, company_name, designation, industry_type, other_contact_name, other_contact_phone)
    select id, initcap('${guests}') || ' Works', 'Owner', 'SMB', '', '' from accounts where email like '${guests}%'`);

const standing = (guests: string) =>
  suite.product.read<{ status: string; people: number; menus: number; mails: number }>(`
    select a.status, count(*)::int as people, sum((select count(*) from account_menus m where m.account_id = a.id))::int as menus,
      sum((select count(*) from outbox o where o.recipient = a.email and o.state <> 'failed'))::int as mails
    from accounts a where a.email like '${guests}%' group by 1`);

test('fifty people are approved with the usual menus in five actions, and taken back in one', async () => {
  await register('webinar', 50);
  const { page } = suite;
  await goTo(suite, 'get_all_users', 'All Users');
  const actions = await countedPage(page);

  await page.getByRole('link', { name: /^Approve Users/ }).click();
  await settled(page, 'Approve Users');
  await page.getByLabel('Search name, email, company or phone').click();
  await page.keyboard.type('webinar');
  await page.getByRole('button', { name: 'Select all 50' }).click();
  await page.getByRole('button', { name: 'Approve 50 users' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve 50 users?' });
  await dialog.getByRole('group', { name: 'SMB, 50 people' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Approve 50' }).click();
  await page.getByText('50 users approved. Mails leave in a minute.').waitFor();

  process.stdout.write(actionReport('Approve 50 users', actions));
  expect(actions.done.length).toBeLessThanOrEqual(MOST_ACTIONS);
  const menus = 50 * usualMenus('SMB').length;
  expect(await standing('webinar')).toEqual([{ status: 'ACTIVE', people: 50, menus, mails: 50 }]);

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('50 users wait again').waitFor();
  expect(await standing('webinar')).toEqual([{ status: 'PENDING', people: 50, menus: 0, mails: 0 }]);
});

test('on a phone people are looked at, ticked and rejected on their cards', async () => {
  await register('seminar', 3);
  const { page } = suite;
  await page.setViewportSize(SIZES.narrow);
  await goTo(suite, 'approve_users?q=seminar', 'Approve Users');
  await page.getByRole('button', { name: 'More of seminar1@seminar.example' }).click();
  await page.getByRole('dialog', { name: 'Seminar 1' }).getByText('Seminar Works').first().waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();

  await page.getByLabel('Select seminar1@seminar.example').check();
  await page.getByLabel('Select seminar2@seminar.example').check();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Reject 2 users' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reject 2' }).click();

  await page.getByText('2 users rejected. Mails leave in a minute.').waitFor();
  const rejected = (await standing('seminar')).find(({ status }) => status === 'REJECTED');
  expect(rejected).toMatchObject({ people: 2, menus: 0 });
});

test('clicks, choices and command keys are actions, once each; what is typed is none', async () => {
  const page = await suite.page.context().newPage();
  await page.setContent(`
    <label><input type="checkbox"> Tick</label> <input aria-label="Name">
    <select aria-label="Zone"><option>North</option><option>West</option></select>`);
  const actions = await countedPage(page);

  await page.getByText('Tick').click();
  await page.getByLabel('Name').fill('Ravi');
  await page.getByLabel('Name').press('Control+K');
  await page.getByLabel('Name').pressSequentially('K I.');
  await page.getByLabel('Name').press('Backspace');
  await page.getByLabel('Zone').selectOption('West');
  await page.getByLabel('Name').press('Enter');

  expect(actions.done).toEqual(['click Tick', 'press Ctrl+K', 'choose West in Zone', 'press Enter']);
  actions.restart();
  expect(actions.done).toEqual([]);
  await page.close();
});
