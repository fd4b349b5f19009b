import { expect, test } from 'vitest';
import { problemsOf } from './looking.ts';
import { settled } from './sign-in.ts';
import { becomes, closeDialog, dialog, goTo, quiet, sessionFor, suiteOf } from './suite.ts';

const suite = suiteOf('ananya@desk.example');
const press = (name: string | RegExp) => suite.page.getByRole('button', { name }).click();
const answer = (words: string | RegExp) => suite.page.getByText(words).first().waitFor();
const chip = () => suite.page.getByText('Messages are held', { exact: true });

/** The address of a customer whose renewal is due; one that buys through nobody, where nobody is ticked beforehand. */
async function somebodyDue(nth: number): Promise<{ domain: string; email: string }> {
  const [due] = await suite.product.read<{ domain: string; email: string }>(
    `select r.domain_name::text as domain, min(k.email::text) as email
     from renewals r join contacts k on k.customer_id = r.customer_id
     join customers c on c.id = r.customer_id and c.reseller_id is null
     where r.state = 'open' and r.product = 'licence' and r.confirmation_status is null and k.email is not null
     and not exists (select from renewals o where o.domain_name = r.domain_name and o.id <> r.id)
     group by r.domain_name order by r.domain_name limit 1 offset ${nth}`,
  );
  return due ?? expect.unreachable('Nobody is due');
}

/** Opens the notification of a domain's renewal and ticks one address. */
async function writesTo({ domain, email }: { domain: string; email: string }) {
  await goTo(suite, `get_renewal_data?q=${domain}&decided=all`, 'Renewal Data');
  await press(`Send Notification: ${domain}`);
  await dialog(suite).getByLabel(email).check();
}

async function mailsTo(email: string): Promise<number> {
  const response = await fetch(`${suite.product.mailboxUrl}/api/messages?to=${encodeURIComponent(email)}`);
  return ((await response.json()) as unknown[]).length;
}

const row = (email: string) => suite.page.getByRole('row', { name: new RegExp(email.replaceAll('.', '\\.')) }).first();

test('while messages are held, codes leave and nothing else; then what waited arrives once', async () => {
  const due = await somebodyDue(0);
  const before = await mailsTo(due.email);
  await goTo(suite, 'mail_log', 'Mail Log');
  await press('Hold all messages');
  expect(await problemsOf(suite.page, 'mail-log-hold')).toEqual([]);
  await press('Hold them all');
  await answer(/Outgoing messages are held/);
  await chip().waitFor();

  await writesTo(due);
  await dialog(suite)
    .getByText(/What you send now waits/)
    .waitFor();
  expect(await problemsOf(suite.page, 'send-notification-held')).toEqual([]);
  await dialog(suite).getByRole('button', { name: 'Send Notification' }).click();
  await answer('Notification queued for 1 recipient');
  await closeDialog(suite);

  const { page, close } = suite;
  await becomes(suite, await sessionFor(suite, 'ritika@desk.example'));
  await goTo(suite, 'my_renewal_domain', 'My Renewal Domains');
  await chip().waitFor();
  await suite.close();
  Object.assign(suite, { page, close });

  await chip().click();
  await settled(suite.page, 'Mail Log');
  await press(/^held, 1$/);
  await row(due.email).getByText('held').waitFor();
  await quiet(suite);
  expect(await problemsOf(suite.page, 'mail-log-held')).toEqual([]);
  expect(await mailsTo(due.email)).toBe(before);
  await press(/^All, /);
  await press('Let messages leave');
  await press('Let them leave');

  await row(due.email).getByText('sent').waitFor();
  await chip().waitFor({ state: 'detached' });
  expect(await mailsTo(due.email)).toBe(before + 1);
});

