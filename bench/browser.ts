import { chromium, type Browser, type Page } from 'playwright-core';
import { renewals } from '../contract/src/renewals.ts';
import { findBrowser } from '../launcher/browser.ts';
import { CALLER } from './data-set.ts';
import { BARE_PLAN, ENDING_SOON } from './deadlines.ts';
import { decisionPage } from './decision-page.ts';
import { MINE } from './my-day.ts';
import { median } from './measure.ts';
import type { Bench } from './reads.ts';
import type { Line } from './report.ts';

const ROUNDS = 5;
const CELL = 'table tbody td';

/** A screen in a browser session of its own, signed in as the web app keeps it. */
async function open(browser: Browser, { client, product }: Bench, token: string, screen: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-IN' });
  const { rows: menu } = await client.query(
    `select id as menu_id, name as menu_name, to_route from menus where audience = 'staff'`,
  );
  const exp = Math.floor(Date.now() / 1_000) + 3_600;
  const kept = {
    user: CALLER,
    token: JSON.stringify({ login_token: token, exp }),
    menu: JSON.stringify(menu),
    role: 'RMEMBER',
  };
  const page = await context.newPage();
  await page.addInitScript((session) => {
    for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
  }, kept);
  await page.goto(`http://127.0.0.1:${product.port}/home/${screen}`);
  return { page, close: () => context.close() };
}

/** Milliseconds from the last byte of the month's answer to the frame in which its first rows stand. */
async function untilPainted(page: Page): Promise<number> {
  const seen = await page.waitForFunction(
    ({ cell, path }) => {
      const painted = [...document.querySelectorAll(cell)].some((one) => one.textContent.includes('.example'));
      const answer = performance.getEntriesByType('resource').find(({ name }) => name.endsWith(path));
      if (!painted || !(answer instanceof PerformanceResourceTiming)) return undefined;
      // Asked in a frame's beginning: what was painted is the frame before, at the earliest.
      return performance.now() - answer.responseEnd;
    },
    { cell: CELL, path: renewals.monthly.path },
    { polling: 'raf', timeout: 30_000 },
  );
  return Number(await seen.jsonValue());
}

/** Milliseconds from the start of the page's loading to its asking for the month. */
const untilAsked = (page: Page): Promise<number> =>
  page.evaluate((path) => {
    const asked = performance.getEntriesByType('resource').find(({ name }) => name.endsWith(path));
    if (asked === undefined) throw new Error('The month was not asked for.');
    return asked.startTime;
  }, renewals.monthly.path);

/** What is done with a month of many rows, each by what is pressed for it. */
const STEPS = [
  ['its next page', '[aria-label="Next page"]'],
  ['its order by value', 'thead th:nth-child(5) button'],
  ['a tile that filters it', '[role=toolbar] [aria-pressed=false]'],
] as const;

/** Milliseconds from a press to the frame after the one that shows other rows. */
const stepPainted = (page: Page, pressed: string): Promise<number> =>
  page.evaluate(async (what) => {
    const button = document.querySelector<HTMLElement>(what);
    if (button === null) throw new Error(`There is no ${what}`);
    await new Promise((idle) => requestIdleCallback(idle));
    const was = document.querySelector('table tbody')?.textContent;
    const from = performance.now();
    button.click();
    do await new Promise((drawn) => requestAnimationFrame(drawn));
    while (document.querySelector('table tbody')?.textContent === was && performance.now() - from < 5_000);
    await new Promise((painted) => setTimeout(painted));
    return performance.now() - from;
  }, pressed);

/** Milliseconds from the choice in a row's zone to the frame after the one that shows it. */
const editPainted = (page: Page): Promise<number> =>
  page.evaluate(async (cell) => {
    const select = [...document.querySelectorAll<HTMLSelectElement>(`${cell} select`)].find(({ options }) =>
      [...options].some(({ value }) => value === 'North'),
    );
    if (select === undefined) throw new Error('No zone can be chosen on the page');
    // Nobody chooses within a tenth of a second of the first paint, while the page makes itself ready.
    await new Promise((idle) => requestIdleCallback(idle));
    const chosen = select.value === 'North' ? 'West' : 'North';
    select.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    const from = performance.now();
    select.value = chosen;
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await new Promise((drawn) => requestAnimationFrame(drawn));
    await new Promise((painted) => setTimeout(painted));
    if (select.value !== chosen) throw new Error('The chosen zone is not shown');
    return performance.now() - from;
  }, CELL);

/** Milliseconds from the start of the page's loading to the frame in which all panels stand. */
async function untilWhole(page: Page, panels: number): Promise<number> {
  const seen = await page.waitForFunction(
    (wanted) => {
      const all = [...document.querySelectorAll('main section[aria-labelledby]')];
      const isWhole = all.length >= wanted && !document.querySelector('[aria-busy=true]');
      return isWhole ? performance.now() : undefined;
    },
    panels,
    { polling: 'raf', timeout: 30_000 },
  );
  return Number(await seen.jsonValue());
}

/** Milliseconds from Ctrl+K to the frame after the one in which something can be typed. */
const palettePainted = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    // Its code is fetched ahead, a second after the page stands.
    await new Promise((ahead) => setTimeout(ahead, 2_000));
    const from = performance.now();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
    do await new Promise((drawn) => requestAnimationFrame(drawn));
    while (document.activeElement?.getAttribute('role') !== 'combobox' && performance.now() - from < 5_000);
    await new Promise((painted) => setTimeout(painted));
    const ms = performance.now() - from;
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    return ms;
  });

