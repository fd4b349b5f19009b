import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, newPage, openBrowser } from './browser.ts';
import { problemsOf } from './looking.ts';
import { openProduct, type Product } from './product.ts';
import { settled, signIn } from './sign-in.ts';

const DOMAIN = 'vasutara-mills.example';
const PRODUCT = 'Axima Archive';

let product: Product;
let browser: Browser;
const people: Record<'sales' | 'deployment' | 'support', Page> = {} as never;

beforeAll(async () => {
  product = await openProduct();
  browser = await openBrowser();
  const emails = { sales: 'devika', deployment: 'joseph', support: 'sameer' } as const;
  for (const [role, name] of Object.entries(emails) as [keyof typeof people, string][]) {
    const { page } = await newPage(browser);
    page.setDefaultTimeout(20_000);
    await signIn(page, product, `${name}@desk.example`);
    people[role] = page;
  }
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

/** The server's answer to a call made without the screen. */
const ask = (page: Page, path: string, body: object) =>
  page.evaluate(
    async ([address, text]) => {
      const token = JSON.parse(localStorage.getItem('token') ?? '{}') as { login_token: string };
      const headers = { 'content-type': 'application/json', authorization: token.login_token };
      return (await fetch(address, { method: 'POST', headers, body: text })).status;
    },
    [`${product.address}/api/axima/${path}/`, JSON.stringify(body)] as const,
  );

interface Kept {
  id: number;
  status: string | null;
  users: number;
  version: number;
}
const kept = async (): Promise<Kept | undefined> => {
  const [row] = await product.read<Kept>(
    `select s.id, s.status, s.user_count as users, d.version from axima_subscriptions s
     join axima_domains d on d.id = s.domain_id where d.name = '${DOMAIN}'`,
  );
  return row;
};

async function openDomain(page: Page, route: string, heading: string) {
  await page.goto(`${product.address}/home/${route}?q=${DOMAIN}`);
  await settled(page, heading);
  await page.getByRole('button', { name: DOMAIN, exact: true }).click();
  await page.getByRole('dialog', { name: `Axima Domain: ${DOMAIN}` }).waitFor();
}

const payload = {
  ...{ customer_name: 'Ravi Iyer', customer_email: 'ravi@vasutara-mills.example', domain_name: DOMAIN },
  ...{ user_count: 40, product: PRODUCT, billing_frequency: 'Annual' },
};

test('only sales add a domain', async () => {
  for (const page of [people.deployment, people.support]) {
    await page.goto(`${product.address}/home/add_axima_domain`);
    await settled(page, 'All Axima Domain');
    expect(await page.getByRole('button', { name: 'Add Axima Domain' }).count()).toBe(0);
    expect(await ask(page, 'add_axima_domain', payload)).toBe(403);
  }
  expect(await kept()).toBeUndefined();

  const { sales } = people;
  await sales.goto(`${product.address}/home/add_axima_domain`);
  await settled(sales, 'All Axima Domain');
  await sales.getByRole('button', { name: 'Add Axima Domain' }).click();
  const dialog = sales.getByRole('dialog');
  await dialog.getByLabel(/^Customer Name/).fill('Ravi Iyer');
  await dialog.getByLabel(/^Customer Email/).fill('ravi@vasutara-mills.example');
  await dialog.getByLabel(/^Domain Name/).fill(DOMAIN);
  await dialog.getByLabel(/^User Count/).fill('40');
  await dialog.getByLabel(/^Product/).selectOption(PRODUCT);
  await dialog.getByLabel(/^Billing Frequency/).selectOption('Annual');
  expect(await axeFindings(sales)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add Domain' }).click();
  await sales.getByText(`${DOMAIN} was added`).waitFor();
  expect(await kept()).toMatchObject({ users: 40, status: null });
});

test('what was sent to the CRM about a domain stands beside it, and who renews add-ons sees how many wait', async () => {
  const { sales, deployment } = people;
  const row = sales.getByRole('row').filter({ hasText: DOMAIN });
  await row.getByRole('gridcell', { name: /none/ }).waitFor();
  await product.ask(
    `insert into crm_tasks (subject, description, state, reason, created_by, created_at, finished_at)
     values ('Invoice ${DOMAIN}', '40 users', 'refused', 'The owner is not known', 'ananya@desk.example', now(), now())`,
  );
  await sales.reload();
  await row.getByText(`Task “Invoice ${DOMAIN}”: The owner is not known`).waitFor();
  expect(await problemsOf(sales, 'add-on-in-the-crm')).toEqual([]);

  await deployment.goto(`${product.address}/home/my_day?tab=addons`);
  await settled(deployment, 'My day');
  const [due] = await product.read<{ count: number }>(
    `select count(*)::int from axima_subscriptions where status is distinct from 'Cancelled' and renewal_date <=
     (now() at time zone 'Asia/Kolkata')::date + case when billing_frequency = 'Monthly Monthly' then 7 else 60 end`,
  );
  const menu = deployment.getByRole('navigation', { name: 'Main Menu' });
  await menu.getByRole('link', { name: new RegExp(`^My day\\s*${String(due?.count)}`) }).waitFor();
  expect(await problemsOf(deployment, 'add-ons-that-wait')).toEqual([]);
});

test('only deployment sets it Done', async () => {
  const before = await kept();
  const done = { formData: { status: 'Done' }, subscription_id: before?.id, version: before?.version };
  expect(await ask(people.sales, 'update_axima_domain', done)).toBe(403);
  expect(await ask(people.support, 'update_axima_domain', done)).toBe(403);
  expect(await kept()).toEqual(before);

  const { deployment } = people;
  await openDomain(deployment, 'axima_domains', 'Axima Domains');
  expect(await deployment.getByRole('button', { name: 'Add Subscription' }).count()).toBe(0);
  await deployment.getByRole('button', { name: /^Edit Domain: / }).click();
  const dialog = deployment.getByRole('dialog', { name: 'Edit Domain' });
  await dialog.getByLabel(/^Subscription Status/).selectOption('Done');
  expect(await dialog.getByLabel(/^User Count/).isEditable()).toBe(false);
  expect(await axeFindings(deployment)).toEqual([]);
  await dialog.getByRole('button', { name: 'Update Domain' }).click();
  await deployment.getByText('Domain Updated Successfully').waitFor();
  expect(await kept()).toMatchObject({ status: 'Done', users: 40 });
});

test('only support adds licences', async () => {
  const before = await kept();
  const more = { subscription: { axima_subscription_id: before?.id, user_count: 40 }, seats: 5 };
  expect(await ask(people.sales, 'add_axima_license', more)).toBe(403);
  expect(await ask(people.deployment, 'add_axima_license', more)).toBe(403);
  expect(await kept()).toEqual(before);

  const { support } = people;
  await openDomain(support, 'axima_domains', 'Axima Domains');
  expect(await support.getByRole('button', { name: /^Edit Domain/ }).count()).toBe(0);
  await support.getByRole('button', { name: /^Add License: / }).click();
  const dialog = support.getByRole('dialog', { name: 'Add License' });
  await dialog.getByLabel(/^Number of Licences/).fill('5');
  await dialog.getByText('New user count: 45').waitFor();
  expect(await axeFindings(support)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add License' }).click();
  await support.getByText(`5 licences added to ${DOMAIN}`).waitFor();
  expect(await kept()).toMatchObject({ status: 'Done', users: 45 });
});
