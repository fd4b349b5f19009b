import type { Page } from 'playwright-core';
import { buyerLogin, demoLogins } from '../launcher/demo/logins.ts';
import type { Product } from './product.ts';

const loginOf = (email: string) => {
  const found = demoLogins.find((login) => login.email === email);
  if (!found) throw new Error(`${email} is no demo login`);
  return found;
};

/** Takes the newest one-time code from the mailbox page, as a person does. */
async function codeFromMailbox(page: Page, { mailboxUrl }: Product, email: string): Promise<string> {
  const mailbox = await page.context().newPage();
  try {
    await mailbox.goto(`${mailboxUrl}/?to=${encodeURIComponent(email)}`);
    await mailbox
      .getByRole('link', { name: /one-time code/ })
      .first()
      .click();
    const text = await mailbox.locator('pre').first().innerText();
    return /\b\d{6}\b/.exec(text)?.[0] ?? '';
  } finally {
    await mailbox.close();
  }
}

/** Logs staff in with password and the code from the mailbox. */
export async function signIn(page: Page, product: Product, email: string): Promise<void> {
  await page.goto(`${product.address}/adminpanel`);
  await page.getByRole('textbox', { name: /^Email/ }).fill(email);
  await page.getByRole('textbox', { name: /^Password/ }).fill(loginOf(email).password);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await page.getByRole('textbox', { name: /^OTP/ }).waitFor();
  await page.getByRole('textbox', { name: /^OTP/ }).fill(await codeFromMailbox(page, product, email));
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/\/home/);
}

/** Logs the customer's person in whom the banner names. */
export async function signInBuyer(page: Page, product: Product): Promise<void> {
  await page.goto(product.address);
  await page.getByRole('textbox', { name: /^Username/ }).fill(buyerLogin.email);
  await page.getByRole('textbox', { name: /^Password/ }).fill(buyerLogin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/\/home/);
}

/** Waits until a screen has its heading and nothing on it is loading. */
export async function settled(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
}