/** Milliseconds from a press on a domain to the frame after the one in which its facts and what happened to it stand. */
const domainPainted = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const link = document.querySelector<HTMLElement>('table tbody th a');
    if (link === null) throw new Error('There is no domain to press');
    const name = link.textContent;
    await new Promise((idle) => requestIdleCallback(idle));
    const from = performance.now();
    link.click();
    do await new Promise((drawn) => requestAnimationFrame(drawn));
    while (
      (document.querySelector('h1')?.textContent.includes(name) !== true ||
        document.querySelector('main li time') === null ||
        document.querySelector('main [aria-busy=true]') !== null) &&
      performance.now() - from < 5_000
    );
    await new Promise((painted) => setTimeout(painted));
    return performance.now() - from;
  });

const DASHBOARDS = [
  ['renewal_dashboard', 5],
  ['renewal_member_dashboard', 2],
  ['centralized_dashboard', 4],
] as const;

/** Every dashboard from a click on its address, each time after a write that its counts must not have missed. */
async function dashboards(browser: Browser, bench: Bench, token: string): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [screen, panels] of DASHBOARDS) {
    const painted: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await bench.client.query(`update renewals set special_comments = 'round ${String(round)}'
        where id = (select min(id) from renewals where term_end >= date_trunc('month', current_date))`);
      const { page, close } = await open(browser, bench, token, screen);
      painted.push(await untilWhole(page, panels));
      await close();
    }
    const work = `Browser: ${screen} from nothing to all panels painted, p50`;
    lines.push({ work, unit: 'ms', limit: null, product: median(painted), most: 800 });
  }
  return lines;
}

/** What stands on a screen of work once it can be worked on. */
const WORK_SCREENS = [
  ['my_day', 'main li button b'],
  ['deadlines', CELL],
] as const;

/** Milliseconds from the start of the page's loading to the frame in which its first rows stand. */
async function untilRows(page: Page, row: string): Promise<number> {
  const seen = await page.waitForFunction(
    (what) => (document.querySelector(what) === null ? undefined : performance.now()),
    row,
    { polling: 'raf', timeout: 30_000 },
  );
  return Number(await seen.jsonValue());
}

/** My day and the deadlines of one person who has 5,000 of each, from a click on their address, each time after a write. */
async function workScreens(browser: Browser, bench: Bench, token: string): Promise<Line[]> {
  for (const statement of [...ENDING_SOON, BARE_PLAN, MINE, 'vacuum analyze']) await bench.client.query(statement);
  const lines: Line[] = [];
  for (const [screen, row] of WORK_SCREENS) {
    const painted: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await bench.client.query(`update renewals set special_comments = 'round ${String(round)}'
        where id = (select min(id) from renewals where state = 'open')`);
      const { page, close } = await open(browser, bench, token, screen);
      painted.push(await untilRows(page, row));
      await close();
    }
    const work = `Browser: ${screen} of 5,000 from nothing to painted, p50`;
    lines.push({ work, unit: 'ms', limit: null, product: median(painted), most: 1_000 });
  }
  return lines;
}

/** What is done with the month, each with the most milliseconds that it may take. */
const MONTH_STEPS: readonly (readonly [work: string, most: number, paint: (page: Page) => Promise<number>])[] = [
  ['the month’s answer to its first page painted', 1_000, untilPainted],
  ...STEPS.map(([work, pressed]) => [work, 60, (page: Page) => stepPainted(page, pressed)] as const),
  ['Ctrl+K to the search', 50, palettePainted],
  ['a domain of the month to its page', 400, domainPainted],
];

async function launch(): Promise<Browser> {
  const executablePath = await findBrowser(new AbortController().signal);
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  return chromium.launch({ executablePath, args });
}

/** A customer's telephone is another device than the one on which staff work. */
async function onTelephone(bench: Bench): Promise<Line[]> {
  const browser = await launch();
  try {
    return await decisionPage(browser, bench);
  } finally {
    await browser.close();
  }
}

/** The month of 5,000 rows and the dashboards in Chromium, each time in a browser session of its own. */
export async function inBrowser(bench: Bench, token: string): Promise<Line[]> {
  const browser = await launch();
  const edited: number[] = [];
  const opened: { asked: number[]; rows: number[] } = { asked: [], rows: [] };
  const taken = MONTH_STEPS.map((): number[] => []);
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const { page, close } = await open(browser, bench, token, 'get_monthly_renewal');
      opened.rows.push(await untilRows(page, `${CELL} a, table tbody th a`));
      opened.asked.push(await untilAsked(page));
      for (const [at, [, , paint]] of MONTH_STEPS.entries()) taken[at]?.push(await paint(page));
      await close();
      const wide = await open(browser, bench, token, 'get_monthly_renewal?cols=All+columns');
      await untilPainted(wide.page);
      edited.push(await editPainted(wide.page));
      await wide.close();
    }
    const line = (work: string, ms: readonly number[], most: number): Line => {
      return { work: `Browser: ${work}, p50`, unit: 'ms', limit: null, product: median(ms), most };
    };
    return [
      line('from nothing to the month being asked for', opened.asked, 150),
      line('from nothing to the first rows of the month', opened.rows, 600),
      ...MONTH_STEPS.map(([work, most], at) => line(work, taken[at] ?? [], most)),
      line('the choice of a zone to its painting', edited, 50),
      ...(await onTelephone(bench)),
      ...(await dashboards(browser, bench, token)),
      ...(await workScreens(browser, bench, token)),
    ];
  } finally {
    await browser.close();
  }
}
