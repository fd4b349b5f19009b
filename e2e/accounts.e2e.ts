import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buyerLogin } from '../launcher/demo/logins.ts';
import { axeFindings, newPage, openBrowser } from './browser.ts';
import { codeTo, mailTo } from './mailbox.ts';
import { openProduct, type Product } from './product.ts';
import { signIn } from './sign-in.ts';

const MANAGER = 'ananya@desk.example';
const OWN = 'a password of my own';

let product: Product;
let browser: Browser;
let manager: Page;

beforeAll(async () => {
  product = await openProduct();
  browser = await openBrowser();
  ({ page: manager } = await newPage(browser));
  await signIn(manager, product, MANAGER);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const visitor = async (path = '/') => {
  const { page } = await newPage(browser);
  page.setDefaultTimeout(20_000);
  await page.goto(`${product.address}${path}`);
  return page;
};
const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields)) {
    const field = page.getByLabel(new RegExp(`^${label}( \\*)?$`)).first();
    if ((await field.evaluate((node) => node.tagName)) === 'SELECT') await field.selectOption(text);
    else await field.fill(text);
  }
};
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const clean = async (page: Page) => expect(await axeFindings(page)).toEqual([]);
const customerLogin = async (page: Page, email: string, password: string) => {
  await fill(page, { Username: email, Password: password });
  await press(page, 'Login');
};
const menuOf = (page: Page) => page.getByRole('navigation').getByRole('link').allInnerTexts();
const goTo = async (route: string, heading: string) => {
  await manager.goto(`${product.address}/home/${route}`);
  await manager.getByRole('heading', { level: 1, name: heading }).waitFor();
};

test('a customer registers, is approved with menus, and sees only these', async () => {
  const email = 'nandini@orchid.example';
  const page = await visitor();
  await page.getByRole('link', { name: 'Create new account' }).click();
  await fill(page, { Name: 'Nandini Rao', 'Company Name': 'Orchid Paper', 'Phone Number': '9800000001', Email: email });
  expect(await page.getByRole('button', { name: 'Register' }).count()).toBe(0);
  await press(page, 'Send OTP');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel(/^OTP/).fill('000000');
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await dialog.getByText('OTP Does Not Match').first().waitFor();
  await dialog.getByRole('button', { name: 'Resend OTP' }).waitFor();
  await clean(page);
  await dialog.getByLabel(/^OTP/).fill(await codeTo(product, email));
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await page.getByText('This e-mail is verified.').waitFor();
  await fill(page, { Password: OWN, 'Confirm Password': OWN, Designation: 'Director', 'Industry Type': 'SMB' });
  await fill(page, { 'Other Contact Name': 'Farhan Ali', 'Other Contact Phone': '9800000002' });
  await clean(page);
  await press(page, 'Register');
  await page.getByText(/Thank you for registering/).waitFor();

  await customerLogin(page, email, OWN);
  await page.getByText('User is Either Not Active or Suspended').first().waitFor();

  await goTo('approve_users', 'Approve Users');
  const row = manager.getByRole('row', { name: new RegExp(email) });
  await row.getByRole('button', { name: /^Approve/ }).click();
  const approval = manager.getByRole('dialog', { name: /Add License/ });
  // The usual menus of the segment are ticked.
  expect(await approval.getByLabel('Mapped Domain').isChecked()).toBe(true);
  for (const menu of ['My Domains', 'Add License', 'My Renewals']) await approval.getByLabel(menu).uncheck();
  await clean(manager);
  await approval.getByRole('button', { name: /^Approve/ }).click();
  await approval.waitFor({ state: 'detached' });
  await row.getByText('Approved by you').waitFor();

  await customerLogin(page, email, OWN);
  await page.waitForURL(/\/home\/map_domain/);
  await page.getByText('No Domain Mapped to this User').waitFor();
  expect((await menuOf(page)).map((name) => name.trim())).toEqual(['Mapped Domain', 'Logout']);
  await page.goto(`${product.address}/home/approve_users`);
  await page.getByText(/This is a screen of the staff/).waitFor();

  await page.goto(`${product.address}/home/map_domain`);
  await press(page, 'Add Domain');
  await page
    .getByRole('dialog')
    .getByLabel(/Domain/)
    .fill('orchid-paper.example');
  await clean(page);
  await page.getByRole('dialog').getByRole('button', { name: /Add/ }).click();
  await page
    .getByRole('cell', { name: 'orchid-paper.example' })
    .or(page.getByRole('rowheader', { name: 'orchid-paper.example' }))
    .first()
    .waitFor();

  await goTo('approve_domain', 'Approve Domain');
  await manager.getByRole('button', { name: /^Approve.*orchid-paper\.example/ }).click();
  await manager.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await manager.getByRole('row', { name: /orchid-paper\.example.*Approved by you/ }).waitFor();
  await page.reload();
  await page.getByRole('row', { name: /orchid-paper\.example.*Active/i }).waitFor();
  await page.context().close();
});

