import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPage, openBrowser } from './browser.ts';
import { sessionOf, type Session } from './looking.ts';
import { openProduct, type Product } from './product.ts';
import { CUSTOMER_SCREENS, ACCESS_SCREENS, STAFF_SCREENS } from './routes.ts';
import { settled, signIn, signInBuyer } from './sign-in.ts';
import { sweep } from './sweep.ts';
import { refill } from './waiting-people.ts';

/** Some hundreds of presses take long on a busy machine. */
const LONG = { timeout: 400_000 };

let product: Product;
let browser: Browser;
let staff: Session;
let customer: Session;
/** A dialog that several screens open is gone through once. */
const inDialogs = new Set<string>();

const staffSession = () => sessionOf(browser, (page) => signIn(page, product, 'ananya@desk.example'));
const customerSession = () => sessionOf(browser, (page) => signInBuyer(page, product));

beforeAll(async () => {
  product = await openProduct();
  browser = await openBrowser();
  staff = await staffSession();
  customer = await customerSession();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

interface Swept {
  storageState?: Session;
  path: string;
  heading: string;
  part?: 'frame' | 'screen';
  prepare?: (page: Page) => Promise<unknown>;
}

async function everyButton({ storageState, path, heading, part = 'screen', prepare }: Swept) {
  // What only moves for the eye is drawn dozens of times, of thousands of presses.
  const { page, close } = await newPage(browser, { reducedMotion: 'reduce', ...(storageState && { storageState }) });
  await prepare?.(page);
  const open = async () => {
    await refill(product, path);
    await page.goto(`${product.address}${path}`);
    await settled(page, heading);
  };
  const found = await sweep({ page, name: heading, open, part, inDialogs, leaves: /^Log ?out\b/ });
  return { ...found, page, open, close };
}

/** Everything was pressed, and nothing broke; a row that went with what was done to it may have taken something along. */
async function holds(swept: Swept): Promise<void> {
  const { faults, presses, unreached, close } = await everyButton(swept);
  await close();
  expect(faults).toEqual([]);
  expect(unreached.slice(Math.ceil(presses / 5))).toEqual([]);
}

test.each(STAFF_SCREENS)("every button of staff's %s can be pressed", LONG, (route, heading) =>
  holds({ storageState: staff, path: `/home/${route}`, heading }),
);

test.each(CUSTOMER_SCREENS)("every button of customers' %s can be pressed", (route, heading) =>
  holds({ storageState: customer, path: `/home/${route}`, heading }),
);

test.each(ACCESS_SCREENS)('every button of %s, for those outside, can be pressed', (path, heading) =>
  holds({ path, heading }),
);

test.each([
  ['staff', staffSession, '/home/get_monthly_renewal', 'Monthly Renewal Data', 'Admin Login'],
  ['customers', customerSession, '/home/map_domain', 'Mapped Domain', 'Login'],
] as const)(
  'every entry of the menu of %s, and every button beside it, can be pressed, and Logout at last',
  LONG,
  async (_, logIn, path, heading, login) => {
    const swept = { storageState: await logIn(), path, heading, part: 'frame' } as const;
    const { faults, unreached, page, open, close } = await everyButton(swept);
    expect(faults).toEqual([]);
    expect(unreached).toEqual([]);
    await open();
    await page.getByRole('navigation').getByRole('link', { name: 'Logout' }).click();
    await page.getByRole('heading', { level: 1, name: login }).waitFor();
    await close();
  },
);

test('a button that breaks is named with its screen', async () => {
  const prepare = (page: Page) =>
    page.addInitScript(() => {
      const receive = ({ target }: Event) => {
        if (target instanceof HTMLElement && target.textContent === 'Company Name') throw new Error('planted');
      };
      document.addEventListener('click', receive, { capture: true });
    });
  const path = '/home/add_axima_domain';
  const { faults, close } = await everyButton({ storageState: staff, path, heading: 'All Axima Domain', prepare });
  await close();
  expect(faults.join()).toMatch(/^All Axima Domain › .*Company Name .*: planted/);
});
