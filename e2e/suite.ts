import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { newPage, openBrowser } from './browser.ts';
import { sessionOf, type Session } from './looking.ts';
import { openProduct, until, type Product } from './product.ts';
import { settled, signIn } from './sign-in.ts';

/** Fixtures shared by the tests of a file; the page is each test's own. */
export interface Suite {
  product: Product;
  browser: Browser;
  page: Page;
  complaints: string[];
  close: () => Promise<void>;
}

/** Opens another page for the test, as somebody else. */
export async function becomes(suite: Suite, storageState: Session): Promise<void> {
  Object.assign(suite, await newPage(suite.browser, { storageState }));
  suite.page.setDefaultTimeout(20_000);
}

/** The session of somebody of the staff. */
export const sessionFor = ({ browser, product }: Suite, email: string): Promise<Session> =>
  sessionOf(browser, (page) => signIn(page, product, email));

/** A product of the file's own, with staff signed in and its first syncs over: what they bring changes counts. */
export function suiteOf(email: string, open: () => Promise<Product> = openProduct): Suite {
  const suite = {} as Suite;
  let session: Session;
  beforeAll(async () => {
    suite.product = await open();
    suite.browser = await openBrowser();
    session = await sessionFor(suite, email);
    await until('The first syncs', async () => {
      const open = await suite.product.read("select from sync_runs where state in ('queued', 'running')");
      return open.length === 0;
    });
  });
  beforeEach(() => becomes(suite, session));
  afterEach(async () => {
    expect(suite.complaints).toEqual([]);
    await suite.close();
  });
  afterAll(async () => {
    await suite.browser.close();
    await suite.product.stop();
  });
  return suite;
}

export async function goTo({ page, product }: Suite, address: string, heading: string): Promise<void> {
  await page.goto(`${product.address}/home/${address}`);
  await settled(page, heading);
}

/** A comment is saved; what it proposes to have set at Google stays proposed. */
export async function commentSaved(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: /^Add Comments: / }).waitFor({ state: 'detached' });
  if (await page.getByRole('dialog', { name: /^Set at Google/ }).isVisible()) await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** The dialog on top. */
export const dialog = ({ page }: Suite) => page.getByRole('dialog').last();

/** So long a dialog keeps its place before it counts as resting. */
const RESTING_MS = 150;

/** Once it rests: what is loaded makes it larger, and a click that began on the button ends beside it. */
export async function closeDialog(suite: Suite): Promise<void> {
  await quiet(suite);
  const place = async () => JSON.stringify(await dialog(suite).boundingBox());
  for (let before = ''; before !== (await place());) {
    before = await place();
    await pause(RESTING_MS);
  }
  const open = await suite.page.getByRole('dialog').count();
  await dialog(suite).getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect.poll(() => suite.page.getByRole('dialog').count()).toBe(open - 1);
}

export const quiet = ({ page }: Suite) => page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));

export const numberIn = (text: string | null): number =>
  Number((/[\d,]+/.exec(text ?? '')?.[0] ?? '').replaceAll(',', ''));

/** How many rows the table of the dialog says that it has. */
export async function rowsBehind(suite: Suite): Promise<number> {
  await quiet(suite);
  const range = dialog(suite).getByText(/^[\d,]+–[\d,]+ of [\d,]+$/);
  return numberIn(((await range.first().textContent()) ?? '').split(' of ')[1] ?? '');
}
