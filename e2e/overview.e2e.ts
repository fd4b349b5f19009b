import { expect, test } from 'vitest';
import { problemsOf } from './looking.ts';
import { settled } from './sign-in.ts';
import { closeDialog, dialog, goTo, numberIn, quiet, rowsBehind, suiteOf } from './suite.ts';

const suite = suiteOf('ananya@desk.example');

/** Opens a section of the domain whose page it is, and waits until it is there. */
async function openSection(title: string) {
  await suite.page.getByRole('tab', { name: new RegExp(`^${title}`) }).click();
  await expect.poll(() => suite.page.getByText('Loading...').count()).toBe(0);
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
  const [indebted] = await suite.product.read<{ name: string }>(
    `select lower(d.name::text) as name from domains d join books_invoices i on i.customer_id = d.customer_id order by d.id limit 1`,
  );
  const name = indebted?.name ?? '';
  await goTo(suite, `get_renewal_data?q=${name}&decided=all`, 'Renewal Data');
  await suite.page.getByRole('link', { name, exact: true }).first().click();
  await settled(suite.page, name);
  await suite.page.getByText('GST Number').waitFor();
  expect(await problemsOf(suite.page, 'domain-page')).toEqual([]);
  for (const title of SECTIONS) {
    await openSection(title);
    expect(await problemsOf(suite.page, `domain-${title.toLowerCase().replaceAll(' ', '-')}`)).toEqual([]);
  }

  await suite.page.route('**/get_support_ticket_details/', (route) => route.abort());
  await suite.page.goto(`${suite.product.address}/home/get_renewal_data?domain=${name}`);
  await settled(suite.page, name);
  await openSection('Support Tickets');
  await suite.page
    .getByRole('button', { name: /Try again|Retry/ })
    .first()
    .waitFor();
  await openSection('Active Plan Details');
  await suite.page.getByRole('grid', { name: `Active Plan Details of ${name}` }).waitFor();
});

