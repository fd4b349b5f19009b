import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, newPage, openBrowser } from './browser.ts';
import { openProduct, type Product } from './product.ts';
import { settled, signIn, signInBuyer } from './sign-in.ts';

interface Holding {
  domain: string;
  external_id: string;
  sku_name: string;
  seats: number;
}

/** A domain of ours that nobody has in the portal, with annual seats at Google whose renewal is open. */
const UNCLAIMED = `
  select d.name as domain, s.external_id, s.sku_name, s.number_of_seats as seats
  from subscriptions s join domains d on d.id = s.domain_id join renewals r on r.subscription_id = s.id and r.state = 'open'
  where d.status = 'ACTIVE' and d.owner_id is null and d.claimed_by_id is null and s.plan_name = 'ANNUAL'
    and s.status = 'ACTIVE' and s.ended_at is null and s.term_end > now() and s.number_of_seats > 5
  order by d.name limit 1`;

let product: Product;
let browser: Browser;
let manager: Page;
let buyer: Page;

beforeAll(async () => {
  product = await openProduct();
  browser = await openBrowser();
  ({ page: manager } = await newPage(browser));
  ({ page: buyer } = await newPage(browser));
  for (const page of [manager, buyer]) page.setDefaultTimeout(20_000);
  await signIn(manager, product, 'ananya@desk.example');
  await signInBuyer(buyer, product);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const goTo = async (page: Page, address: string, heading: string) => {
  await page.goto(`${product.address}/home/${address}`);
  await settled(page, heading);
};
const clean = async (page: Page) => expect(await axeFindings(page)).toEqual([]);
const seatsAtGoogle = (externalId: string) =>
  product.google.state.subscriptions().find(({ subscriptionId }) => subscriptionId === externalId)?.seats.numberOfSeats;

test('a customer adds a domain, staff approve it, the customer buys 5 seats: Google has them once, the renewal shows them', async () => {
  const [holding] = await product.read<Holding>(UNCLAIMED);
  if (!holding) throw new Error('The demo has no such domain');
  const { domain, external_id, sku_name } = holding;
  const before = seatsAtGoogle(external_id) ?? 0;

  await goTo(buyer, 'map_domain', 'Mapped Domain');
  await buyer.getByRole('button', { name: 'Add Domain' }).click();
  await buyer
    .getByRole('dialog')
    .getByLabel(/Domain/)
    .fill(domain);
  await buyer.getByRole('dialog').getByRole('button', { name: /Add/ }).click();
  await buyer.getByRole('dialog').waitFor({ state: 'detached' });
  await goTo(buyer, `add_license?q=${domain}`, 'Add License');
  expect(await buyer.getByRole('button', { name: `View Subscription: ${domain}` }).count()).toBe(0);

  await goTo(manager, 'approve_domain', 'Approve Domain');
  await manager.getByRole('button', { name: new RegExp(`^Approve.*${domain}`) }).click();
  await manager.getByRole('alertdialog').getByRole('button', { name: 'Give it to the claimant' }).click();
  await manager.getByRole('row', { name: new RegExp(`${domain}.*Approved by you`) }).waitFor();

  await goTo(buyer, `add_license?q=${domain}`, 'Add License');
  await buyer.getByRole('button', { name: `View Subscription: ${domain}` }).click();
  const dialog = buyer.getByRole('dialog');
  await dialog.getByRole('button', { name: new RegExp(`^Add License: .*${sku_name}`) }).click();
  await buyer.getByRole('dialog', { name: `Add License for ${domain}` }).waitFor();
  await dialog.getByLabel(/^Seats to add/).fill('5');
  await dialog.getByText(`${String(before + 5)} seats`).waitFor();
  await dialog.getByText(/before taxes/).waitFor();
  await clean(buyer);
  await dialog
    .getByRole('button', { name: /^Add (License|\d+ seats?)$/ })
    .first()
    .dblclick();
  await dialog.getByText(`You now have ${String(before + 5)} seats.`).waitFor();
  await clean(buyer);

  expect(seatsAtGoogle(external_id)).toBe(before + 5);
  expect(
    await product.read(
      `select state, seats_before, seats_after from seat_orders where id = (select max(id) from seat_orders)`,
    ),
  ).toEqual([{ state: 'done', seats_before: before, seats_after: before + 5 }]);
  const [shown] = await product.read<{ seats: number }>(
    `select number_of_seats as seats from renewals where external_id = '${external_id}' and state = 'open'`,
  );
  expect(shown?.seats).toBe(before + 5);
  await goTo(manager, `get_renewal_data?q=${domain}&decided=all`, 'Renewal Data');
  await goTo(manager, `admin_add_license?tab=orders&q=${domain}`, 'Admin Add License');
  await manager.getByRole('row', { name: new RegExp(`${domain}.*done`, 'i') }).waitFor();
});

test('seats that Google refuses are refused with its reason, and nothing typed is lost', async () => {
  await goTo(buyer, 'add_license', 'Add License');
  await buyer
    .getByRole('button', { name: /^View Subscription: / })
    .first()
    .click();
  const dialog = buyer.getByRole('dialog');
  await dialog
    .getByRole('button', { name: /^Add License: / })
    .first()
    .click();
  const field = dialog.getByLabel(/^Seats to add/);
  for (const [typed, message] of [
    ['-3', 'Seat Reduction not Allowed'],
    ['0', 'Enter how many seats to add, as a whole number'],
    ['many', 'Enter how many seats to add, as a whole number'],
    ['1000000', 'At most 50000 seats'],
  ] as const) {
    await field.fill(typed);
    await dialog
      .getByRole('button', { name: /^Add (License|\d+ seats?)$/ })
      .first()
      .click();
    await dialog.getByText(message).first().waitFor();
    expect(await field.inputValue()).toBe(typed);
  }
  await clean(buyer);
  await buyer.keyboard.press('Escape');
});

test("staff change a contact's phone, and the CRM has it", async () => {
  const [contact] = await product.read<{ name: string; email: string; zoho_id: string }>(
    `select name, email, zoho_id from contacts where zoho_id is not null and email is not null order by id limit 1`,
  );
  if (!contact) throw new Error('The demo has no such person');
  await goTo(manager, `update_customer?q=${encodeURIComponent(contact.email)}`, 'Update Customer');
  await manager
    .getByRole('button', { name: new RegExp(`^Update: .*${contact.name}`) })
    .first()
    .click();
  const dialog = manager.getByRole('dialog');
  await dialog.getByLabel(/^Mobile/).fill('+919812300045');
  await clean(manager);
  await dialog.getByRole('button', { name: 'Update' }).click();
  await manager.getByText('Data Updated Sucessfully').first().waitFor();
  await manager.getByRole('row', { name: new RegExp(`${contact.name}.*done`, 'i') }).waitFor();
  const known = product.zoho.crm.contacts().find(({ id }) => id === contact.zoho_id);
  expect(known?.Mobile).toBe('+919812300045');
});

test('a task for the accounting department arrives at the CRM once', async () => {
  await goTo(manager, 'add_zoho_task', 'Zoho Tasks');
  await manager.getByRole('button', { name: 'Create Zoho Task for Account Department' }).click();
  const dialog = manager.getByRole('dialog', { name: 'Follow Up Comments' });
  await dialog.getByLabel(/^Subject/).fill('Raise invoice for five seats');
  await dialog.getByLabel(/^Description/).fill('Ordered in the portal today.');
  await clean(manager);
  await dialog.getByRole('button', { name: /Create|Save|Submit|Add/ }).dblclick();
  await dialog.waitFor({ state: 'detached' });
  await goTo(manager, 'zoho_task_history?q=five%20seats', 'Zoho Task History');
  await manager.getByRole('row', { name: /Raise invoice for five seats.*done/i }).waitFor();
  expect(product.zoho.crm.tasks().filter(({ Subject }) => Subject === 'Raise invoice for five seats')).toHaveLength(1);
});

test('what a customer decides about a renewal stands in the history that staff read', async () => {
  await goTo(buyer, 'my_renewals', 'My Renewals');
  await buyer
    .getByRole('button', { name: /^Decide: / })
    .first()
    .click();
  const dialog = buyer.getByRole('dialog');
  const domain = (await dialog.getByRole('heading').first().innerText()).replace(/^Renewal of /, '');
  await dialog.getByRole('radio', { name: /seats or plan/i }).check();
  const bought = /^You have ([\d,]+)\./.exec(await dialog.getByText(/^You have /).innerText())?.[1] ?? '';
  const wished = Number(bought.replaceAll(',', '')) + 5;
  await dialog.getByLabel(/^Seats/).fill(String(wished));
  await dialog.getByLabel(/^Comment/).fill('We are growing.');
  await clean(buyer);
  await dialog.getByRole('button', { name: 'Send decision' }).click();
  await dialog.waitFor({ state: 'detached' });
  await buyer
    .getByText(new RegExp(`You asked for ${wished.toLocaleString('en-IN')} seats`))
    .first()
    .waitFor();

  await goTo(manager, `get_renewal_data?q=${domain}&decided=all&cols=All+columns`, 'Renewal Data');
  await manager
    .getByRole('row', { name: /We are growing\./ })
    .getByRole('button', { name: /^Follow up History: / })
    .click();
  await manager
    .getByRole('dialog')
    .getByText(/We are growing\./)
    .first()
    .waitFor();
});
