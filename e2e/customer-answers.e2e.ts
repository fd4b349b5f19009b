import { expect, test } from 'vitest';
import { axeFindings, newPage } from './browser.ts';
import { mailLike, mailsTo, sendBack, type Mail } from './mailbox.ts';
import { problemsOf } from './looking.ts';
import { openProduct, until } from './product.ts';
import { becomes, dialog, goTo, sessionFor, suiteOf } from './suite.ts';
import { turnedServer } from './turned-server.ts';
import { at, dayOf, nextWorkingDay } from './working-days.ts';

/** How customers are asked and answer, from the reminder on, with their telephone in their hand. */
const DAY = 86_400_000;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const STAFF = 'ritika@desk.example';

const today = nextWorkingDay();
const server = turnedServer(at(today, '10:00'));
const suite = suiteOf(STAFF, () => openProduct({ turned: { today, start: server.start } }));
const google = () => suite.product.google.state;

/** What a night begins: Google's sync, and then what follows from it. Books is not read: it keeps to its calls a minute, which never pass here. */
const NIGHT = ['02:30', '05:30'] as const;

/** All clocks go on to then, through the night before; what the crontab begins is done at each stop. */
async function turn(to: number): Promise<void> {
  const night = NIGHT.map((time) => at(dayOf(to), time)).filter((stop) => stop > server.now() && stop < to);
  for (const stop of [...night, to]) {
    google().advanceTo(stop);
    await server.turn(stop);
    await server.work();
  }
}

interface Term extends Asked {
  external_id: string;
}
interface Asked {
  id: number;
  domain: string;
}

/** An annual subscription whose customer is asked by mail, the renewal of which Ritika has. */
async function termToDecide(): Promise<Term> {
  const [found] = await suite.product.read<Term>(
    `select r.id, r.domain_name as domain, s.external_id from renewals r join subscriptions s on s.id = r.subscription_id
     join customers c on c.id = r.customer_id
     where r.state = 'open' and r.product = 'licence' and s.source = 'google' and s.plan_name like 'ANNUAL%' and s.status = 'ACTIVE'
       and s.billing_method is distinct from 'OFFLINE' and s.ended_at is null and c.reseller_id is null and r.confirmation_status is null
       and r.instruction_state is null and r.price is not null and not exists (select from reminder_steps p where p.renewal_id = r.id)
       and not exists (select from tickets t where t.domain_name = r.domain_name::text and t.status = 'Escalated')
       and (select count(*) from contacts k where k.customer_id = c.id and k.email is not null and not ('viewer' = any(coalesce(k.roles, '{}')))
         and not exists (select from silenced_addresses a where a.address = k.email)) > 1
       and (select count(*) from renewals o where o.customer_id = c.id and o.state = 'open') = 1
     order by r.term_end, r.id limit 1`,
  );
  if (!found) throw new Error('The demo has no such renewal');
  return found;
}

/** The term ends in so many days; a sync reads it, and the reminders are planned. */
async function endsIn({ id, external_id }: Term, days: number): Promise<void> {
  const { plan } = google().subscription(external_id);
  const end = server.now() + days * DAY;
  const commitmentInterval = { startTime: String(end - 365 * DAY), endTime: String(end) };
  google().change(external_id, { plan: { ...plan, commitmentInterval } });
  await suite.product.ask(
    `update renewals set assigned_to_id = (select id from accounts where email = '${STAFF}') where id = ${id}`,
  );
  await turn(at(dayOf(server.now() + DAY), '08:00'));
}

const stepsOf = ({ id }: Asked) =>
  suite.product.read<{ due_on: string; state: string; recipient: string; stopped_by: string | null }>(
    `select due_on::text, state, recipient, stopped_by from reminder_steps where renewal_id = ${id} order by due_on, id`,
  );

/** The next reminder of a term goes out, on its day. @returns the mail */
async function remind(term: Term): Promise<{ mail: Mail; to: string }> {
  const next = (await stepsOf(term)).find(({ state }) => state === 'planned');
  if (!next) throw new Error('Nothing is planned');
  await turn(at(next.due_on, '11:00'));
  return { mail: await mailLike(suite.product, next.recipient, new RegExp(term.domain)), to: next.recipient };
}

const linkIn = ({ text }: Mail): string => /http:\S+\/d\/[\w-]+/.exec(text)?.[0] ?? '';

/** A telephone with the page of a link. */
async function onPhone(address: string) {
  const opened = await newPage(suite.browser, PHONE);
  await opened.page.goto(address);
  return opened;
}

let decided: Term;

