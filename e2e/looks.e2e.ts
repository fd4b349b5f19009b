import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, newPage, openBrowser } from './browser.ts';
import { openProduct, type Product } from './product.ts';
import { CUSTOMER_SCREENS, ENTRANCES, STAFF_SCREENS } from './routes.ts';
import { settled, signIn, signInBuyer } from './sign-in.ts';

const SIZES = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const;
/** In this order each look differs from the last in one thing. */
const LOOKS = [
  ['wide', 'light'],
  ['wide', 'dark'],
  ['narrow', 'dark'],
  ['narrow', 'light'],
] as const;

type Session = NonNullable<BrowserContextOptions['storageState']>;

let product: Product;
let browser: Browser;
let staff: Session;
let customer: Session;

async function sessionOf(logIn: (page: Page) => Promise<void>): Promise<Session> {
  const { page, close } = await newPage(browser);
  await logIn(page);
  const session = await page.context().storageState();
  await close();
  return session;
}

beforeAll(async () => {
  product = await openProduct();
  browser = await openBrowser();
  staff = await sessionOf((page) => signIn(page, product, 'ananya@desk.example'));
  customer = await sessionOf((page) => signInBuyer(page, product));
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Where SCREENSHOTS names a folder, what was looked at is kept there. */
async function keep(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** What is wrong with a page in each look: findings of axe, and pixels that must be scrolled sideways. */
async function faultsOf(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const [size, colorScheme] of LOOKS) {
    await page.setViewportSize(SIZES[size]);
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
    await keep(page, `${name}-${size}-${colorScheme}`);
    const found = await axeFindings(page);
    faults.push(...found.map((finding) => `${size}, ${colorScheme}: ${finding}`));
    const pixels = await sideways(page);
    if (pixels > 0) faults.push(`${size}, ${colorScheme}: ${pixels} pixels wider than the window`);
  }
  return faults;
}

async function look(address: string, heading: string, options: BrowserContextOptions, name: string): Promise<void> {
  const { page, complaints, close } = await newPage(browser, options);
  await page.goto(`${product.address}${address}`);
  await settled(page, heading);
  expect(await faultsOf(page, name)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
}

test.each(STAFF_SCREENS)("staff's %s is readable for everybody and fits, in each look", async (route, heading) => {
  await look(`/home/${route}`, heading, { storageState: staff }, route);
});

test.each(CUSTOMER_SCREENS)(
  "customers' %s is readable for everybody and fits, in each look",
  async (route, heading) => {
    await look(`/home/${route}`, heading, { storageState: customer }, route);
  },
);

test.each(ENTRANCES)(
  '%s, for those outside, is readable for everybody and fits, in each look',
  async (path, heading) => {
    await look(path, heading, {}, `outside${path.replaceAll('/', '-')}`);
  },
);

test.each(['Add Comments', 'Follow up History', 'Update Domain Details', 'Send Notification'])(
  'the dialog %s is readable for everybody and fits, in each look',
  async (action) => {
    const { page, close } = await newPage(browser, { storageState: staff });
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
    expect(await faultsOf(page, action.toLowerCase().replaceAll(' ', '-'))).toEqual([]);
    await close();
  },
);

test('a screen that is opened narrow is laid out as one that became so', async () => {
  const { page, close } = await newPage(browser, { storageState: staff, viewport: SIZES.narrow, colorScheme: 'dark' });
  await page.goto(`${product.address}/home/get_monthly_renewal`);
  await settled(page, 'Monthly Renewal Data');
  expect(await axeFindings(page)).toEqual([]);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await close();
});
