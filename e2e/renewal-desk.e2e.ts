import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { axeFindings, newPage, openBrowser } from './browser.ts';
import { openProduct, type Product } from './product.ts';
import { signIn } from './sign-in.ts';
import { commentSaved } from './suite.ts';
import { dayOf } from './working-days.ts';

const MANAGER = 'ananya@desk.example';
const MEMBER = 'ritika@desk.example';
/** After the end of this month. */
const EXTENDED = dayOf(Date.now() + 48 * 86_400_000);

let product: Product;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  // The month's whole work is done on a desk that came out of a backup.
  product = await openProduct({ isRestored: true });
  browser = await openBrowser();
  ({ page, complaints } = await newPage(browser));
  page.setDefaultTimeout(20_000);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

beforeEach(({ task }) => {
  onTestFailed(async () => {
    const path = join(tmpdir(), `desk-e2e-${task.id}.png`);
    await page.screenshot({ path });
    console.log(`${task.name}: the page as it stood is ${path}`);
  });
});

const table = () => page.getByRole('grid');
const dialog = () => page.getByRole('dialog');
const result = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
/** The domains of this month's first page, as the list shows them. */
const domains = () => table().locator('tbody th[scope=row]').allInnerTexts();
const action = (name: string, domain: string) => page.getByRole('button', { name: `${name}: ${domain}` });
const cell = async (domain: string, column: string): Promise<string> => {
  const heads = await table().locator('thead tr').last().locator('th').allInnerTexts();
  const row = table().locator('tbody tr', { has: page.getByRole('rowheader', { name: domain }) });
  return row
    .locator('th, td')
    .nth(heads.findIndex((head) => head.trim().startsWith(column)))
    .innerText();
};
const clean = async () => expect(await axeFindings(page)).toEqual([]);
let worked: string[];

test('staff log in with the code from the mailbox page and land on their first menu', async () => {
  await page.goto(product.address);
  await page.getByRole('link', { name: 'Staff login' }).click();
  await page.waitForURL(/adminpanel/);
  await clean();
  await signIn(page, product, MANAGER);
  await page.waitForURL(/get_monthly_renewal/);
  await page.getByRole('heading', { level: 1, name: 'Monthly Renewal Data' }).waitFor();
});

test('a sync brings what Google knows more', async () => {
  await page.getByRole('link', { name: 'Sync and import' }).click();
  await page.getByRole('button', { name: 'Sync now' }).click();
  await page
    .getByText(/\b\d+ created\b|created: \d+|Created/)
    .first()
    .waitFor();
  await page.getByText(/Done/i).first().waitFor();
  await clean();
});

test('the month shows its renewals, ten a page, every column named', async () => {
  await page.getByRole('link', { name: 'Monthly Renewal Data' }).click();
  await table().locator('tbody th[scope=row]').nth(9).waitFor();
  expect(await domains()).toHaveLength(10);
  await clean();
  await page.getByRole('link', { name: 'All columns' }).click();
  await table().getByRole('columnheader', { name: 'Support Charge' }).waitFor();
  const heads = (await table().locator('thead th').allInnerTexts()).map((head) => head.trim());
  for (const head of ['Customer Domain', 'New Business Margin', 'Zone', 'Segments', 'Assigned To', 'Support Charge'])
    expect(heads).toContain(head);
  worked = await domains();
  await clean();
});

test('a renewal is assigned with the Update button of its cell', async () => {
  const [domain = ''] = worked;
  const before = await page
    .getByLabel(`Assigned To: ${domain}`, { exact: true })
    .or(page.getByLabel(new RegExp(`^Assigned To.*${domain}$`)))
    .first()
    .inputValue();
  const next = before === MEMBER ? 'tarun@desk.example' : MEMBER;
  const select = page.getByRole('combobox', { name: new RegExp(`^Assigned To.*${domain}`) });
  await select.selectOption(next);
  await page.getByRole('button', { name: new RegExp(`^Update Assigned To.*${domain}`) }).click();
  await result('Assigned To Updated Successfully');
});

const fill = async (fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields)) {
    const field = dialog().getByLabel(new RegExp(`^${label}`));
    if ((await field.evaluate((node) => node.tagName)) === 'SELECT') await field.selectOption(value);
    else await field.fill(value);
  }
};

test('a comment without its fields is refused in words, and nothing typed is lost', async () => {
  const [, domain = ''] = worked;
  await action('Add Comments', domain).click();
  await dialog().getByRole('button', { name: 'Save', exact: true }).click();
  await dialog().getByText('Highlight cannot be Blank').first().waitFor();
  await dialog().getByText('Status cannot be Blank').first().waitFor();
  await fill({ Highlight: 'Green', Status: 'Confirmation Received', 'License Added': '120' });
  await dialog()
    .getByLabel(/^Agreement/)
    .selectOption('');
  await dialog().getByRole('button', { name: 'Save', exact: true }).click();
  await dialog().getByText('Aggrement cannot be Blank for more than 100 license').first().waitFor();
  const added = dialog().getByLabel(/^License Added/);
  expect(await added.inputValue()).toBe('120');
  await clean();
  await fill({ Agreement: 'Signed' });
  await dialog().getByRole('button', { name: 'Save', exact: true }).click();
  await commentSaved(page);
  expect(await cell(domain, 'Confirmation Status')).toContain('Confirmation Received');
});

