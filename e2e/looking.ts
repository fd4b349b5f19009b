import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { axeFindings, newPage } from './browser.ts';

export const SIZES = {
  wide: { width: 1440, height: 900 },
  usual: { width: 1366, height: 768 },
  narrow: { width: 390, height: 844 },
} as const;
/** In this order each look differs from the last in one thing. */
const LOOKS = [
  ['wide', 'light'],
  ['wide', 'dark'],
  ['narrow', 'dark'],
  ['narrow', 'light'],
] as const;

export type Session = NonNullable<BrowserContextOptions['storageState']>;

/** What a browser keeps of somebody who logged in, for other pages. */
export async function sessionOf(browser: Browser, logIn: (page: Page) => Promise<void>): Promise<Session> {
  const { page, close } = await newPage(browser);
  await logIn(page);
  const session = await page.context().storageState();
  await close();
  return session;
}

/** By how many pixels a page is wider than its window. */
export const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** What of the list on top lies outside its visible box: headers of columns, and words of what can be pressed in its rows. */
export const outOfSight = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const layer = [...document.querySelectorAll('[data-modal]')].at(-1) ?? document;
    const grid = layer.querySelector<HTMLElement>('[role=grid]');
    const box = grid?.parentElement;
    if (!grid || !box) return ['there is no list'];
    const from = box.getBoundingClientRect().left + box.clientLeft;
    const isOutside = (element: Element) => {
      const { left, right } = element.getBoundingClientRect();
      return left < from - 1 || right > from + box.clientWidth + 1;
    };
    const parts = [...grid.querySelectorAll('thead [scope=col], tbody :is(button, select, input)')];
    return [...new Set(parts.filter(isOutside).map(({ textContent }) => textContent))];
  });

/** Where SCREENSHOTS names a folder, what was looked at is kept there. */
export async function keep(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** What is wrong with a page in each look: findings of axe, and pixels that must be scrolled sideways. The first look is left. */
export async function problemsOf(page: Page, name: string): Promise<string[]> {
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
  await page.setViewportSize(SIZES.wide);
  await page.emulateMedia({ colorScheme: 'light' });
  return faults;
}