test('a reminder comes, 560 seats are decided in three taps, the quote is mailed, staff see it, and it is set at Google', async () => {
  decided = await termToDecide();
  google().setSeats(decided.external_id, 620);
  google().setLicensed(decided.external_id, 548);
  await endsIn(decided, 20);
  const { mail, to } = await remind(decided);

  const { page, complaints, close } = await onPhone(linkIn(mail));
  expect(await axeFindings(page)).toEqual([]);
  await page.getByText('620 bought').waitFor();
  await page.getByText('Renew with another number').tap();
  await page.getByLabel('Seats', { exact: true }).fill('560');
  await page.getByRole('button', { name: 'Confirm this number' }).tap();
  await page.getByText(/Please confirm: 560 seats ×/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await problemsOf(page, 'number-to-confirm')).toEqual([]);
  await page.getByRole('button', { name: 'Confirm 560 seats' }).tap();
  await page.getByText(/^Thank you/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();

  const confirmation = await mailLike(suite.product, to, /decision|recorded|confirm/i);
  expect(confirmation.text).toContain('560');
  expect(confirmation.attachments.map(({ type }) => type)).toEqual(['application/pdf']);

  await becomes(suite, await sessionFor(suite, STAFF));
  await goTo(suite, 'my_day', 'My day');
  await suite.page.getByText(decided.domain).first().waitFor();
  await becomes(suite, await sessionFor(suite, 'ananya@desk.example'));
  await goTo(suite, 'my_day', 'My day');
  const item = suite.page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('button', { name: new RegExp(decided.domain) });
  await item.first().click();
  await suite.page.keyboard.press('d');
  await dialog(suite)
    .getByText(/560 seats instead of 620/)
    .waitFor();
  await dialog(suite).getByRole('button', { name: 'Approve 560 seats' }).click();
  await until('The setting at Google', () =>
    Promise.resolve(
      google().subscription(decided.external_id).renewalSettings?.renewalType === 'SWITCH_TO_PAY_AS_YOU_GO',
    ),
  );
});

test('who answers "call me" gets no more reminders, and the answer is in the day of who has the renewal', async () => {
  const term = await termToDecide();
  await endsIn(term, 30);
  const { mail, to } = await remind(term);
  await sendBack(suite.product, mail, 'reply', 'Call me, please.');
  await turn(server.now() + 60_000);

  await becomes(suite, await sessionFor(suite, STAFF));
  await goTo(suite, 'my_day', 'My day');
  const item = suite.page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: term.domain })
    .filter({ hasText: 'Call me, please.' });
  await item.first().waitFor();
  expect(await problemsOf(suite.page, 'answered-by-mail')).toEqual([]);

  const before = (await mailsTo(suite.product, to)).length;
  const next = (await stepsOf(term)).find(({ state }) => state === 'planned');
  if (!next) throw new Error('No further reminder is planned');
  await turn(at(next.due_on, '11:00'));
  expect(await mailsTo(suite.product, to)).toHaveLength(before);
  expect((await stepsOf(term)).filter(({ due_on }) => due_on === next.due_on)).toMatchObject([
    { state: 'stopped', stopped_by: 'replied' },
  ]);
});

test('a mail that bounces goes to the next contact, and whoever has the renewal sees it', async () => {
  const term = await termToDecide();
  await endsIn(term, 30);
  const { mail, to } = await remind(term);
  await sendBack(suite.product, mail, 'bounce');
  await turn(server.now() + 6 * 60_000);
  await turn(server.now() + 6 * 60_000);

  const others = (await stepsOf(term)).filter(({ state, recipient }) => state === 'sent' && recipient !== to);
  expect(others).toHaveLength(1);
  const again = await mailLike(suite.product, others[0]?.recipient ?? '', new RegExp(term.domain));
  expect(linkIn(again)).not.toBe(linkIn(mail));

  await becomes(suite, await sessionFor(suite, STAFF));
  await goTo(suite, 'my_day', 'My day');
  await suite.page
    .getByText(/bounced/i)
    .first()
    .waitFor();
});

test('who asks for ten more seats is offered them, takes the offer in two taps, and waits for nobody any more', async () => {
  const term = await termToDecide();
  google().setSeats(term.external_id, 40);
  google().setLicensed(term.external_id, 40);
  await endsIn(term, 30);
  const { mail, to } = await remind(term);
  await sendBack(suite.product, mail, 'reply', 'Ten more seats from then on, please.');
  await turn(server.now() + 60_000);

  await becomes(suite, await sessionFor(suite, STAFF));
  await suite.page.goto(`${suite.product.address}/home/domain/${term.domain}`);
  await suite.page.getByRole('button', { name: 'Send Offer' }).click();
  await dialog(suite)
    .getByText(/“Ten more seats from then on, please\.”/)
    .waitFor();
  await dialog(suite)
    .getByRole('button', { name: /^Offer other seats/ })
    .click();
  await dialog(suite)
    .getByLabel(/^Seats/)
    .fill('50');
  await dialog(suite).getByText('50 seats in place of 40, 40 used').waitFor();
  await dialog(suite).getByLabel('This offer is the answer').check();
  expect(await problemsOf(suite.page, 'offer-of-more-seats')).toEqual([]);
  await dialog(suite).getByRole('button', { name: 'Send Offer' }).click();
  await suite.page.getByText(/^Offer version \d+ queued for 1 recipient/).waitFor();
  await turn(server.now() + 60_000);

  const subject = new RegExp(`: the renewal of ${term.domain}$`);
  const offer = await mailLike(suite.product, to, subject);
  const { page, close } = await onPhone(linkIn(offer));
  await page.getByText('Take our offer: 50 seats').tap();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Confirm our offer' }).tap();
  await page.getByText(/Decided: Change at renewal to 50 seats/).waitFor();
  await close();

  const [waiting] = await suite.product.read<{ open: number }>(
    `select count(*)::int as open from inbound_messages where settled_at is null and text like 'Ten more seats%'`,
  );
  expect(waiting?.open).toBe(0);
  await goTo(suite, 'my_day', 'My day');
  const item = suite.page.getByRole('main').getByRole('listitem').filter({ hasText: term.domain });
  await item.first().waitFor();
  await expect.poll(() => item.filter({ hasText: 'Ten more seats' }).count()).toBe(0);
});