test.each([
  ['Lost', { Reason: 'Move to other vendor', 'Sub Reason': 'Price Issue' }, 'Move to other vendor'],
  ['Extension', { 'Extension Date': EXTENDED }, EXTENDED.split('-').reverse().join('-')],
  ['Suspended', { 'Suspension Reason': 'No confirmation', 'Suspension Details': 'Owner travels' }, 'No confirmation'],
])('a renewal is commented as %s and its row shows it at once', async (status, fields, shown) => {
  const domain = worked[{ Lost: 2, Extension: 3, Suspended: 4 }[status] ?? 5] ?? '';
  await action('Add Comments', domain).click();
  await fill({ Highlight: 'Red', Status: status, 'Task Status': '', ...fields });
  await dialog().getByRole('button', { name: 'Save', exact: true }).click();
  await commentSaved(page);
  expect(await cell(domain, 'Confirmation Status')).toContain(status);
  const row = table().locator('tbody tr', { has: page.getByRole('rowheader', { name: domain }) });
  expect(await row.innerText()).toContain(shown);
});

test('the history tells what was said and what was changed, by whom', async () => {
  await action('Follow up History', worked[2] ?? '').click();
  await dialog()
    .getByText(/Lost.*Move to other vendor.*Price Issue/)
    .first()
    .waitFor();
  await dialog().getByText(MANAGER).first().waitFor();
  await clean();
  await dialog().getByRole('tab', { name: 'All changes' }).click();
  await dialog().getByText('Move to other vendor').first().waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

/** A renewal of this month that is open and undecided; by the end of a month none of its first page may be. */
async function undecided(): Promise<string> {
  const [found] = await product.read<{ domain: string }>(
    `select domain_name as domain from renewals where product = 'licence' and to_char(term_end, 'YYYY-MM') = '${product.today.slice(0, 7)}'
     group by domain_name having count(*) = 1 and bool_and(state = 'open' and confirmation_status is null and reseller_type = 'N')
     order by max(term_end) desc, domain_name limit 1`,
  );
  if (!found) throw new Error('No renewal of this month is undecided.');
  return found.domain;
}

test('a notification shows what it will say, is sent once, and arrives', async () => {
  const domain = await undecided();
  await page.getByLabel('Search domain or company').fill(domain);
  await action('Send Notification', domain).click();
  const recipient = dialog().getByRole('checkbox').first();
  await recipient.check();
  const address = (
    (
      await dialog()
        .locator('label', { has: page.locator('input[type=checkbox]') })
        .first()
        .innerText()
    ).split(/\s/)[0] ?? ''
  ).trim();
  await clean();
  await dialog().getByRole('button', { name: 'Send Notification' }).click();
  await dialog()
    .getByRole('listitem')
    .filter({ hasText: address })
    .filter({ hasText: MANAGER })
    .filter({ hasText: /sent/ })
    .first()
    .waitFor();
  const answer = await fetch(`${product.mailboxUrl}/api/messages?to=${encodeURIComponent(address)}`);
  const caught = JSON.stringify(await answer.json());
  expect(caught.match(/"subject"/g)).toHaveLength(1);
  expect(caught).toContain(domain);
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await expect.poll(() => cell(domain, 'Send Notification'), { timeout: 15_000 }).toContain('sent');
  await page.getByLabel('Search domain or company').fill('');
  await action('Add Comments', worked[0] ?? '').waitFor();
});

let rows: Record<string, string>[];

test('the month is exported as CSV with every renewal', async () => {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const button = page.getByRole('button', { name: /^CSV: Export all/ });
  const total = Number(/\((\d+)\)/.exec(await button.innerText())?.[1]);
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(download.suggestedFilename()).toBe('data.csv');
  const text = await readFile(await download.path());
  rows = parse(text, { columns: true, bom: true });
  expect(rows).toHaveLength(total);
  expect(rows.find((row) => row['Customer Domain'] === worked[2])?.['Confirmation Status']).toBe('Lost');
});

const workbook = async (lines: readonly (readonly [string, string])[]) => {
  const data = [['Subscription Id', 'Assigned To'], ...lines].map((line) =>
    line.map((value) => ({ type: String, value })),
  );
  return { name: 'assign.xlsx', mimeType: 'application/octet-stream', buffer: await writeExcelFile(data).toBuffer() };
};
const uploadBulk = async (lines: readonly (readonly [string, string])[]) => {
  await page.getByRole('button', { name: 'Bulk Assignment' }).click();
  await page.getByLabel('Assignment file').setInputFiles(await workbook(lines));
  await page.getByRole('button', { name: 'Check file' }).click();
};

test('a file with one wrong subscription id assigns nothing and names the line', async () => {
  const ids = rows.slice(0, 20).map((row) => row['Subscription Id'] ?? '');
  await uploadBulk([...ids.map((id) => [id, MEMBER] as const), ['no-such-subscription', MEMBER]]);
  await page.getByText('Please check the subscription Id uploaded.').first().waitFor();
  await dialog().last().getByText('22', { exact: true }).first().waitFor();
  await clean();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

test('a workbook assigns all renewals it names', async () => {
  const lines = rows.map((row) => [row['Subscription Id'] ?? '', MEMBER] as const);
  await uploadBulk(lines);
  await page.getByRole('button', { name: /^Assign \d+$/ }).click();
  await result('Assigned to Updated');
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: new RegExp(`^Assigned To.*${worked[0] ?? ''}`) }).waitFor();
  await expect
    .poll(() => page.getByRole('combobox', { name: new RegExp(`^Assigned To.*${worked[0] ?? ''}`) }).inputValue())
    .toBe(MEMBER);
});

test('logging out ends the session and the browser forgets it', async () => {
  await page.getByRole('link', { name: 'Logout' }).click();
  await page.waitForURL(/logout|adminpanel/);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token')), { timeout: 10_000 }).toBeNull();
  await page.goto(`${product.address}/home/get_monthly_renewal`);
  await page.waitForURL(/adminpanel|logout/);
});

test('nothing broke the rules of the page', () => {
  expect(complaints).toEqual([]);
});
