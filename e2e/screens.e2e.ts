import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFindings, newPage, openBrowser } from './browser.ts';
import { openProduct, type Product } from './product.ts';
import { signIn } from './sign-in.ts';

const SCREENS = [
  ['get_monthly_renewal', 'Monthly Renewal Data'],
  ['get_renewal_data', 'Renewal Data'],
  ['my_renewal_domain', 'My Renewal Domains'],
  ['subscription_sync', 'Sync and import'],
  ['approve_users', 'Approve Users'],
  ['approve_domain', 'Approve Domain'],
  ['get_all_users', 'All Users'],
  ['get_all_domain', 'All Domain'],
  ['get_all_admin', 'All Admin'],
  ['invite_admin', 'Invite Admin'],
  ['audit_log', 'Audit Log'],
  ['axima_domains', 'Axima Domains'],
  ['add_axima_domain', 'All Axima Domain'],
  ['provider_portal', 'Provider Portal'],
  ['us_provider_portal', 'US Portal'],
] as const;
const ENTRANCES = [
  ['/', 'Login'],
  ['/register', 'Register'],
  ['/forget_password', 'Forgot Password'],
  ['/adminpanel', 'Admin Login'],
  ['/adminpanel/register', 'Admin Register'],
  ['/adminpanel/forget_password', 'Reset Your Password'],
  ['/thank-you', 'Thank you'],
] as const;
const SIZES = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const;
const LOOKS = (['wide', 'narrow'] as const).flatMap((size) =>
  (['light', 'dark'] as const).map((scheme) => ({ size, scheme })),
);

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
/** Where SCREENSHOTS names a folder, what was looked at is kept there. */
const keep = async (page: Page, name: string) => {
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
};
const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
const settled = async (page: Page, heading: string) => {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
};

describe.each(LOOKS)('$size and $scheme', ({ size, scheme }) => {
  test.each(SCREENS)('%s is readable for everybody and fits', async (route, heading) => {
    const { page, complaints, close } = await openAs({ viewport: SIZES[size], colorScheme: scheme });
    await page.goto(`${product.address}/home/${route}`);
    await settled(page, heading);
    await keep(page, `${route}-${size}-${scheme}`);
    expect(await axeFindings(page)).toEqual([]);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test.each(ENTRANCES)('the page %s for those outside is readable for everybody and fits', async (path, heading) => {
    const { page, complaints, close } = await newPage(browser, { viewport: SIZES[size], colorScheme: scheme });
    await page.goto(`${product.address}${path}`);
    await settled(page, heading);
    await keep(page, `outside${path.replaceAll('/', '-')}-${size}-${scheme}`);
    expect(await axeFindings(page)).toEqual([]);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test.each(['Add Comments', 'Follow up History', 'Update Domain Details', 'Send Notification'])(
    'the dialog %s is readable for everybody and fits',
    async (action) => {
      const { page, close } = await openAs({ viewport: SIZES[size], colorScheme: scheme });
      await page.goto(`${product.address}/home/get_monthly_renewal`);
      await settled(page, 'Monthly Renewal Data');
      await page
        .getByRole('button', { name: new RegExp(`^${action}: `) })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      await dialog.getByText('Loading...').waitFor({ state: 'detached' });
      if (action === 'Add Comments') await dialog.getByLabel(/^Status/).selectOption('Confirmation Received');
      await keep(page, `${action.toLowerCase().replaceAll(' ', '-')}-${size}-${scheme}`);
      expect(await axeFindings(page)).toEqual([]);
      expect(await sideways(page)).toBeLessThanOrEqual(0);
      await close();
    },
  );
});

test('text that somebody stored is shown as text on every screen, never run', { timeout: 120_000 }, async () => {
  await product.ask(`
    update customers set company_name = $1 where id % 3 = 0;
    update accounts set name = $1, phone = $1 where kind = 'customer';
    update customer_profiles set company_name = $1, designation = $1, other_contact_name = $1;
    update renewals set followup_comment = $1, special_comments = $1, support_charge = $1, sku_name = $1;
    update contacts set name = $1`);
  const { page, complaints, close } = await openAs({});
  for (const [route, heading] of SCREENS) {
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

test('whoever is not logged in is led to the login', async () => {
  const { page, close } = await newPage(browser);
  await page.goto(`${product.address}/home/get_renewal_data`);
  await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await close();
});

test('a month can be worked with the keyboard alone', async () => {
  const { page, close } = await openAs({});
  await page.goto(`${product.address}/home/get_monthly_renewal`);
  await settled(page, 'Monthly Renewal Data');
  const grid = page.getByRole('grid');
  await grid.getByRole('rowheader').first().focus();
  const domain = await grid.getByRole('rowheader').first().innerText();
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
