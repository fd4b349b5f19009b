import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, newPage, openBrowser } from './browser.ts';
import { keep, problemsOf, outOfSight, sessionOf, sideways, SIZES, type Session } from './looking.ts';
import { openProduct, type Product } from './product.ts';
import { CUSTOMER_SCREENS, ACCESS_SCREENS, STAFF_SCREENS } from './routes.ts';
import { settled, signIn, signInBuyer } from './sign-in.ts';

let product: Product;
let browser: Browser;
let staff: Session;
let customer: Session;

beforeAll(async () => {
  product = await openProduct();
  browser = await openBrowser();
  staff = await sessionOf(browser, (page) => signIn(page, product, 'ananya@desk.example'));
  customer = await sessionOf(browser, (page) => signInBuyer(page, product));
});
afterAll(async () => {
  await Promise.all([...pages.values()].map(async (opened) => (await opened).close()));
  await browser.close();
  await product.stop();
});

/** The entry of the menu for where one is: whether it can be seen without scrolling. */
const isHereInView = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const entry = document.querySelector('nav[aria-label="Main Menu"] a[aria-current=page]');
    const list = entry?.closest('ul')?.parentElement?.getBoundingClientRect();
    if (!entry || !list) return false;
    const { top, bottom } = entry.getBoundingClientRect();
    return top >= list.top && bottom <= list.bottom && bottom <= window.innerHeight;
  });

/** One page for all screens of somebody: only the first one fetches the code. */
const pages = new Map<string, ReturnType<typeof newPage>>();
const pageOf = (whose: string, options: BrowserContextOptions) => {
  const opened = pages.get(whose) ?? newPage(browser, options);
  pages.set(whose, opened);
  return opened;
};

async function look(whose: string, address: string, heading: string, options: BrowserContextOptions): Promise<void> {
  const { page, complaints } = await pageOf(whose, options);
  const route = address.split('/').at(-1) ?? '';
  await page.goto(`${product.address}${address}`);
  await settled(page, heading);
  if (address.startsWith('/home/')) expect(await isHereInView(page)).toBe(true);
  expect(await problemsOf(page, `${whose}-${route}`)).toEqual([]);
  expect(complaints).toEqual([]);
}

test.each(STAFF_SCREENS)("staff's %s is readable for everybody, whole and in place, in each look", (route, heading) =>
  look('staff', `/home/${route}`, heading, { storageState: staff }),
);

test.each(CUSTOMER_SCREENS)(
  "customers' %s is readable for everybody, whole and in place, in each look",
  (route, heading) => look('customer', `/home/${route}`, heading, { storageState: customer }),
);

test.each(ACCESS_SCREENS)('%s, for those outside, is readable for everybody and whole, in each look', (path, heading) =>
  look('outside', path, heading, {}),
);

test.each(['Add Comments', 'Follow up History', 'Update Domain Details', 'Send Notification'])(
  'the dialog %s is readable for everybody and fits, in each look',
  async (action) => {
    const { page, close } = await newPage(browser, { storageState: staff });
    await page.goto(`${product.address}/home/get_monthly_renewal?cols=All+columns`);
    await settled(page, 'Monthly Renewal Data');
    await page
      .getByRole('button', { name: new RegExp(`^${action}: `) })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await dialog.getByText('Loading...').waitFor({ state: 'detached' });
    if (action === 'Add Comments') await dialog.getByLabel(/^Status/).selectOption('Confirmation Received');
    expect(await problemsOf(page, action.toLowerCase().replaceAll(' ', '-'), true)).toEqual([]);
    await close();
  },
);

test('words that are cut, and what is wider than the window, are seen', async () => {
  const { page } = await pageOf('outside', {});
  await page.goto(`${product.address}/thank-you`);
  await settled(page, 'Thank you');
  await page.evaluate(() => {
    const cut = document.createElement('p');
    cut.textContent = 'Words for which there is no room';
    Object.assign(cut.style, { width: '80px', overflow: 'hidden', whiteSpace: 'nowrap' });
    const wide = document.createElement('div');
    Object.assign(wide.style, { width: '1400px', height: '1px' });
    document.querySelector('main')?.append(cut, wide);
  });
  const problems = await problemsOf(page, 'planted');
  expect(problems).toContain('wide, light: cut: Words for which there is no room');
  expect(problems).toContainEqual(expect.stringMatching(/^narrow, dark: .* pixels wider than the window$/));
});

test('the search over everything is readable for everybody and fits, in each look', async () => {
  const { page, complaints, close } = await newPage(browser, { storageState: staff });
  await page.goto(`${product.address}/home/get_all_users`);
  await settled(page, 'All Users');
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Search domains, people, invoices, tickets' });
  await box.fill('nilavika');
  await page
    .getByRole('option', { name: /^nilavika/ })
    .first()
    .waitFor();
  await page.getByText(/^Do with nilavika/).waitFor();
  expect(await problemsOf(page, 'palette')).toEqual([]);
  await page.keyboard.press('Enter');
  // Wherever a domain is shown, its name is in the address.
  await page.waitForURL(/nilavika/);
  expect(complaints).toEqual([]);
  await close();
});

