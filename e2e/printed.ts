import { join } from 'node:path';
import type { Page } from 'playwright-core';

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
