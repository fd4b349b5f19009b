import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { problemsOf } from './looking.ts';
import { settled, signIn } from './sign-in.ts';
import { becomes, commentSaved, dialog, goTo, suiteOf } from './suite.ts';

/** The connection, the server or the session is lost in the middle of the work, as a person sees it. */
const STAFF = 'ananya@desk.example';
const NO_ANSWER = 'The server did not answer. Check your connection and try again.';
const SAVE = '**/api/adminpanel/insert_comments/';
const suite = suiteOf(STAFF);

/** A minute later, when a code is sent anew. */
async function signsIn() {
  await suite.product.ask("update otp_challenges set created_at = created_at - interval '2 minutes'");
  await signIn(suite.page, suite.product, STAFF);
}

/** A session of the test's own, which it may end. */
async function signsInAnew() {
  await suite.close();
  await becomes(suite, { cookies: [], origins: [] });
  await signsIn();
}

/** Opens the comment form of the month's first renewal and fills it. */
async function typed(words: string): Promise<string> {
  await goTo(suite, 'get_monthly_renewal', 'Monthly Renewal Data');
  const button = suite.page.getByRole('button', { name: /^Add Comments: / }).first();
  const domain = ((await button.getAttribute('aria-label')) ?? '').replace('Add Comments: ', '');
  await button.click();
  const form = dialog(suite);
  await form.getByLabel(/^Highlight/).selectOption('Green');
  await form.getByLabel(/^Status/).selectOption('Lost');
  await form.getByLabel(/^Reason/).selectOption('Move to other vendor');
  await form.getByLabel(/^Sub Reason/).selectOption('Price Issue');
  await form.getByLabel(/^Special Comment/).fill(words);
  return domain;
}
const save = (options?: { timeout: number }) =>
  dialog(suite).getByRole('button', { name: 'Save', exact: true }).click(options);
const special = () => dialog(suite).getByLabel(/^Special Comment/);
const timesSaved = async (words: string): Promise<number> =>
  (await suite.product.read(`select from audit_log where changes::text like '%${words}%'`)).length;

/** The next request arrives, and its answer is lost on the way back. */
async function loseAnswer(page: Page, path: string) {
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort('connectionreset');
  };
  await page.route(path, lose, { times: 1 });
}

test('an answer that is lost is said so, what was typed stays, and saving again saves once', async () => {
  const words = 'Owner travels until the second week';
  await typed(words);
  await loseAnswer(suite.page, SAVE);

  await save();
  await dialog(suite).getByText(NO_ANSWER).first().waitFor();
  expect(await special().inputValue()).toBe(words);
  expect(await timesSaved(words)).toBe(1);
  expect(await problemsOf(suite.page, 'answer-lost')).toEqual([]);

  await save();
  await commentSaved(suite.page);
  expect(await timesSaved(words)).toBe(1);
});

test('without a network nothing is lost: the form says it, and saves when the line is back', async () => {
  const words = 'Asked for a quote on paper';
  await typed(words);
  await suite.page.context().setOffline(true);

  await save();
  await dialog(suite).getByText(NO_ANSWER).first().waitFor();
  expect(await special().inputValue()).toBe(words);
  expect(await timesSaved(words)).toBe(0);

  await suite.page.context().setOffline(false);
  await save();
  await commentSaved(suite.page);
  expect(await timesSaved(words)).toBe(1);
});

test('a server that is busy is told in words, and the form can be sent again', async () => {
  const words = 'Wants ten seats more in March';
  await typed(words);
  await suite.page.route(
    SAVE,
    (route) =>
      route.fulfill({
        status: 503,
        json: { error: true, message: 'The service is busy. Please try again in a moment.' },
      }),
    { times: 1 },
  );

  await save();
  await dialog(suite).getByText('The service is busy. Please try again in a moment.').first().waitFor();
  expect(await special().inputValue()).toBe(words);

  await save();
  await commentSaved(suite.page);
  expect(await timesSaved(words)).toBe(1);
});

