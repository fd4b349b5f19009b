import { expect, test } from 'vitest';
import { problemsOf } from './looking.ts';
import { dialog, goTo, quiet, suiteOf } from './suite.ts';

const suite = suiteOf('ananya@desk.example');
const MEENAL = 'meenal@desk.example';

/** How many open renewals each has, by e-mail. */
async function openRenewals(): Promise<ReadonlyMap<string, number>> {
  const rows = await suite.product.read<{ email: string; count: number }>(
    `select a.email::text, count(*)::int as count from renewals r join accounts a on a.id = r.assigned_to_id
     where r.state = 'open' and r.product = 'licence' group by 1`,
  );
  return new Map(rows.map(({ email, count }) => [email, count]));
}

test('somebody is suspended: their renewals are with somebody at once, are spread over two, and that is undone', async () => {
  const before = await openRenewals();
  const count = before.get(MEENAL) ?? 0;
  expect(count).toBeGreaterThan(2);
  const { page } = suite;
  await goTo(suite, 'get_all_admin', 'All Admin');
  await page.getByLabel('Search email').fill(MEENAL);
  await page
    .getByRole('button', { name: new RegExp(MEENAL) })
    .first()
    .click();
  await dialog(suite).getByLabel('Status').selectOption('Suspended');
  await dialog(suite).getByRole('button', { name: 'Save', exact: true }).click();

  const hands = page.getByRole('dialog', { name: 'Hand over' });
  await hands.getByText(/renewals of Meenal Pai went to/).waitFor();
  expect((await openRenewals()).has(MEENAL)).toBe(false);
  const suspended = await openRenewals();
  for (const name of [/^Tarun/, /^Ritika/]) {
    const options = await hands
      .getByLabel(/^To whom/)
      .locator('option')
      .allTextContents();
    await hands.getByLabel(/^To whom/).selectOption({ label: options.find((one) => name.test(one)) ?? '' });
  }
  await hands.getByRole('button', { name: 'Look at it' }).click();
  await hands.getByText(/would move/).waitFor();
  await quiet(suite);
  expect(await problemsOf(page, 'hand-over')).toEqual([]);
  await hands.getByRole('button', { name: /^Hand over \d/ }).click();
  await page.getByText(/handed over: /).waitFor();
  const spread = await openRenewals();
  expect(spread).not.toEqual(suspended);

  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await page.getByText(/given back/).waitFor();
  expect(await openRenewals()).toEqual(suspended);
});