test('of two messages that wait one is withdrawn, and the other leaves alone', async () => {
  const [wrong, right] = [await somebodyDue(2), await somebodyDue(3)];
  const before = [await mailsTo(wrong.email), await mailsTo(right.email)] as const;
  await goTo(suite, 'mail_log', 'Mail Log');
  await press('Hold all messages');
  await press('Hold them all');
  await answer(/Outgoing messages are held/);
  for (const due of [wrong, right]) {
    await writesTo(due);
    await dialog(suite).getByRole('button', { name: 'Send Notification' }).click();
    await answer('Notification queued for 1 recipient');
  }

  await goTo(suite, 'mail_log?state=held', 'Mail Log');
  await press('Withdraw these 2');
  await answer(/^These 2 messages will not be sent\./);
  expect(await problemsOf(suite.page, 'mail-log-withdraw-these')).toEqual([]);
  await press('Cancel');
  expect(await problemsOf(suite.page, 'mail-log-withdraw-list')).toEqual([]);
  await row(wrong.email).getByRole('button', { name: wrong.email }).click();
  await dialog(suite).getByRole('button', { name: 'Withdraw' }).waitFor();
  expect(await problemsOf(suite.page, 'mail-log-withdraw')).toEqual([]);
  await dialog(suite).getByRole('button', { name: 'Withdraw' }).click();
  await press('Withdraw it');
  await answer(`The message to ${wrong.email} is withdrawn`);
  await dialog(suite).getByText('Withdrawn by ananya@desk.example').waitFor();
  expect(await problemsOf(suite.page, 'mail-log-withdrawn')).toEqual([]);
  await closeDialog(suite);
  await press(/^All, /);
  await press('Let messages leave');
  await press('Let them leave');

  await row(right.email).getByText('sent').waitFor();
  await row(wrong.email).getByText('failed').waitFor();
  expect([await mailsTo(wrong.email), await mailsTo(right.email)]).toEqual([before[0], before[1] + 1]);
});

test('a message that could not be delivered says why, and arrives when it is sent again', async () => {
  const due = await somebodyDue(1);
  const before = await mailsTo(due.email);
  await fetch(`${suite.product.mailboxUrl}/__admin/fault`, {
    method: 'POST',
    body: JSON.stringify({ kind: '550', only: due.email }),
  });
  await writesTo(due);
  await dialog(suite).getByRole('button', { name: 'Send Notification' }).click();
  await answer('Notification queued for 1 recipient');

  await goTo(suite, `mail_log?q=${encodeURIComponent(due.email)}`, 'Mail Log');
  await row(due.email).getByText('failed').waitFor();
  await row(due.email).getByRole('button', { name: due.email }).click();
  await dialog(suite).getByText(/550/).first().waitFor();
  expect(await problemsOf(suite.page, 'mail-log-failed')).toEqual([]);
  await dialog(suite).getByRole('button', { name: 'Send again' }).click();
  await answer(`The message to ${due.email} is in the queue`);
  await dialog(suite).getByText('sent', { exact: true }).waitFor();
  expect(await mailsTo(due.email)).toBe(before + 1);

  await dialog(suite).getByRole('button', { name: 'Send again' }).click();
  await suite.page
    .getByRole('alertdialog')
    .getByText(/^A copy will be sent\./)
    .waitFor();
  await press('Send a copy');
  await expect.poll(() => mailsTo(due.email)).toBe(before + 2);
  await dialog(suite).getByRole('link', { name: due.domain }).click();
  await suite.page.getByRole('heading', { level: 1, name: due.domain }).waitFor();
});

test('tidying up runs when it is pressed; given-up work is tried again or taken away', async () => {
  await suite.product.ask(
    `select graphile_worker.add_job('tidy-up', '{}', run_at := now() + interval '1 day');
     select graphile_worker.add_job('nightly-syncs', '{}', run_at := now() + interval '1 day');
     select graphile_worker.permanently_fail_jobs(array(select id from graphile_worker.jobs where run_at > now() + interval '20 hours'), 'Google did not answer within 20 seconds.')`,
  );
  await goTo(suite, 'jobs', 'Jobs');
  await press(/^Try again: Tidying up/);
  await answer('Tidying up: is tried again');
  expect(await problemsOf(suite.page, 'jobs-given-up')).toEqual([]);
  await press(/^Remove: Nightly start of the syncs/);
  await suite.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await answer('No work was given up.');

  const card = suite.page.getByRole('article', { name: 'Tidying up' });
  await press('Run now: Tidying up');
  await card.getByText('done', { exact: true }).waitFor();
  await card.getByText(/started by ananya@desk\.example$/).waitFor();
  expect(await problemsOf(suite.page, 'jobs-run')).toEqual([]);

  await suite.page.getByLabel('Imports').fill('0');
  await press('Save');
  await answer('At least 1 day');
  await suite.page.getByLabel('Imports').fill('8');
  await press('Save');
  await answer('How long things are kept is saved');
});
