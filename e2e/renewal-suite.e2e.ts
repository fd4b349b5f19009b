import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newPage, openBrowser } from './browser.ts';
import { faultsOf, sessionOf, type Session } from './looking.ts';
import { openProduct, until, type Product } from './product.ts';
import { settled, signIn } from './sign-in.ts';

let product: Product;
let browser: Browser;
let session: Session;
let page: Page;
let complaints: string[];
let close: () => Promise<void>;

beforeAll(async () => {
  product = await openProduct();
  browser = await openBrowser();
  session = await sessionOf(browser, (entrance) => signIn(entrance, product, 'ananya@desk.example'));
  await syncsAreOver();
});
beforeEach(async () => {
  ({ page, complaints, close } = await newPage(browser, { storageState: session }));
  page.setDefaultTimeout(20_000);
});
afterEach(async () => {
  expect(complaints).toEqual([]);
  await close();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

/** What the first syncs bring changes counts: they are looked at when nothing is on its way any more. */
const syncsAreOver = () =>
  until('The first syncs', async () => {
    const open = await product.read("select from sync_runs where state in ('queued', 'running')");
    return open.length === 0;
  });

const goTo = async (address: string, heading: string) => {
  await page.goto(`${product.address}/home/${address}`);
  await settled(page, heading);
};
const quiet = () => page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
const numberIn = (text: string | null): number => Number((/[\d,]+/.exec(text ?? '')?.[0] ?? '').replaceAll(',', ''));
/** The dialog on top. */
const dialog = () => page.getByRole('dialog').last();
async function closeDialog() {
  const open = await page.getByRole('dialog').count();
  await dialog().getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(open - 1);
}
/** How many rows the table of a dialog says that it has. */
async function rowsBehind(): Promise<number> {
  await quiet();
  const range = dialog().getByText(/^[\d,]+–[\d,]+ of [\d,]+$/);
  return numberIn(((await range.first().textContent()) ?? '').split(' of ')[1] ?? '');
}

const BOARDS = [
  ['renewal_dashboard', 'Renewal Dashboard', 'Renewal Team Domain'],
  ['renewal_dashboard', 'Renewal Dashboard', 'Segment Dashboard'],
  ['renewal_dashboard', 'Renewal Dashboard', 'Agreement Status'],
  ['renewal_dashboard', 'Renewal Dashboard', 'Flag Status'],
  ['renewal_dashboard', 'Renewal Dashboard', 'Monthly Dashboard'],
] as const;

test.each(BOARDS)('%s (%s): each count of %s opens as many domains', async (route, heading, panel) => {
  await goTo(route, heading);
  const counts = page.getByRole('table', { name: panel }).getByRole('button');
  const many = await counts.count();
  expect(many).toBeGreaterThan(0);
  for (let at = 0; at < many; at += 1) {
    const count = numberIn(await counts.nth(at).textContent());
    await counts.nth(at).click();
    expect([panel, await rowsBehind()]).toEqual([panel, count]);
    if (at === 0) expect(await faultsOf(page, `list-${panel}`)).toEqual([]);
    await closeDialog();
  }
});

test('the domains of a member are searched, narrowed to days of the month and taken away as a file', async () => {
  await goTo('renewal_dashboard', 'Renewal Dashboard');
  await page.getByRole('table', { name: 'Renewal Team Domain' }).getByRole('button').first().click();
  const all = await rowsBehind();

  await dialog().getByRole('button', { name: 'Search Date' }).click();
  await dialog().getByText('Please select both a start and end day.').first().waitFor();
  await dialog().getByLabel('Start Day').selectOption('20');
  await dialog().getByLabel('End Day').selectOption('10');
  await dialog().getByRole('button', { name: 'Search Date' }).click();
  await dialog().getByText('Start day cannot be greater than end day.').first().waitFor();
  expect(await faultsOf(page, 'team-days-refused')).toEqual([]);
  await dialog().getByLabel('Start Day').selectOption('1');
  await dialog().getByLabel('End Day').selectOption('31');
  await dialog().getByRole('button', { name: 'Search Date' }).click();
  await dialog().getByText('1 to 31').waitFor();
  expect(await rowsBehind()).toBe(all);

  const download = page.waitForEvent('download');
  await dialog().getByRole('button', { name: 'Export Data' }).click();
  expect((await download).suggestedFilename()).toBe('export_data.csv');
  await dialog().getByLabel('Search domain').fill('no-such-domain');
  await dialog().getByText('No Domain Present or Could not fetch Domains').waitFor();
});

test('a month without renewals says so in each panel', async () => {
  await goTo('renewal_dashboard?month=2001-02', 'Renewal Dashboard');
  await expect.poll(() => page.getByText('No Data Present').count()).toBe(5);
});

test('a member sees the own part, and what it is about', async () => {
  await close();
  const own = await sessionOf(browser, (entrance) => signIn(entrance, product, 'ritika@desk.example'));
  ({ page, complaints, close } = await newPage(browser, { storageState: own }));
  await goTo('renewal_member_dashboard', 'My Dashboard');
  const counts = page.getByRole('table').getByRole('button');
  const many = await counts.count();
  expect(many).toBeGreaterThan(0);
  for (let at = 0; at < many; at += 1) {
    const count = numberIn(await counts.nth(at).textContent());
    await counts.nth(at).click();
    expect(await rowsBehind()).toBe(count);
    await closeDialog();
  }
  expect(await faultsOf(page, 'member-dashboard')).toEqual([]);
});

test('a member is invited, tagged, managed, and their domains open by a click on the e-mail', async () => {
  await goTo('manager_renewal_team', 'Manage Renewal Team');
  await page.getByRole('button', { name: 'Add Team Member' }).click();
  await dialog().getByLabel(/^Name/).fill('Meera Iyer');
  await dialog()
    .getByLabel(/^Phone/)
    .fill('98765 43210');
  await dialog()
    .getByLabel(/^Email/)
    .fill('meera@desk.example');
  await dialog().getByLabel('Segments').selectOption('SMB');
  await dialog().getByLabel('Zones').selectOption('West');
  expect(await faultsOf(page, 'add-member')).toEqual([]);
  await dialog().getByRole('button', { name: 'Invite Team' }).click();
  await page.getByText('Invitation sent to meera@desk.example').waitFor();
  await page.getByRole('button', { name: 'Manage Member: meera@desk.example' }).click();
  await dialog().getByLabel('Zones').selectOption('South');
  expect(await faultsOf(page, 'manage-member')).toEqual([]);
  await dialog().getByRole('button', { name: 'Edit Member' }).click();
  await page.getByText('meera@desk.example saved').waitFor();
  expect(
    await product.read(
      `select m.segments, m.zones from member_tags m join accounts a on a.id = m.account_id where a.email = 'meera@desk.example'`,
    ),
  ).toEqual([{ segments: ['SMB'], zones: ['West', 'South'] }]);

  await page.getByRole('button', { name: 'ritika@desk.example', exact: true }).click();
  await dialog()
    .getByRole('heading', { name: /^ritika@desk\.example/ })
    .waitFor();
  expect(await faultsOf(page, 'member-domains')).toEqual([]);
  await closeDialog();
});

/** Opens every section of the domain that is open. */
async function openSections(where: Locator) {
  for (const title of SECTIONS) {
    const section = where.getByRole('button', { name: new RegExp(`${title}$`) });
    if ((await section.getAttribute('aria-expanded')) === 'false') await section.click();
  }
  await expect.poll(() => where.getByText('Loading...').count()).toBe(0);
}
const SECTIONS = [
  'Active Plan Details',
  'Domain Invoice History',
  'Domain Account Outstanding',
  'Domain Contacts',
  'Domain Renewal Data',
  'Deployment Tickets',
  'Support Tickets',
];

test('a domain shows its card and all seven sections; one that fails hides no other', async () => {
  const [indebted] = await product.read<{ name: string }>(
    `select lower(d.name::text) as name from domains d join books_invoices i on i.customer_id = d.customer_id order by d.id limit 1`,
  );
  await goTo(`get_renewal_data?q=${indebted?.name ?? ''}`, 'Renewal Data');
  await page
    .getByRole('button', { name: indebted?.name ?? '', exact: true })
    .first()
    .click();
  await openSections(dialog());
  await dialog().getByText('GST Number').waitFor();
  expect(await faultsOf(page, 'domain-dossier')).toEqual([]);
  await closeDialog();

  await page.route('**/get_support_ticket_details/', (route) => route.abort());
  await page.reload();
  await settled(page, 'Renewal Data');
  await page
    .getByRole('button', { name: indebted?.name ?? '', exact: true })
    .first()
    .click();
  await openSections(dialog());
  await dialog()
    .getByRole('button', { name: /Try again|Retry/ })
    .first()
    .waitFor();
  await dialog().getByText('GST Number').waitFor();
});

test("a reseller's customers are commented on, and told of to the reseller in one mail", async () => {
  await goTo('renewal_reseller', 'Renewal Reseller');
  await page.getByRole('grid').getByRole('button').first().click();
  await dialog().getByRole('grid').waitFor();
  await quiet();
  expect(await faultsOf(page, 'reseller-customers')).toEqual([]);
  await dialog()
    .getByRole('button', { name: /^Add Comments: / })
    .first()
    .click();
  await dialog()
    .getByLabel(/^Highlight/)
    .waitFor();
  await closeDialog();
  for (const box of await dialog()
    .getByLabel(/^Select (?!all)/)
    .all())
    await box.check();
  await dialog().getByRole('button', { name: 'Notify reseller' }).click();
  expect(await faultsOf(page, 'notify-reseller')).toEqual([]);
  await dialog().getByRole('button', { name: 'Send mail' }).click();
  await page.getByText(/^One mail about \d+ renewals? is on its way/).waitFor();

  await closeDialog();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Export data/ }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});

test('the directory goes from a letter to a domain, and from a reseller to its customers', async () => {
  await goTo('provider_domains', 'Domain Directory');
  const [first] = await product.read<{ letter: string }>(
    'select upper(left(min(name::text), 1)) as letter from domains where name >= $$a$$',
  );
  await page.getByRole('button', { name: new RegExp(`^${first?.letter ?? ''}, `) }).click();
  await expect.poll(() => page.getByRole('grid', { name: 'Customers' }).getByRole('row').count()).toBeGreaterThan(1);
  await page.getByRole('tab', { name: 'Resellers' }).click();
  const [reseller] = await product.read<{ email: string; company: string }>(
    `select r.email::text as email, r.company_name as company from resellers r join customers c on c.reseller_id = r.id
     join subscriptions s on s.customer_id = c.id and s.status = 'ACTIVE' and s.ended_at is null order by r.id limit 1`,
  );
  await page.getByLabel(/^Search/).fill(reseller?.company ?? '');
  await page.getByRole('button', { name: reseller?.email ?? '', exact: true }).click();
  await dialog()
    .getByRole('heading', { name: /^Reseller Domain: / })
    .waitFor();
  expect(await rowsBehind()).toBeGreaterThan(0);
  expect(await faultsOf(page, 'reseller-domain')).toEqual([]);
  await closeDialog();
  await page.getByRole('grid', { name: 'Resellers' }).getByRole('button').first().click();
  await dialog().getByText('Customer Domain Count').waitFor();
  expect(await faultsOf(page, 'reseller-dossier')).toEqual([]);
});

const CHARTS = [
  ['Top 5 Outstanding Amount in Cr', 'domain'],
  ['Top 5 Renewal this Month', 'domain'],
  ['Deployment Tickets', 'tickets'],
  ['Support Ticket Status', 'tickets'],
] as const;

test.each(CHARTS)('the chart %s opens what each of its parts is about', async (label, kind) => {
  await goTo('centralized_dashboard', 'Centralized Dashboard');
  const parts = page.getByRole('list', { name: label }).getByRole('button');
  const many = await parts.count();
  expect(many).toBeGreaterThan(0);
  for (let at = 0; at < many; at += 1) {
    const name = (await parts.nth(at).getAttribute('aria-label')) ?? '';
    await parts.nth(at).click();
    const [first = ''] = name.split(', ');
    await dialog()
      .getByRole('heading', { name: kind === 'domain' ? first : `Tickets are ${first}` })
      .first()
      .waitFor();
    if (kind === 'tickets') expect([name, await rowsBehind()]).toEqual([name, numberIn(name.split(', ')[1] ?? '')]);
    if (at === 0) expect(await faultsOf(page, `chart-${label}`)).toEqual([]);
    await closeDialog();
  }
});

test('the table view says the same as the charts', async () => {
  await goTo('centralized_dashboard', 'Centralized Dashboard');
  const drawn = await page.getByRole('list', { name: 'Support Ticket Status' }).getByRole('button').allTextContents();
  await page.getByRole('radio', { name: 'Table View' }).check({ force: true });
  const told = page.getByRole('table', { name: 'Support Ticket Status' });
  await told.waitFor();
  expect(await told.getByRole('button').allTextContents()).toEqual(drawn.map((text) => /[\d,]+(?= )/.exec(text)?.[0]));
  expect(await faultsOf(page, 'centralized-table')).toEqual([]);
});

test('one panel that fails hides no other, and comes back by a click', async () => {
  await page.route('**/get_top_outstanding_domain/', (route) => route.abort());
  await goTo('centralized_dashboard', 'Centralized Dashboard');
  await page.getByRole('list', { name: 'Support Ticket Status' }).waitFor();
  await page.getByRole('list', { name: 'Top 5 Renewal this Month' }).waitFor();
  await page.unroute('**/get_top_outstanding_domain/');
  await page
    .getByRole('button', { name: /Retry|Try again/ })
    .first()
    .click();
  await page.getByRole('list', { name: 'Top 5 Outstanding Amount in Cr' }).waitFor();
});

test('an administrator reads a service again, and sees it end', async () => {
  await goTo('connections', 'Connections');
  await page.getByRole('button', { name: 'Run now: Zoho Desk' }).click();
  await expect
    .poll(() => product.read("select state from sync_runs where service = 'desk' order by id desc limit 1"), {
      timeout: 60_000,
    })
    .toEqual([{ state: 'done' }]);
  await page
    .getByRole('region', { name: 'Zoho Desk' })
    .getByText(/^Finished on/)
    .waitFor();
});
