import { renewals } from '@desk/contract/renewals';
import { myDay } from '@desk/contract/renewal-work/my-day';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPage, openBrowser } from './browser.ts';
import { openProduct, type Product } from './product.ts';
import { settled, signIn } from './sign-in.ts';

let product: Product;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  product = await openProduct();
  browser = await openBrowser();
  ({ page } = await newPage(browser));
  await signIn(page, product, 'ananya@desk.example');
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

/** Addresses of the calls of a page, in the order in which they were begun. */
const callsOf = (): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.startsWith('/api/'))
      .sort((one, other) => one.startTime - other.startTime)
      .map(({ name }) => new URL(name).pathname.slice('/api/'.length)),
  );

test.each([
  ['get_monthly_renewal', renewals.monthly.path, 'Monthly Renewal Data'],
  ['my_day', myDay.list.path, 'My day'],
])('%s is asked for before anything else, and once', async (screen, path, heading) => {
  const bodies: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/${path}`)) bodies.push(request.postData() ?? '');
  });
  await page.goto(`${product.address}/home/${screen}`);
  await settled(page, heading);
  await expect.poll(callsOf).toContain(path);
  expect((await callsOf())[0]).toBe(path);
  const [first] = bodies;
  expect(bodies.filter((body) => body === first)).toEqual([first]);
  expect(await page.evaluate(() => window.firstRequest)).toBeUndefined();
});