test("a reseller's customers are commented on, and told of to the reseller in one mail", async () => {
  const [due] = await suite.product.read<{ company: string; month: string }>(
    `select x.company_name as company, to_char(r.term_end, 'YYYY-MM') as month from renewals r
     join customers c on c.id = r.customer_id join resellers x on x.id = c.reseller_id
     where r.state = 'open' and r.product = 'licence' and r.confirmation_status is null order by r.term_end, r.id limit 1`,
  );
  const company = due?.company ?? '';
  await goTo(suite, `renewal_reseller?month=${due?.month ?? ''}&q=${encodeURIComponent(company)}`, 'Renewal Reseller');
  await suite.page.getByRole('button', { name: company, exact: true }).click();
  await dialog(suite).getByRole('grid').waitFor();
  await quiet(suite);
  expect(await problemsOf(suite.page, 'reseller-customers')).toEqual([]);
  await dialog(suite)
    .getByRole('button', { name: /^Add Comments: / })
    .first()
    .click();
  await dialog(suite)
    .getByLabel(/^Highlight/)
    .waitFor();
  await closeDialog(suite);
  for (const box of await dialog(suite)
    .getByLabel(/^Select (?!all)/)
    .all())
    await box.check();
  await dialog(suite).getByRole('button', { name: 'Notify reseller' }).click();
  expect(await problemsOf(suite.page, 'notify-reseller')).toEqual([]);
  await dialog(suite).getByRole('button', { name: 'Send mail' }).click();
  await suite.page.getByText(/^One mail about \d+ renewals? is on its way/).waitFor();
  await dialog(suite).getByRole('region', { name: 'Sent notifications' }).getByRole('listitem').first().waitFor();

  await closeDialog(suite);
  await closeDialog(suite);
  const download = suite.page.waitForEvent('download');
  await suite.page.getByRole('button', { name: /^Export data/ }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});

test('the directory goes from a letter to a domain, and from a reseller to its customers', async () => {
  await goTo(suite, 'provider_domains', 'Domain Directory');
  const [first] = await suite.product.read<{ letter: string }>(
    'select upper(left(min(name::text), 1)) as letter from domains where name >= $$a$$',
  );
  await suite.page.getByRole('button', { name: new RegExp(`^${first?.letter ?? ''}, `) }).click();
  await expect
    .poll(() => suite.page.getByRole('grid', { name: 'Customers' }).getByRole('row').count())
    .toBeGreaterThan(1);
  await suite.page.getByRole('tab', { name: 'Resellers' }).click();
  const [reseller] = await suite.product.read<{ email: string; company: string }>(
    `select r.email::text as email, r.company_name as company from resellers r join customers c on c.reseller_id = r.id
     join subscriptions s on s.customer_id = c.id and s.status = 'ACTIVE' and s.ended_at is null order by r.id limit 1`,
  );
  await suite.page.getByLabel(/^Search/).fill(reseller?.company ?? '');
  await suite.page.getByRole('button', { name: reseller?.email ?? '', exact: true }).click();
  await dialog(suite)
    .getByRole('heading', { name: /^Reseller Domain: / })
    .waitFor();
  expect(await rowsBehind(suite)).toBeGreaterThan(0);
  expect(await problemsOf(suite.page, 'reseller-domain')).toEqual([]);
  await closeDialog(suite);
  await suite.page.getByRole('grid', { name: 'Resellers' }).getByRole('rowheader').first().getByRole('link').click();
  await suite.page.getByText('Customer Domain Count').waitFor();
  expect(await problemsOf(suite.page, 'reseller-page')).toEqual([]);
});

const CHARTS = [
  ['Top 5 Outstanding Amount in Cr', 'domain'],
  ['Top 5 Renewal this Month', 'domain'],
  ['Deployment Tickets', 'tickets'],
  ['Support Ticket Status', 'tickets'],
] as const;

test.each(CHARTS)('the chart %s opens what each of its parts is about', async (label, kind) => {
  await goTo(suite, 'centralized_dashboard', 'Centralized Dashboard');
  const parts = suite.page.getByRole('list', { name: label }).getByRole('button');
  const many = await parts.count();
  expect(many).toBeGreaterThan(0);
  for (let at = 0; at < many; at += 1) {
    const name = (await parts.nth(at).getAttribute('aria-label')) ?? '';
    await parts.nth(at).click();
    const [first = ''] = name.split(', ');
    if (kind === 'domain') {
      await settled(suite.page, first);
      await suite.page.goBack();
      await settled(suite.page, 'Centralized Dashboard');
      continue;
    }
    await dialog(suite)
      .getByRole('heading', { name: `Tickets are ${first}` })
      .first()
      .waitFor();
    expect([name, await rowsBehind(suite)]).toEqual([name, numberIn(name.split(', ')[1] ?? '')]);
    if (at === 0) expect(await problemsOf(suite.page, `chart-${label}`)).toEqual([]);
    await closeDialog(suite);
  }
});

test('the table view says the same as the charts', async () => {
  await goTo(suite, 'centralized_dashboard', 'Centralized Dashboard');
  const drawn = await suite.page
    .getByRole('list', { name: 'Support Ticket Status' })
    .getByRole('button')
    .allTextContents();
  await suite.page.getByRole('radio', { name: 'Table View' }).check({ force: true });
  const message = suite.page.getByRole('table', { name: 'Support Ticket Status' });
  await message.waitFor();
  expect(await message.getByRole('button').allTextContents()).toEqual(
    drawn.map((text) => /[\d,]+(?= )/.exec(text)?.[0]),
  );
  expect(await problemsOf(suite.page, 'centralized-table')).toEqual([]);
});

test('one panel that fails hides no other, and comes back by a click', async () => {
  await suite.page.route('**/get_top_outstanding_domain/', (route) => route.abort());
  await goTo(suite, 'centralized_dashboard', 'Centralized Dashboard');
  await suite.page.getByRole('list', { name: 'Support Ticket Status' }).waitFor();
  await suite.page.getByRole('list', { name: 'Top 5 Renewal this Month' }).waitFor();
  await suite.page.unroute('**/get_top_outstanding_domain/');
  await suite.page
    .getByRole('button', { name: /Retry|Try again/ })
    .first()
    .click();
  await suite.page.getByRole('list', { name: 'Top 5 Outstanding Amount in Cr' }).waitFor();
});

test('an administrator reads a service again, and sees it end', async () => {
  await goTo(suite, 'connections', 'Connections');
  await suite.page.getByRole('button', { name: 'Run now: Zoho Desk' }).click();
  await expect
    .poll(() => suite.product.read("select state from sync_runs where service = 'desk' order by id desc limit 1"), {
      timeout: 60_000,
    })
    .toEqual([{ state: 'done' }]);
  await suite.page
    .getByRole('region', { name: 'Zoho Desk' })
    .getByText(/^Finished on/)
    .waitFor();
});