test('an invited salesperson sets a password, and sees what sales may do with Axima', async () => {
  const email = 'kiran@desk.example';
  await goTo('invite_admin', 'Invite Admin');
  await fill(manager, { 'Admin name': 'Kiran Deshpande', Email: email, Phone: '9800000003', Department: 'Sales' });
  await manager.getByLabel('All Axima Domain').check();
  await manager.getByLabel('Axima Domains').check();
  await clean(manager);
  await press(manager, 'Send Invitation');
  const invitation = await mailTo(product, email, /./);
  const password = /password[^\n]*?:?\s*\n*\s*([A-Za-z0-9_-]{20,})/i.exec(invitation)?.[1] ?? '';
  expect(password).not.toBe('');

  const page = await visitor('/adminpanel');
  const logIn = async (secret: string, codes: number) => {
    await fill(page, { Email: email, Password: secret });
    await press(page, 'Send OTP');
    await page.getByRole('textbox', { name: /^OTP/ }).fill(await codeTo(product, email, codes));
    await press(page, 'Login');
  };
  await logIn(password, 0);
  await page.waitForURL(/adminpanel\/reset_password/);
  await fill(page, { 'New password': OWN, 'Confirm password': OWN });
  await press(page, 'Reset Password');
  await page.waitForURL(/adminpanel$/);
  await logIn(OWN, 1);
  await page.waitForURL(/\/home\//);
  await page.goto(`${product.address}/home/add_axima_domain`);
  await page.getByRole('button', { name: 'Add Axima Domain' }).waitFor();
  await page.context().close();
});

test('the open browser of a suspended customer is at the logout within the next session check', async () => {
  const page = await visitor();
  await page.clock.install();
  await customerLogin(page, buyerLogin.email, buyerLogin.password);
  await page.waitForURL(/\/home\/my_domains/);

  await goTo('get_all_users', 'All Users');
  await manager.getByLabel('Search email').first().fill(buyerLogin.email);
  await manager
    .getByRole('button', { name: new RegExp(`^Edit.*${buyerLogin.name}|^Edit.*${buyerLogin.email}`) })
    .first()
    .click();
  await manager
    .getByRole('dialog')
    .getByLabel(/^Status/)
    .selectOption('SUSPENDED');
  await manager.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await manager.getByRole('dialog').waitFor({ state: 'detached' });

  // The next check comes 50 seconds after the last one.
  await page.clock.fastForward(51_000);
  await page.waitForURL(/\/logout/);
  await page.context().close();
});

describe('a forgotten password', () => {
  const other = 'another password of mine';

  test('of a customer is set anew with the OTP', async () => {
    const email = 'nandini@orchid.example';
    const page = await visitor();
    await page.getByRole('link', { name: 'Forgot Password' }).click();
    await fill(page, { Email: email });
    await press(page, 'Send OTP');
    await page.getByRole('textbox', { name: /^OTP/ }).fill(await codeTo(product, email, 1));
    await fill(page, { 'New password': other, 'Confirm password': other });
    await clean(page);
    await press(page, 'Reset Password');
    await page.getByText('Password Changed Successfully').first().waitFor();
    await page.goto(product.address);
    await customerLogin(page, email, other);
    await page.waitForURL(/\/home\/map_domain/);
    await page.context().close();
  });

  test('of staff as well, and the old one no longer lets in', async () => {
    const email = 'tarun@desk.example';
    const page = await visitor('/adminpanel');
    await page.getByRole('link', { name: 'Forgot Password' }).click();
    // The login has an Email and a Send OTP too.
    await page.getByRole('heading', { level: 1, name: 'Reset Your Password' }).waitFor();
    await fill(page, { Email: email });
    await press(page, 'Send OTP');
    await page.getByRole('textbox', { name: /^OTP/ }).fill(await codeTo(product, email));
    await fill(page, { 'New password': other, 'Confirm password': other });
    await press(page, 'Reset Password');
    await page.waitForURL(/adminpanel$/);
    await fill(page, { Email: email, Password: 'tarun-renews-on-time' });
    await press(page, 'Send OTP');
    await page.getByRole('textbox', { name: /^OTP/ }).fill('000000');
    await press(page, 'Login');
    await page.getByText('Incorrect Username or Password..!').first().waitFor();
    await fill(page, { Password: other });
    await press(page, /Send (another )?OTP/);
    await page.context().close();
  });
});
