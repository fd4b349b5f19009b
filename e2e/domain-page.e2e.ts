import { expect, test } from 'vitest';
import { brokenFigures, keepPrinted, leftToUse, problemsOf } from './looking.ts';
import { settled } from './sign-in.ts';
import { dialog, goTo, quiet, suiteOf } from './suite.ts';

const suite = suiteOf('ananya@desk.example');

/** The domains of the month's list, in its order. */
const domains = () => suite.page.getByRole('grid').getByRole('rowheader').getByRole('link').allTextContents();
const comment = () => suite.page.getByRole('textbox', { name: 'What was said' });
const focused = () => suite.page.evaluate(() => document.activeElement?.textContent);

async function openMonth(): Promise<string[]> {
  const [due] = await suite.product.read<{ month: string }>(
    `select to_char(term_end, 'YYYY-MM') as month from renewals where state = 'open' and product = 'licence'
     group by 1 having count(*) > 3 order by 1 limit 1`,
  );
  await goTo(suite, `get_monthly_renewal?month=${due?.month ?? ''}`, 'Monthly Renewal Data');
  await quiet(suite);
  return domains();
}

test('a domain is found, its page read, commented, left for the next one, and Back leads to the row', async () => {
  const [first = '', second = ''] = await openMonth();
  const { page } = suite;
  await page
    .getByRole('searchbox')
    .or(page.getByLabel(/^Search/))
    .first()
    .fill(first);
  await expect.poll(domains).toEqual([first]);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(async () => (await domains()).length).toBeGreaterThan(1);

  await page.getByRole('link', { name: first, exact: true }).click();
  await settled(page, first);
  await page.getByRole('link', { name: /Monthly Renewal Data, / }).waitFor();
  await page.getByText(/^1 of \d+$/).waitFor();

  await comment().fill('Called, they decide on Friday');
  await page.getByRole('button', { name: 'Save and next' }).click();
  await page.getByText('Comment Added Successfully').waitFor();
  await settled(page, second);
  await page.getByText(/^2 of \d+$/).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');

  await page.getByRole('button', { name: 'Previous row' }).click();
  await settled(page, first);
  await page.getByRole('listitem').filter({ hasText: 'Called, they decide on Friday' }).first().waitFor();
  await page.getByRole('button', { name: /^Comments, / }).click();
  await quiet(suite);
  expect(await page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').count()).toBeGreaterThan(0);

  await page.goBack();
  await settled(page, 'Monthly Renewal Data');
  await expect.poll(focused).toBe(first);
});

test('the whole form is one key away, with what one has to know beside it', async () => {
  const [first = ''] = await openMonth();
  await suite.page.getByRole('link', { name: first, exact: true }).click();
  await settled(suite.page, first);
  await suite.page.getByRole('button', { name: 'Add Comments' }).waitFor();
  await suite.page.keyboard.press('c');
  await dialog(suite)
    .getByLabel(/^Status/)
    .selectOption('Extension');
  await dialog(suite).getByRole('complementary').getByText('Renews').waitFor();
  expect(await problemsOf(suite.page, 'comment-panel')).toEqual([]);
  await suite.page.keyboard.press('Escape');
  await suite.page.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => suite.page.getByRole('dialog').count()).toBe(0);
});

