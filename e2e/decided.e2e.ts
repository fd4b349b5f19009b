import { expect, test } from 'vitest';
import { buyerLogin } from '../launcher/demo/logins.ts';
import { sessionOf, problemsOf, type Session } from './looking.ts';
import { until } from './product.ts';
import { signInBuyer } from './sign-in.ts';
import { becomes, dialog, goTo, quiet, sessionFor, suiteOf } from './suite.ts';

const suite = suiteOf('ananya@desk.example');
const DAY = 86_400_000;
/** So long it takes until the term ends, once it was moved: what is moved is read by a sync first. */
const UNTIL_END_MS = 12_000;

interface Sold {
  domain: string;
  external_id: string;
  id: number;
}

/** An annual subscription of the buyer's, with an open renewal that Ritika has. */
async function soldToBuyer(): Promise<Sold> {
  const [sold] = await suite.product.read<Sold>(
    `select r.domain_name as domain, s.external_id, r.id from renewals r join subscriptions s on s.id = r.subscription_id
     join domains d on d.id = s.domain_id join accounts a on a.id = d.owner_id and a.email = '${buyerLogin.email}'
     where r.state = 'open' and r.product = 'licence' and s.source = 'google' and s.plan_name like 'ANNUAL%' and s.status = 'ACTIVE'
       and s.billing_method is distinct from 'OFFLINE' and s.ended_at is null order by r.term_end desc limit 1`,
  );
  if (!sold) throw new Error('The demo has no such renewal');
  return sold;
}

const googleState = () => suite.product.google.state;

/** The term ends that many milliseconds from now, whatever its end was. */
function endsIn(externalId: string, ms: number): void {
  const { plan } = googleState().subscription(externalId);
  const endTime = String(Date.now() + ms);
  const startTime = String(Date.now() + ms - 365 * DAY);
  googleState().change(externalId, { plan: { ...plan, commitmentInterval: { startTime, endTime } } });
}

/** Reads what Google has, as an administrator has it done. */
async function sync(): Promise<void> {
  const newest = async () =>
    (
      await suite.product.read<{ id: number; state: string }>(
        `select id, state from sync_runs where service = 'google' order by id desc limit 1`,
      )
    )[0];
  const before = (await newest())?.id ?? 0;
  await goTo(suite, 'subscription_sync', 'Sync and import');
  await suite.page
    .getByRole('button', { name: /^Sync now/i })
    .first()
    .click();
  await until('The sync', async () => {
    const run = await newest();
    return (run?.id ?? 0) > before && run?.state === 'done';
  });
}

/** What there is to do, by its domain or all of it. */
const items = () =>
  suite.page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('button', { name: /\.example/ });
const namesOf = () => items().locator('b').allTextContents();
const item = (domain: string) => items().filter({ hasText: domain });

