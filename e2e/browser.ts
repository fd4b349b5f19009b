import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

/** A page of its own session that collects what the browser complains of. */
export async function newPage(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    acceptDownloads: true,
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Refused to/.test(message.text()))
      complaints.push(message.text());
  });
  return { page, complaints, close: () => context.close() };
}

interface Violation {
  id: string;
  nodes: { target: string[] }[];
}

/** The rules whose outcome depends on colours and sizes; all others on what the page consists of. */
const DRAWN = ['color-contrast', 'target-size', 'link-in-text-block', 'scrollable-region-focusable'];

/**
 * Axe's findings on the page as it stands (WCAG 2.2 AA and best practice): `rule at selector` lines. `isDrawnAnew`: the page
 * consists of what it did when all rules were asked, in other colours or another size.
 */
export async function axeFindings(page: Page, isDrawnAnew = false): Promise<string[]> {
  // Through the inspector, not as a script of the page: the page's policy allows none but its own.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const runOnly = isDrawnAnew ? { type: 'rule', values: DRAWN } : { type: 'tag', values: TAGS };
  const violations = await page.evaluate(
    (only) =>
      (
        window as unknown as { axe: { run: (root: Document, options: object) => Promise<{ violations: Violation[] }> } }
      ).axe
        .run(document, { runOnly: only, resultTypes: ['violations'] })
        .then((result) => result.violations),
    runOnly,
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id} at ${nodes
        .map((node) => node.target.join(' '))
        .slice(0, 3)
        .join(', ')}`,
  );
}