test('Back closes what is written in, asks as Close does, and stays on the list; what was saved leaves no step back', async () => {
  const { page } = suite;
  await openMonth();
  const [day, address] = [new URL('/home/my_day', page.url()).href, page.url()];
  await goTo(suite, 'my_day', 'My day');
  await page.getByRole('link', { name: 'Monthly Renewal Data' }).first().click();
  await settled(page, 'Monthly Renewal Data');
  await page.getByLabel('Zone', { exact: true }).selectOption('West');
  await quiet(suite);
  const [list, filtered] = [await domains(), page.url()];
  expect(filtered).not.toBe(address);
  const opened = () => page.getByRole('dialog').or(page.getByRole('alertdialog')).count();
  const write = async () => {
    await page.keyboard.press('c');
    await dialog(suite)
      .getByLabel(/^Status/)
      .selectOption('Extension');
  };
  await page.getByRole('grid').getByRole('rowheader').first().focus();
  await page.mouse.wheel(0, 120);
  const top = () =>
    page.evaluate(() =>
      [scrollY, ...[...document.querySelectorAll('*')].map((one) => one.scrollTop)].filter((y) => y > 0),
    );
  await write();
  const scrolled = await top();

  await page.goBack();
  await page.getByRole('button', { name: 'Keep editing' }).waitFor();
  expect(await problemsOf(page, 'back-on-a-form')).toEqual([]);
  await page.goBack();
  await expect.poll(opened).toBe(1);
  await page.goBack();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(opened).toBe(0);
  expect([page.url(), await domains(), await top()]).toEqual([filtered, list, scrolled]);

  await page.keyboard.press('.');
  await dialog(suite)
    .getByRole('button', { name: /^Update Domain Details/ })
    .click();
  await dialog(suite)
    .getByLabel(/^Customer Segment/)
    .selectOption('Education');
  await dialog(suite).getByRole('button', { name: 'Update Domain', exact: true }).click();
  await expect.poll(opened).toBe(0);
  await page.goBack();
  await expect.poll(() => page.url()).toBe(day);
});

test('on the first page of a tab Back closes a dialog, too; the next one leaves, and a reload changes nothing', async () => {
  const tab = await suite.page.context().newPage();
  const open = async () => {
    await tab.getByRole('button', { name: 'Recent changes' }).click();
    await tab.getByRole('dialog').waitFor();
  };
  await tab.goto(`${suite.product.address}/home/my_day`);
  await settled(tab, 'My day');
  await open();
  await tab.goBack();
  await expect.poll(() => tab.getByRole('dialog').count()).toBe(0);
  await open();
  await tab.reload();
  await settled(tab, 'My day');
  await open();
  await tab.goBack();
  await expect.poll(() => tab.getByRole('dialog').count()).toBe(0);
  expect(new URL(tab.url()).pathname).toBe('/home/my_day');
  await tab.goBack();
  await expect.poll(() => tab.url()).toBe('about:blank');
  await tab.close();
});

test('an address from before there were pages leads to the page, and one of nobody says so', async () => {
  const [first = ''] = await openMonth();
  await goTo(suite, `get_monthly_renewal?domain=${first}`, first);
  expect(new URL(suite.page.url()).pathname).toBe(`/home/domain/${first}`);
  await goTo(suite, 'domain/nobody.example', 'nobody.example');
  await suite.page.getByText('No Domain Found').waitFor();
  // The server refuses what is no domain of ours.
  expect(suite.complaints.splice(0).every((text) => text.includes('404'))).toBe(true);
});

async function isPrintedAsCard(name: string, words: string): Promise<void> {
  const { page } = suite;
  await page.getByText(words).filter({ visible: true }).first().waitFor();
  await quiet(suite);
  // As wide as the sheet within its margins.
  await page.setViewportSize({ width: 703, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  await keepPrinted(page, name);
  expect(await page.getByText(words).filter({ visible: true }).count()).toBeGreaterThan(0);
  expect(await leftToUse(page)).toEqual([]);
  expect(await brokenFigures(page)).toEqual([]);
}

test('printed, the page of a domain is a card: nothing to press or to type in, and no figure broken', async () => {
  const [first = ''] = await openMonth();
  await goTo(suite, `domain/${first}`, first);
  await isPrintedAsCard('printed-domain', 'Value a year');
  await suite.page.setViewportSize({ width: 1366, height: 768 });
  await suite.page.emulateMedia({ media: 'screen' });
  await suite.page.getByRole('tab', { name: /^Domain Invoice History/ }).click();
  await isPrintedAsCard('printed-invoices', 'from Zoho Books,');
});

test('printed, the Renewal Dashboard tells its counts, and the month', async () => {
  await goTo(suite, 'renewal_dashboard?month=2026-12', 'Renewal Dashboard');
  await isPrintedAsCard('printed-dashboard', 'Dec 2026');
  expect(await suite.page.getByRole('table', { name: 'Flag Status' }).locator('tbody button').count()).toBe(
    await suite.page.getByRole('table', { name: 'Flag Status' }).locator('tbody button:visible').count(),
  );
});
