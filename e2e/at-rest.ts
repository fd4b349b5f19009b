import { setTimeout as pause } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';

const LONGEST_MS = 20_000;
/** React holds back for as long what came late, so that a page does not flicker. */
const HELD_BACK_MS = 320;

/**
 * → a function that waits until the page was drawn and all that it asked for is there; the stream of events never ends. A page
 * that is being opened has headings to wait for.
 */
export function restOf(page: Page): (isOpening: boolean) => Promise<void> {
  const underWay = new Set<Request>();
  let isCodeLoaded = false;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/events')) return;
    underWay.add(request);
    if (request.resourceType() === 'script') isCodeLoaded = true;
  });
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  page.on('framenavigated', () => underWay.clear());
  const drawn = () =>
    page
      .evaluate(
        () =>
          new Promise((done) => requestAnimationFrame(() => requestIdleCallback(() => done(true), { timeout: 500 }))),
      )
      // The page went while it was asked.
      .catch(() => undefined);
  const answered = async () => {
    let waited = 0;
    for (let calm = 0; calm < 2; calm += 1) {
      await drawn();
      for (; underWay.size > 0; waited += 5) {
        if (waited > LONGEST_MS) throw new Error(`no answer of ${[...underWay].map((one) => one.url()).join(', ')}`);
        calm = 0;
        await pause(5);
      }
    }
  };
  return async (isOpening) => {
    await answered();
    if (isCodeLoaded && !isOpening) {
      await pause(HELD_BACK_MS);
      await answered();
    }
    isCodeLoaded = false;
  };
}
