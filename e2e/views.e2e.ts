import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { axeFindings, newPage, openBrowser } from './browser.ts';
import { openProduct, type Product } from './product.ts';
import { settled, signIn } from './sign-in.ts';

const TITLE = 'Monthly Renewal Data';
const NAME = 'Mine of the west';

let product: Product;
let browser: Browser;
let [ritika, tarun] = [] as unknown as [Page, Page];
let complaints: readonly string[][];

beforeAll(async () => {
  product = await openProduct();
  browser = await openBrowser();
  const people = [await newPage(browser), await newPage(browser)] as const;
  [ritika, tarun] = [people[0].page, people[1].page];
  complaints = people.map((one) => one.complaints);
  for (const page of [ritika, tarun]) page.setDefaultTimeout(20_000);
  await signIn(ritika, product, 'ritika@desk.example');
  await signIn(tarun, product, 'tarun@desk.example');
});
afterEach(() => expect(complaints.flat()).toEqual([]));
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const openMonth = async (page: Page, search = '') => {
  await page.goto(`${product.address}/home/get_monthly_renewal${search}`);
  await settled(page, TITLE);
};
const view = (page: Page) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: NAME });
const shown = (page: Page) => page.getByRole('grid').locator('tbody th[scope=row]').allInnerTexts();
const heads = async (page: Page) =>
  (await page.getByRole('grid').locator('thead th').allInnerTexts()).map((head) => head.trim());
const parameters = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const fits = async (page: Page) => {
  expect(await axeFindings(page)).toEqual([]);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBe(0);
};

test('what somebody filters is saved as a view of the team, with its columns, its order and its rows a page', async () => {
  await openMonth(ritika);
  await ritika.getByRole('link', { name: 'Ownership', exact: true }).click();
  await ritika.getByLabel('Zone', { exact: true }).selectOption('West');
  await ritika.getByLabel('Rows a page').selectOption('25');
  await ritika.getByRole('button', { name: '+ Save as view' }).click();
  const dialog = ritika.getByRole('dialog');
  await dialog.getByLabel(/^Name/).fill(NAME);
  await dialog.getByLabel('My team').check();
  await fits(ritika);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();

  await ritika.getByText(`View ${NAME} saved`).first().waitFor();
  await expect.poll(() => view(ritika).getAttribute('aria-current')).toBe('true');
  expect(parameters(ritika)).toMatchObject({ cols: 'Ownership', zone: 'West', rows: '25' });
  await fits(ritika);
});

test('a colleague opens it, and opens the screen with it from then on', async () => {
  await openMonth(tarun);
  await view(tarun).click();
  await expect.poll(() => parameters(tarun)['zone']).toBe('West');
  expect(await heads(tarun)).toContain('Update Domain Details');
  await tarun.getByRole('button', { name: `Options of view ${NAME}` }).click();
  await tarun.getByRole('button', { name: 'Open this screen with this view' }).click();
  await tarun.getByText(`This screen opens with ${NAME}`).first().waitFor();

  // Another tab knows nothing of what this one filtered by.
  const tab = await tarun.context().newPage();
  await tab.goto(`${product.address}/home/my_renewal_domain`);
  await settled(tab, 'My Renewal Domains');
  await tab.getByRole('link', { name: TITLE }).click();
  await expect.poll(() => parameters(tab)['zone']).toBe('West');
  await settled(tab, TITLE);
  expect(await heads(tab)).toContain('Update Domain Details');
  await fits(tab);
  await tab.close();
});

test('a link shows what it says, whatever its reader’s default; Back leads to what was there', async () => {
  await openMonth(tarun, '?zone=North');
  expect(parameters(tarun)).toEqual({ zone: 'North' });
  const north = await shown(tarun);
  await view(tarun).click();
  await expect.poll(() => parameters(tarun)['zone']).toBe('West');
  await tarun.goBack();
  await expect.poll(() => shown(tarun)).toEqual(north);
});

test('a link to a view shows the same when the view has been changed, and when it is gone', async () => {
  const link = ritika.url().replace(product.address, '').replace('/home/get_monthly_renewal', '');
  const west = await shown(ritika);
  await ritika.getByLabel('Zone', { exact: true }).selectOption('North');
  await ritika.getByRole('button', { name: 'Save', exact: true }).click();
  await ritika.getByText(`View ${NAME} changed`).first().waitFor();

  await openMonth(tarun, link);
  expect(await shown(tarun)).toEqual(west);
  await tarun.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => parameters(tarun)['zone']).toBe('North');

  await ritika.getByRole('button', { name: `Options of view ${NAME}` }).click();
  await ritika.getByRole('button', { name: 'Delete' }).click();
  await ritika.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await ritika.getByText(`View ${NAME} deleted`).first().waitFor();
  // Told by the server.
  await view(tarun).waitFor({ state: 'detached' });
  await openMonth(tarun, link);
  expect(await shown(tarun)).toEqual(west);
  expect(await heads(tarun)).toContain('Update Domain Details');
});

test('on a phone one button leads to the views', async () => {
  await ritika.setViewportSize({ width: 390, height: 844 });
  await openMonth(ritika, '?zone=West');
  await ritika.getByRole('button', { name: 'View: Ownership' }).click();
  const sheet = ritika.getByRole('dialog', { name: 'Views' });
  await fits(ritika);
  await sheet.getByRole('button', { name: '+ Save as view' }).click();
  await ritika.getByRole('dialog', { name: 'Save as view' }).getByLabel(/^Name/).fill('On the way');
  await ritika.getByRole('dialog', { name: 'Save as view' }).getByRole('button', { name: 'Save', exact: true }).click();
  await ritika.getByRole('button', { name: 'View: On the way' }).waitFor();
  await fits(ritika);
});
