import { expect, test } from 'vitest';
import { problemsOf } from './looking.ts';
import { dialog, goTo, quiet, suiteOf } from './suite.ts';

const suite = suiteOf('ananya@desk.example');
const TEAM = 'my_day?tab=team';
const tile = () => suite.page.getByRole('button', { name: /^Since \w{3} \d/ });

test('what has changed since Monday is read with keys alone, leads to a domain, and Back to the team', async () => {
  await goTo(suite, TEAM, 'My day');
  const { page } = suite;
  await tile().waitFor();
  expect(await problemsOf(page, 'team')).toEqual([]);
  await tile().focus();
  await page.keyboard.press('Enter');
  await dialog(suite)
    .getByRole('heading', { name: /^Decided: \d/ })
    .waitFor();
  await quiet(suite);
  expect(await problemsOf(page, 'weekly-changes')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => tile().evaluate((one) => one === document.activeElement)).toBe(true);

  await page.keyboard.press('Enter');
  const link = dialog(suite).getByRole('link').first();
  const domain = (await link.textContent()) ?? '';
  await link.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: domain }).waitFor();
  await page.goBack();
  await tile().waitFor();
  // One more closes what the link stood in; the screen stays.
  await dialog(suite).getByRole('link').first().waitFor();
  await page.goBack();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await tile().waitFor();
});

test('another week is chosen, and a loss since then is in it', async () => {
  const { product } = suite;
  const [open] = await product.read<{ id: number; domain: string }>(
    `select r.id, r.domain_name::text as domain from renewals r join renewal_snapshots s on s.renewal_id = r.id
     where r.confirmation_status is null and r.instruction_state is null and s.stage = 'undecided' and r.state = 'open' and r.price > 0
       and s.week = (select min(week) from renewal_snapshots) order by r.price desc limit 1`,
  );
  await product.ask(
    // On a Monday there are two weeks already: the one that the demo brought, and the one that began today.
    `insert into renewal_snapshots select week - 7, renewal_id, stage, price, price_per_user, number_of_seats, licensed_seats, term_months,
       currency, created_at - interval '7 days' from renewal_snapshots where week = (select min(week) from renewal_snapshots);
     update renewals set confirmation_status = 'Lost' where id = ${String(open?.id)}`,
  );
  await goTo(suite, TEAM, 'My day');
  await tile().click();
  const week = dialog(suite).getByLabel('Compared with the week of');
  await week.waitFor();
  const other = (await week.locator('option').allTextContents()).at(-1) ?? '';
  await week.selectOption(other);
  await suite.page.getByRole('dialog', { name: `Since ${other.slice(0, -5)}` }).waitFor();
  // The demo may have lost some of its own in that week, which depends on the day.
  await dialog(suite)
    .getByRole('heading', { name: /^Lost: [1-9]/ })
    .waitFor();
  await dialog(suite)
    .getByRole('link', { name: open?.domain ?? '' })
    .waitFor();
  await quiet(suite);
  expect(await problemsOf(suite.page, 'weekly-changes-other')).toEqual([]);
});
