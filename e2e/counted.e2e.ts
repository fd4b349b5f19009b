import { expect, test } from 'vitest';
import { undecidedSql } from '../server/src/platform/db/tables/standing.ts';
import { actionReport, countedPage } from './action-count.ts';
import { problemsOf } from './looking.ts';
import { settled } from './sign-in.ts';
import { dialog, goTo, numberIn, quiet, suiteOf } from './suite.ts';

const suite = suiteOf('ananya@desk.example');

/** The comments that were written in words, with the domains of their renewals. */
const commented = (words: string) =>
  suite.product.read<{ domain_name: string; term_end: string }>(`
    select r.domain_name, r.term_end::text from renewal_comments c join renewals r on r.id = c.renewal_id
    where c.comment = '${words}'`);

test('a customer is found by a phone number and commented in four actions', async () => {
  const [person] = await suite.product.read<{ phone: string; name: string }>(`
    select k.phone, min(d.name::text) as name from contacts k join domains d on d.customer_id = k.customer_id
      join renewals r on r.domain_name = d.name::text and r.state = 'open'
    where length(k.phone) > 9 group by 1 having count(distinct d.id) = 1 order by 1 limit 1`);
  if (!person) throw new Error('Nobody has a phone number.');
  const { page } = suite;
  await goTo(suite, 'renewal_dashboard', 'Renewal Dashboard');
  const actions = await countedPage(page);

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type(person.phone);
  await page.getByRole('group', { name: 'People' }).getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await settled(page, person.name);
  await page.getByRole('textbox', { name: 'What was said' }).click();
  await page.keyboard.type('Asked for two more seats by phone');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Comment Added Successfully').waitFor();

  process.stdout.write(actionReport('Find a customer by phone number and comment', actions));
  expect(actions.done.length).toBeLessThanOrEqual(4);
  expect(await commented('Asked for two more seats by phone')).toMatchObject([{ domain_name: person.name }]);
});

test('thirty renewals of a zone are assigned in six actions', async () => {
  const [most] = await suite.product.read<{ zone: string; month: string; renewals: number }>(`
    select zone, to_char(term_end, 'YYYY-MM') as month, count(*)::int as renewals from renewals
    where state = 'open' and product = 'licence' and zone is not null group by 1, 2 order by 3 desc limit 1`);
  if (!most) throw new Error('No renewal has a zone.');
  // Whose they are depends on the day of the demo: at least forty have to become another's.
  await suite.product.ask(`update renewals set zone = '${most.zone}', assigned_to_id = null where id in (
    select id from renewals where state = 'open' and product = 'licence' and to_char(term_end, 'YYYY-MM') = '${most.month}' limit 40)`);
  const { page } = suite;
  await goTo(suite, `get_monthly_renewal?month=${most.month}`, 'Monthly Renewal Data');
  const actions = await countedPage(page);

  await page.getByRole('combobox', { name: 'Zone', exact: true }).selectOption(most.zone);
  await page.getByLabel('Select this page').click();
  const all = page.getByRole('button', { name: /^Select all .* that match$/ });
  const count = numberIn(await all.textContent());
  await all.click();
  await page.getByRole('combobox', { name: 'Assign to' }).selectOption('tarun@desk.example');
  await page.getByRole('button', { name: new RegExp(`^Update ${count}$`) }).click();
  const change = page.getByRole('alertdialog').getByRole('button', { name: /^Change/ });
  // Those who have them already are not among them.
  const changing = numberIn(await change.textContent());
  await change.click();
  await page.getByText(`${changing} renewals updated`).waitFor();

  process.stdout.write(actionReport(`Assign ${count} of a zone`, actions));
  expect(changing).toBeGreaterThanOrEqual(30);
  expect(actions.done.length).toBeLessThanOrEqual(6);
});

test('the most urgent undecided renewal is commented three actions after the login', async () => {
  const { page, product } = suite;
  await page.goto(`${product.address}/home`);
  await settled(page, 'Monthly Renewal Data');
  const actions = await countedPage(page);

  await page.getByRole('button', { name: /^Undecided/ }).click();
  await quiet(suite);
  const row = page.getByRole('grid').locator('tbody tr').first();
  await row.hover();
  await row.getByRole('button', { name: /^Follow up History/ }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
  await page.keyboard.type('They decide on Friday');
  await dialog(suite).getByRole('button', { name: 'Add Comment' }).click();
  await page.getByText('Comment Added Successfully').waitFor();

  process.stdout.write(actionReport('Comment the most urgent undecided renewal', actions));
  expect(actions.done.length).toBeLessThanOrEqual(3);
  const [urgent] = await product.read<{ day: string }>(`
    select min(term_end)::text as day from renewals where product = 'licence' and ${undecidedSql()}
      and to_char(term_end, 'YYYY-MM') = '${product.today.slice(0, 7)}'`);
  expect(await commented('They decide on Friday')).toMatchObject([{ term_end: urgent?.day }]);
});

test('a page of renewals that renew as they are is marked in five actions, in each look, and one is put back by keys', async () => {
  const { page, product } = suite;
  const [far] = await product.read<{ month: string }>(`
    select to_char(term_end, 'YYYY-MM') as month from renewals where product = 'licence' group by 1
    having count(*) > 10 and bool_and(state = 'open' and confirmation_status is null and instruction_state is null) order by 1 limit 1`);
  if (!far) throw new Error('Of each month something is decided.');
  const address = `get_monthly_renewal?month=${far.month}`;
  await goTo(suite, address, 'Monthly Renewal Data');
  const actions = await countedPage(page);

  await page.getByRole('button', { name: /^Undecided/ }).click();
  await quiet(suite);
  await page.getByLabel('Select this page').click();
  const bar = page.getByRole('group', { name: 'Selected renewals' });
  await bar.getByRole('combobox', { name: 'Set status' }).selectOption('Confirmation Received');
  await bar.getByRole('button', { name: /^Update/ }).click();
  const change = page.getByRole('alertdialog').getByRole('button', { name: /^Change/ });
  const changing = numberIn(await change.textContent());
  await change.click();
  await page.getByText(`${changing} renewals updated`).waitFor();
  process.stdout.write(actionReport('Mark a page of renewals as renewing', actions));
  expect(changing).toBeGreaterThan(1);
  expect(actions.done.length).toBeLessThanOrEqual(5);
  const marked = () =>
    product.read<{ domain_name: string; seats: number; renewed: number }>(`
      select domain_name, coalesce(number_of_seats, licensed_seats, 0) as seats, renewed_lic as renewed from renewals
      where to_char(term_end, 'YYYY-MM') = '${far.month}' and confirmation_status = 'Confirmation Received'`);
  expect((await marked()).filter(({ seats, renewed }) => seats !== renewed)).toEqual([]);

  await goTo(suite, address, 'Monthly Renewal Data');
  const wrong = page.getByRole('row').filter({ hasText: 'Confirmation Received' }).first();
  await wrong.getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  expect(await problemsOf(page, 'selected-status')).toEqual([]);
  await bar.getByRole('combobox', { name: 'Set status' }).focus();
  await page.keyboard.type('In D');
  await bar.getByRole('button', { name: /^Update/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change 1' }).press('Enter');
  await page.getByText('1 renewal updated').waitFor();
  expect(await marked()).toHaveLength(changing - 1);
});