test('a customer wants 80 of 92 seats: staff see it in My day, another person approves, and Google has 80 when the term is over', async () => {
  const { domain, external_id, id } = await soldToBuyer();
  await suite.product.ask(
    `update renewals set assigned_to_id = (select id from accounts where email = 'ritika@desk.example') where id = ${String(id)};
     update customers set reseller_id = null where id = (select customer_id from renewals where id = ${String(id)});
     insert into installation (name, value) values ('approval_limits', '{"fallPercent":10}')`,
  );
  const state = googleState();
  state.setSeats(external_id, 92);
  state.setLicensed(external_id, 74);
  endsIn(external_id, 20 * DAY);
  await sync();
  const ananya: Session = await suite.page.context().storageState();

  await becomes(suite, await sessionOf(suite.browser, (page) => signInBuyer(page, suite.product)));
  await goTo(suite, `my_renewals?q=${domain}`, 'My Renewals');
  await suite.page
    .getByRole('button', { name: new RegExp(`^Decide.*${domain}|^Change.*${domain}`) })
    .first()
    .click();
  await dialog(suite).getByText('Change seats or plan at renewal').click();
  await dialog(suite)
    .getByLabel(/^Seats/)
    .fill('70');
  await dialog(suite)
    .getByText(/^74 people use a seat/)
    .waitFor();
  await dialog(suite)
    .getByLabel(/^Seats/)
    .fill('80');
  await dialog(suite)
    .getByText(/^80 seats.* for the year, /)
    .waitFor();
  expect(await problemsOf(suite.page, 'own-decision')).toEqual([]);
  await dialog(suite).getByRole('button', { name: 'Send decision' }).click();
  await suite.page.getByText(/^Thank you/).waitFor();
  await quiet(suite);
  expect(await problemsOf(suite.page, 'own-wish')).toEqual([]);

  await becomes(suite, await sessionFor(suite, 'ritika@desk.example'));
  await goTo(suite, 'my_day', 'My day');
  await suite.page.getByText(domain).first().waitFor();

  await becomes(suite, ananya);
  await goTo(suite, 'my_day', 'My day');
  await item(domain).click();
  await suite.page.keyboard.press('d');
  await dialog(suite)
    .getByText(/80 seats instead of 92/)
    .waitFor();
  await dialog(suite).getByRole('button', { name: 'Approve 80 seats' }).click();
  await until('The setting at Google', () =>
    Promise.resolve(state.subscription(external_id).renewalSettings?.renewalType === 'SWITCH_TO_PAY_AS_YOU_GO'),
  );
  await item(domain).waitFor({ state: 'detached' });
  await quiet(suite);
  expect(await problemsOf(suite.page, 'wish-approved')).toEqual([]);

  endsIn(external_id, UNTIL_END_MS);
  await sync();
  // Flexible for the moment between the end of the term and the commitment, which may be shorter than between two looks.
  await until('The commitment to 80 seats', () => {
    state.settle();
    const { plan, seats } = state.subscription(external_id);
    return Promise.resolve(plan.planName.startsWith('ANNUAL') && seats.numberOfSeats === 80);
  });
  await until('The end of the renewal', async () => {
    const [row] = await suite.product.read<{ closed_because: string; state: string }>(
      `select r.closed_because, i.state from renewals r join instructions i on i.renewal_id = r.id where r.id = ${String(id)}`,
    );
    return row?.closed_because === 'renewed' && row.state === 'fulfilled';
  });
  await goTo(suite, 'my_day', 'My day');
  await quiet(suite);
  expect(await item(domain).count()).toBe(0);
});

test('a person goes on leave: the cover sees the work and does it, and it returns', async () => {
  const ritika = await sessionFor(suite, 'ritika@desk.example');
  const meenal = await sessionFor(suite, 'meenal@desk.example');
  await becomes(suite, ritika);
  await goTo(suite, 'my_day', 'My day');
  await items().first().waitFor();
  const mine = await namesOf();
  await suite.page.getByRole('button', { name: 'Leave', exact: true }).click();
  const today = await dialog(suite)
    .getByLabel(/^First day/)
    .inputValue();
  await dialog(suite)
    .getByLabel(/^Last day/)
    .fill(today);
  await dialog(suite)
    .getByLabel(/^Who covers/)
    .selectOption({ label: 'Meenal Pai' });
  await dialog(suite).getByRole('button', { name: 'Enter leave' }).click();
  await suite.page.getByText(/^You are away until/).waitFor();
  await quiet(suite);
  expect(await problemsOf(suite.page, 'away')).toEqual([]);

  await becomes(suite, meenal);
  await goTo(suite, 'my_day', 'My day');
  await suite.page.getByRole('radio', { name: /^Covering for Ritika/ }).check({ force: true });
  // Until the list comes, that of before stands there.
  await quiet(suite);
  await items().first().waitFor();
  expect(await namesOf()).not.toEqual([]);
  expect((await namesOf()).filter((name) => !mine.includes(name))).toEqual([]);
  await suite.page.getByRole('textbox', { name: 'What was said' }).waitFor();
  await suite.page.keyboard.press('c');
  await suite.page.keyboard.type('Covered: they call back on Friday');
  await suite.page.getByRole('button', { name: 'Add', exact: true }).click();
  await suite.page.getByText('Comment Added Successfully').waitFor();

  await becomes(suite, ritika);
  await goTo(suite, 'my_day', 'My day');
  await suite.page.getByRole('button', { name: 'Leave', exact: true }).click();
  await dialog(suite)
    .getByRole('button', { name: /^End the leave of Ritika/ })
    .click();
  await dialog(suite)
    .getByRole('button', { name: /^End the leave of Ritika/ })
    .waitFor({ state: 'detached' });
  await becomes(suite, meenal);
  await goTo(suite, 'my_day', 'My day');
  await quiet(suite);
  expect(await suite.page.getByRole('radio', { name: /^Covering for Ritika/ }).count()).toBe(0);
});
