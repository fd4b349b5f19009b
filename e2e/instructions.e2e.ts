import { expect, test } from 'vitest';
import { axeFindings } from './browser.ts';
import { problemsOf } from './looking.ts';
import { settled } from './sign-in.ts';
import { becomes, dialog, goTo, sessionFor, suiteOf } from './suite.ts';

const MANAGER = 'ananya@desk.example';
const suite = suiteOf(MANAGER);

interface Open {
  id: number;
  domain: string;
  external_id: string;
  bought: number;
  used: number;
}

/** Annual renewals of which Google can be told, with room between the seats that are used and those that are bought. */
const renewalsWithRoom = () =>
  suite.product.read<Open>(
    `select r.id, r.domain_name as domain, s.external_id, s.number_of_seats as bought, s.licensed_seats as used
     from renewals r join subscriptions s on s.id = r.subscription_id join customers c on c.id = r.customer_id
     where r.state = 'open' and r.product = 'licence' and r.confirmation_status is null and r.instruction_state is null and s.source = 'google'
       and s.status = 'ACTIVE' and s.if_nobody_acts in ('renews', 'shrinks') and s.number_of_seats >= 20
       and s.licensed_seats * 10 <= s.number_of_seats * 9 and r.price < 900000 and r.currency = 'INR'
       and r.term_end > '${suite.product.today}'::date + 14
       and not exists (select from books_invoices i where i.customer_id = c.id and i.balance > 0)
     order by r.term_end, r.id`,
  );
const settingOf = (externalId: string) =>
  suite.product.google.state.subscriptions().find((one) => one.subscriptionId === externalId)?.renewalSettings
    ?.renewalType;
const card = () => suite.page.getByRole('region', { name: 'At Google' });

async function openPage({ id, domain }: Open) {
  await goTo(suite, `domain/${domain}?renewal=${String(id)}`, domain);
  await settled(suite.page, domain);
}

test('a comment asks for fewer seats, its consequence is confirmed, and Google has the first of its two steps', async () => {
  const [renewal = expect.unreachable('one has room')] = await renewalsWithRoom();
  const seats = String(renewal.bought - 1);
  const { page } = suite;
  await openPage(renewal);
  await page.keyboard.press('c');
  await dialog(suite)
    .getByLabel(/^Highlight/)
    .selectOption('Green');
  await dialog(suite)
    .getByLabel(/^Status/)
    .selectOption('Confirmation Received');
  await dialog(suite)
    .getByLabel(/^License Added/)
    .fill('0');
  await dialog(suite).getByLabel('Seats at renewal').fill(seats);
  if (renewal.bought > 99)
    await dialog(suite)
      .getByLabel(/^Agreement/)
      .selectOption('Signed');
  await dialog(suite).getByText(`${seats} takes two steps at Google.`).waitFor();
  expect(await problemsOf(page, 'seats-at-renewal')).toEqual([]);
  await dialog(suite).getByRole('button', { name: 'Save', exact: true }).click();

  const confirm = page.getByRole('dialog', { name: `Set at Google: ${renewal.domain}` });
  await confirm.getByText(new RegExp(`: ${seats} seats instead of ${String(renewal.bought)}, `)).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await confirm.getByRole('button', { name: `Set ${seats} seats at Google` }).click();

  await card().getByText('Set at Google', { exact: true }).waitFor();
  await card().getByText('Go on as a flexible plan when the term ends').waitFor();
  expect(settingOf(renewal.external_id)).toBe('SWITCH_TO_PAY_AS_YOU_GO');
});

test('fewer seats than are in use say how many are to be freed, and Google is set to go on without a commitment until they are', async () => {
  // A fall that nobody else has to approve.
  const small = ({ bought, used }: Open) => (used - 1) * 10 >= bought * 8;
  const [renewal = expect.unreachable('one is used by most')] = (await renewalsWithRoom()).filter(small).slice(2);
  const { page } = suite;
  await openPage(renewal);
  await card().getByRole('button', { name: 'Set at Google' }).click();
  await dialog(suite)
    .getByRole('radio', { name: /^Renew with/ })
    .check();
  await dialog(suite)
    .getByLabel(/^Seats/)
    .fill(String(renewal.used - 1));
  await dialog(suite)
    .getByText(/^Free 1 seat first: .* Otherwise it goes on as a flexible plan after the term, until that is done\.$/)
    .waitFor();
  await dialog(suite)
    .getByText('It is set to go on as a flexible plan at once, and stays so until the seats can be set.')
    .waitFor();
  expect(await problemsOf(page, 'below-seats-in-use')).toEqual([]);
  await dialog(suite)
    .getByRole('button', { name: /^Set .* at Google$/ })
    .click();
  await card().getByText('Blocked', { exact: true }).waitFor();
  await card().getByText('Go on as a flexible plan when the term ends').waitFor();
  expect(await problemsOf(page, 'blocked-by-seats')).toEqual([]);
  expect(settingOf(renewal.external_id)).toBe('SWITCH_TO_PAY_AS_YOU_GO');

  await card().getByRole('button', { name: 'Take back' }).click();
  await dialog(suite)
    .getByText(/there: “Go on as a flexible plan when the term ends”\. The renewal is undecided again\.$/)
    .waitFor();
  expect(await problemsOf(page, 'taken-back-blocked')).toEqual([]);
  await dialog(suite).getByRole('button', { name: 'Take back' }).click();
  await card().getByRole('button', { name: 'Set at Google' }).waitFor();
  expect(settingOf(renewal.external_id)).toBe('SWITCH_TO_PAY_AS_YOU_GO');
});

test('an end that a member proposes waits until an administrator refuses or approves it', async () => {
  const [, renewal = expect.unreachable('two have room')] = await renewalsWithRoom();
  const before = settingOf(renewal.external_id);
  await suite.close();
  await becomes(suite, await sessionFor(suite, 'tarun@desk.example'));
  await openPage(renewal);
  await card().getByRole('button', { name: 'Set at Google' }).click();
  await dialog(suite).getByRole('radio', { name: 'Do not renew' }).check();
  await dialog(suite)
    .getByText(/^It ends on /)
    .waitFor();
  expect(await problemsOf(suite.page, 'set-at-google')).toEqual([]);
  await dialog(suite).getByRole('button', { name: 'Propose the end' }).click();
  await dialog(suite)
    .getByText(/^Waits for approval by an administrator/)
    .waitFor();
  await suite.page.keyboard.press('Escape');
  await card().getByText('Waits for approval', { exact: true }).waitFor();
  expect(settingOf(renewal.external_id)).toBe(before);

  await suite.close();
  await becomes(suite, await sessionFor(suite, MANAGER));
  await openPage(renewal);
  expect(await problemsOf(suite.page, 'to-be-approved')).toEqual([]);
  await card().getByRole('button', { name: 'Refuse' }).click();
  await dialog(suite)
    .getByLabel(/^Reason/)
    .fill('They only asked for a price');
  await dialog(suite).getByRole('button', { name: 'Refuse' }).click();
  await card().getByText('They only asked for a price').waitFor();
  await card().getByRole('button', { name: 'Set at Google' }).waitFor();
  expect(settingOf(renewal.external_id)).toBe(before);
});
