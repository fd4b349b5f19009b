import type { Page } from 'playwright-core';
import { buyerLogin, demoLogins } from '../launcher/demo/logins.ts';
import { until, type Product } from './product.ts';

const loginOf = (email: string) => {
  const found = demoLogins.find((login) => login.email === email);
  if (!found) throw new Error(`${email} is no demo login`);
  return found;
};

/** The mailbox page of somebody, and the codes that lie in it, newest first. */
async function openMailbox(page: Page, { mailboxUrl }: Product, email: string) {
  const mailbox = await page.context().newPage();
  await mailbox.goto(`${mailboxUrl}/?to=${encodeURIComponent(email)}`);
  return { mailbox, codes: mailbox.getByRole('link', { name: /one-time code/ }) };
}

/** Takes the one-time code that `send` sends from the mailbox page, as a person does. */
async function codeAfter(page: Page, product: Product, email: string, send: () => Promise<void>): Promise<string> {
  const { mailbox, codes } = await openMailbox(page, product, email);
  try {
    const before = await codes.count();
    await send();
    await until('The code', async () => {
      await mailbox.reload();
      return (await codes.count()) > before;
    });
    await codes.first().click();
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
  const otp = page.getByRole('textbox', { name: /^OTP/ });
  const code = await codeAfter(page, product, email, async () => {
    await page.getByRole('button', { name: 'Send OTP' }).click();
    await otp.waitFor();
  });
  await otp.fill(code);
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
