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
  ['usual', 'dark'],
  ['usual', 'light'],
  ['narrow', 'light'],
  ['narrow', 'dark'],
] as const;

/** A page consists of other pieces on a phone; in other colours and on another desk of the same. */
const isDrawnAnew = (size: keyof typeof SIZES, colorScheme: string) => size === 'usual' || colorScheme === 'dark';

export type Session = NonNullable<BrowserContextOptions['storageState']>;

/** Storage state of a browser that logged in, for other pages. */
export async function sessionOf(browser: Browser, logIn: (page: Page) => Promise<void>): Promise<Session> {
  const { page, close } = await newPage(browser);
  await logIn(page);
  const session = await page.context().storageState();
  await close();
  return session;
}

/** By how many pixels a page is wider than its window. */
export const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Column headers and labels of controls in the list on top that lie outside its visible box. */
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

/** Words of which a part is hidden at the side, and boxes that are scrolled sideways; `wideLists`: but for lists. */
const cutTexts = (page: Page, wideLists = false): Promise<string[]> =>
  page.evaluate((isListLeftOut) => {
    const isCut = (one: HTMLElement) =>
      one.clientWidth > 1 &&
      one.scrollWidth > one.clientWidth + 1 &&
      getComputedStyle(one).overflowX !== 'visible' &&
      !one.matches('input, textarea, select') &&
      one.checkVisibility();
    return [...document.querySelectorAll<HTMLElement>('main *, header *, [role=dialog] *')]
      .filter(isCut)
      .filter((one) => !isListLeftOut || one.querySelector('[role=grid]') === null)
      .map(({ textContent }) => `cut: ${textContent.slice(0, 60)}`);
  }, wideLists);

/** After a change of the window: what observes sizes has looked, and the page is drawn as it then says. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
      }),
  );

/**
 * Problems of a page in each look: findings of axe, words that are cut, and pixels that must be scrolled sideways. The page stays
 * in the first look.
 */
export async function problemsOf(page: Page, name: string, wideLists = false): Promise<string[]> {
  const faults: string[] = [];
  for (const [size, colorScheme] of LOOKS) {
    await page.setViewportSize(SIZES[size]);
    // Colours are looked at once they stand, not on their way from one look to the next.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await drawn(page);
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
    await keep(page, `${name}-${size}-${colorScheme}`);
    const found = [...(await axeFindings(page, isDrawnAnew(size, colorScheme))), ...(await cutTexts(page, wideLists))];
    faults.push(...found.map((finding) => `${size}, ${colorScheme}: ${finding}`));
    const pixels = await sideways(page);
    if (pixels > 0) faults.push(`${size}, ${colorScheme}: ${pixels} pixels wider than the window`);
  }
  await page.setViewportSize(SIZES.wide);
  await page.emulateMedia({ colorScheme: 'light' });
  return faults;
}

/** Where SCREENSHOTS names a folder, the page is kept there as it is printed. */
export async function keepPrinted(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.pdf({ path: join(folder, `${name}.pdf`), format: 'A4' });
}

/** What of a page that is printed could be pressed or typed in, but for values that the screen makes buttons of. */
export const leftToUse = (page: Page): Promise<string[]> =>
  page
    .locator('button, input, select, textarea, nav, header, footer, [role=tablist] [role=tab], [data-messages]')
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility() && !one.matches('[data-value], [role=tab][aria-selected=true]'))
        .map((one) => `${one.tagName} ${one.textContent}`),
    );

/** Figures that stand on two lines, or beyond the sheet. */
export const brokenFigures = (page: Page): Promise<string[]> =>
  page.locator('main :is(dd, td, b)').evaluateAll((all) =>
    all
      .filter((one) => /^[^\d\s]?\d[\d,.]*$/.test(one.textContent.trim()))
      .filter((one) => {
        const words = document.createRange();
        words.selectNodeContents(one);
        if (one.getBoundingClientRect().right > window.innerWidth) return true;
        return words.getBoundingClientRect().height > 1.9 * Number.parseFloat(getComputedStyle(one).lineHeight);
      })
      .map((one) => one.textContent),
  );
