import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, newPage, openBrowser } from './browser.ts';
import { openProduct, type Product } from './product.ts';
import { STAFF_SCREENS } from './routes.ts';
import { settled, signIn } from './sign-in.ts';

let product: Product;
let browser: Browser;
let signedIn: Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;

beforeAll(async () => {
  product = await openProduct();
  browser = await openBrowser();
  const { page, close } = await newPage(browser);
  await signIn(page, product, 'ananya@desk.example');
  signedIn = await page.context().storageState();
  await close();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const openAs = (options: BrowserContextOptions) => newPage(browser, { storageState: signedIn, ...options });
test('text that somebody stored is shown as text on every screen, never run', { timeout: 120_000 }, async () => {
  await product.ask(`
    update customers set company_name = $1 where id % 3 = 0;
    update accounts set name = $1, phone = $1 where kind = 'customer';
    update customer_profiles set company_name = $1, designation = $1, other_contact_name = $1;
    update renewals set followup_comment = $1, special_comments = $1, support_charge = $1, sku_name = $1;
    update contacts set name = $1`);
  const { page, complaints, close } = await openAs({});
  for (const [route, heading] of STAFF_SCREENS) {
    await page.goto(`${product.address}/home/${route}`);
    await settled(page, heading);
  }
  await page.goto(`${product.address}/home/get_monthly_renewal`);
  await settled(page, 'Monthly Renewal Data');
  await page.getByText('<img src=x onerror=window.ran=1>').first().waitFor();
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  expect(complaints).toEqual([]);
  await close();
});

test('the accessibility check sees a planted fault', async () => {
  const { page, close } = await openAs({});
  await page.goto(`${product.address}/home/get_monthly_renewal`);
  await settled(page, 'Monthly Renewal Data');
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('img')));
  expect(await axeFindings(page)).toEqual([expect.stringContaining('image-alt')]);
  await close();
});

test.each(['/nowhere', '/home/nowhere'])('%s is answered in the words of the specification', async (path) => {
  const { page, close } = await openAs({});
  await page.goto(`${product.address}${path}`);
  await page.getByText('Wrong URL..!!!').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await close();
});

test('a comment typed while the server is away is still there when it is back', async () => {
  const { page, close } = await openAs({});
  await page.goto(`${product.address}/home/get_monthly_renewal`);
  await settled(page, 'Monthly Renewal Data');
  await page.getByRole('link', { name: 'All columns' }).click();
  await page
    .getByRole('button', { name: /^Follow up History: / })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Called twice, nobody there');
  await page.route('**/api/**', (route) => route.abort());
  await dialog.getByRole('button', { name: /Add/ }).click();
  await page.getByText('The server did not answer').first().waitFor();
  expect(await dialog.getByRole('textbox').inputValue()).toBe('Called twice, nobody there');
  await page.unroute('**/api/**');
  await dialog.getByRole('button', { name: /Add/ }).click();
  await dialog.getByRole('listitem').filter({ hasText: 'Called twice, nobody there' }).waitFor();
  await close();
});

test.each([
  ['staff', 'get_renewal_data', '/adminpanel'],
  ['customers', 'my_renewals', '/'],
])('whoever follows a link of %s without a login is led to their login', async (_whose, screen, loginPath) => {
  const { page, close } = await newPage(browser);
  await page.goto(`${product.address}/home/${screen}`);
  await page.waitForURL(({ pathname }) => pathname === loginPath);
  await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor();
  await close();
});

test('a month can be worked with the keyboard alone', async () => {
  const { page, close } = await openAs({});
  await page.goto(`${product.address}/home/get_monthly_renewal`);
  await settled(page, 'Monthly Renewal Data');
  const grid = page.getByRole('grid');
  await grid.getByRole('rowheader').first().focus();
  const domain = await grid.getByRole('rowheader').first().getByRole('link').innerText();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: new RegExp(domain) });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('PageDown');
  await page.getByText(/^11–20 of/).waitFor();
  expect(await page.evaluate(() => document.activeElement?.closest('[role=grid]') !== null)).toBe(true);
  await close();
});