test('on a phone the menu is a sheet that is readable for everybody, and collapsed on a desk as well', async () => {
  const { page, close } = await newPage(browser, { storageState: staff, viewport: SIZES.narrow });
  await page.goto(`${product.address}/home/jobs`);
  await settled(page, 'Jobs');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Jobs' }).waitFor();
  expect(await isHereInView(page)).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  await keep(page, 'sheet');
  await page.getByRole('dialog').getByRole('link', { name: 'All Users' }).click();
  await settled(page, 'All Users');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.setViewportSize(SIZES.wide);
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(await axeFindings(page)).toEqual([]);
  await keep(page, 'rail');
  await close();
});

/** Lists that are seen whole on a usual screen; the others hold more than fits, and have what matters first. */
const WHOLE = [
  ['get_all_users', 'All Users'],
  ['get_all_domain', 'All Domain'],
  ['get_all_admin', 'All Admin'],
  ['audit_log', 'Audit Log'],
  ['mail_log', 'Mail Log'],
  ['subscription_sync', 'Sync and import'],
  ['manager_renewal_team', 'Manage Renewal Team'],
  ['renewal_reseller', 'Renewal Reseller'],
  ['renewal_dashboard', 'Renewal Dashboard'],
] as const;
/** Selectors of controls that open a list of their own. */
const OPENERS: Readonly<Record<string, string>> = {
  renewal_reseller: '[role=grid] tbody button',
  renewal_dashboard: 'main section button:text-matches("^[0-9]+$")',
};

test('on a usual screen nothing of a list, and none of its actions, is out of sight', async () => {
  const seen: Record<string, string[]> = {};
  const { page, close } = await newPage(browser, { storageState: staff, viewport: SIZES.usual });
  for (const [route, heading] of WHOLE) {
    await page.goto(`${product.address}/home/${route}`);
    await settled(page, heading);
    const opener = OPENERS[route];
    if (opener !== undefined) await page.locator(opener).first().click();
    if (opener !== undefined) await page.getByRole('dialog').getByRole('grid').waitFor();
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
    seen[route] = await outOfSight(page);
  }
  await close();
  const buyer = await newPage(browser, { storageState: customer, viewport: SIZES.usual });
  await buyer.page.goto(`${product.address}/home/add_license`);
  await buyer.page
    .getByRole('button', { name: /^View Subscription: / })
    .first()
    .click();
  await buyer.page.getByRole('dialog').getByRole('grid').waitFor();
  seen['add_license'] = await outOfSight(buyer.page);
  await buyer.close();
  expect(Object.entries(seen).filter(([, outside]) => outside.length > 0)).toEqual([]);
});

/** Words of cells and buttons of which a part is hidden; what was said last is two lines, and whole in the row sheet. */
const cutTexts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role=grid] :is(th, td), article, [role=toolbar] button')]
      .flatMap((box) => [box, ...box.querySelectorAll<HTMLElement>('*')])
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible')
      .filter((one) => !one.classList.contains('visually-hidden'))
      .map(({ textContent }) => textContent),
  );

test.each([
  ['get_monthly_renewal', 'Monthly Renewal Data'],
  ['get_renewal_data?decided=all', 'Renewal Data'],
] as const)('in Work nothing of %s is cut or out of sight', async (route, heading) => {
  const { page, close } = await newPage(browser, { storageState: staff });
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [name, viewport] of Object.entries(SIZES)) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      await page.goto(`${product.address}/home/${route}`);
      await settled(page, heading);
      await keep(page, `work-${heading.replaceAll(' ', '-').toLowerCase()}-${name}-${colorScheme}`);
      const outside = name === 'narrow' ? [] : await outOfSight(page);
      const found = [...outside, ...(await cutTexts(page)), ...(await axeFindings(page))];
      const pixels = await sideways(page);
      faults.push(...found.map((text) => `${name}, ${colorScheme}: ${text}`));
      if (pixels > 0) faults.push(`${name}, ${colorScheme}: ${String(pixels)} pixels wider than the window`);
    }
  await close();
  expect(faults).toEqual([]);
});

test('a screen that is opened narrow is laid out as one that became so', async () => {
  const { page, close } = await newPage(browser, { storageState: staff, viewport: SIZES.narrow, colorScheme: 'dark' });
  await page.goto(`${product.address}/home/get_monthly_renewal`);
  await settled(page, 'Monthly Renewal Data');
  expect(await axeFindings(page)).toEqual([]);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await close();
});

test('colours that were chosen hold against those of the system, on the next page as well', async () => {
  const { page, complaints, close } = await newPage(browser, { storageState: staff, colorScheme: 'light' });
  const plane = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.goto(`${product.address}/home/get_all_users`);
  await settled(page, 'All Users');
  const light = await plane();
  await page.getByRole('button', { name: /^User / }).click();
  await page.getByRole('radio', { name: 'Dark' }).check();
  const dark = await plane();
  await page.reload();
  await settled(page, 'All Users');

  expect(dark).not.toBe(light);
  expect(await plane()).toBe(dark);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await plane()).toBe(dark);
  expect(complaints).toEqual([]);
  await close();
});