test('a session that ends while somebody types leads to the logout, and what was typed is there after the next login', async () => {
  const words = 'Decides on Friday with the board';
  await signsInAnew();
  const domain = await typed(words);
  await suite.product.ask('delete from sessions where ends_at = (select max(ends_at) from sessions)');

  // The page may look for its session before it is pressed. A press still waiting would save the next form, opened after the login.
  await save({ timeout: 3_000 }).catch(() => undefined);
  await suite.page.waitForURL(/\/logout/);
  await suite.page.getByText('Your session has ended. Log in again to go on where you were.').waitFor();
  expect(await problemsOf(suite.page, 'session-ended')).toEqual([]);

  await signsIn();
  await settled(suite.page, 'Monthly Renewal Data');
  await suite.page.getByRole('button', { name: `Add Comments: ${domain}` }).click();
  await expect.poll(() => special().inputValue()).toBe(words);
  await save();
  await commentSaved(suite.page);
  expect(await timesSaved(words)).toBe(1);
});

test('a logout in one tab ends the others', async () => {
  await signsInAnew();
  const other = await suite.page.context().newPage();
  await other.goto(`${suite.product.address}/home/audit_log`);
  await settled(other, 'Audit Log');
  await goTo(suite, 'get_monthly_renewal', 'Monthly Renewal Data');

  await other.goto(`${suite.product.address}/logout`);

  await suite.page.waitForURL((url) => url.pathname === '/logout' || url.pathname === '/adminpanel');
  expect(await suite.page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('a list that cannot be fetched says so on a page of its own, and Retry brings it', async () => {
  await suite.page.route('**/api/adminpanel/get_all_users/', (route) => route.abort());

  await suite.page.goto(`${suite.product.address}/home/get_all_users`);
  await suite.page.waitForURL(/\/error$/);
  await suite.page.getByRole('heading', { level: 1, name: 'Error' }).waitFor();
  expect(await problemsOf(suite.page, 'list-not-fetched')).toEqual([]);

  await suite.page.unroute('**/api/adminpanel/get_all_users/');
  await suite.page.getByRole('button', { name: 'Retry' }).click();
  await settled(suite.page, 'All Users');
  expect(await suite.page.getByRole('row').count()).toBeGreaterThan(1);
});

test('while the server is away the page stands, and works again when it is back', async () => {
  await goTo(suite, 'get_all_domain', 'All Domain');
  await suite.page.route('**/api/**', (route) => route.abort('connectionrefused'));

  await suite.page.getByRole('link', { name: 'Audit Log' }).click();
  await suite.page
    .getByText(/Could not fetch|did not answer/)
    .first()
    .waitFor();
  expect(await suite.page.getByRole('navigation').count()).toBeGreaterThan(0);

  await suite.page.unroute('**/api/**');
  await suite.page.getByRole('link', { name: 'All Domain' }).click();
  await settled(suite.page, 'All Domain');
  expect(await suite.page.getByRole('row').count()).toBeGreaterThan(1);
});

test('a screen that cannot be fetched leaves the desk standing, and Retry brings it when the server is back', async () => {
  await goTo(suite, 'get_all_domain', 'All Domain');
  const away = (route: Route) => route.abort('connectionrefused');
  await suite.page.route('**/*', away);

  await suite.page.getByRole('link', { name: 'Audit Log' }).click();
  await suite.page.getByText('This page could not be loaded.').waitFor();
  expect(await suite.page.getByRole('navigation').count()).toBeGreaterThan(0);
  await suite.page.getByRole('button', { name: 'Retry' }).click();
  await suite.page.getByText(NO_ANSWER).waitFor();
  // So does the error page of a list whose server goes away.
  await suite.page.getByRole('link', { name: 'All Domain' }).click();
  await suite.page.getByRole('heading', { level: 1 }).waitFor();
  await suite.page.getByRole('link', { name: 'Audit Log' }).click();
  await suite.page.getByText('This page could not be loaded.').waitFor();

  await suite.page.unroute('**/*', away);
  await suite.page.getByRole('button', { name: 'Retry' }).click();
  await settled(suite.page, 'Audit Log');
  expect(await suite.page.getByRole('row').count()).toBeGreaterThan(1);
});
