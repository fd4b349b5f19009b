import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { resellersTable, silencedAddressesTable } from '../../platform/db/tables/customers.ts';
import { holidaysTable } from '../../platform/db/tables/deadlines.ts';
import { decisionLinksTable, offersTable } from '../../platform/db/tables/offers.ts';
import { outboxRenewalsTable, outboxTable } from '../../platform/db/tables/outbox.ts';
import { reminderStepsTable as t, type PolicyStep } from '../../platform/db/tables/reminders.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { makeContact } from '../../testing/fixtures.ts';
import { sendReminders } from './jobs.ts';
import { MEERA, noon, RAVI, remindersDesk, step } from './testing/reminders-desk.ts';

const BY_HAND: typeof outboxTable.$inferInsert = {
  ...({ channel: 'Email', purpose: 'renewal', recipient: RAVI, state: 'sent' } as const),
  ...{ subject: 'About beta.example', body: 'As we said', createdBy: 'asha@desk.example' },
};

test('each step is sent on its day, once, and tells what happens by itself and where to decide', async () => {
  const desk = await remindersDesk();
  await desk.plan(noon('09-25'));
  const sent: Record<string, string[]> = {};
  for (const day of ['09-25', '09-28', '09-29', '10-28', '11-13', '11-20', '11-24', '11-25', '11-27'])
    sent[day] = (await desk.send(noon(day))).map(({ recipient }) => recipient);
  expect(sent).toEqual({
    ...{ '09-25': [], '09-28': [RAVI], '09-29': [], '10-28': [RAVI], '11-13': [RAVI], '11-20': [RAVI] },
    ...{ '11-24': [MEERA, RAVI], '11-25': [], '11-27': [] },
  });
  const [mail] = await desk.mails();
  expect(mail).toMatchObject({ subject: 'Renewal of acme.example on 01-12-2026', purpose: 'renewal', createdBy: 'system' }); // prettier-ignore
  expect(mail?.body).toContain('Dear Ravi Iyer,');
  expect(mail?.body).toContain('Please tell us by 27-11-2026');
  expect(mail?.body).toContain('renews for a year with the seats in use');
  expect(mail?.body).toContain('http://desk.example/d/');
  // Who reads the database has no key to an offer.
  expect(mail?.isSealed).toBe(true);
  expect((await desk.db.select({ body: outboxTable.body }).from(outboxTable))[0]?.body).toBeNull();
  expect(await desk.db.$count(outboxRenewalsTable)).toBe(6);
});

test('a text of staff and a name of a customer are never markup', async () => {
  const desk = await remindersDesk({ steps: [step(30, { text: '<b>{company}</b>' })] });
  await desk.db.update(r).set({ domainName: 'acme.example' });
  await desk.plan();
  const [mail] = await desk.send(noon('10-28'));
  expect(mail?.letter).toContainEqual('<b>Acme Pvt Ltd</b>');
  expect(mail?.body).toContain('Decide now:');
});

test('two workers at once, and one that dies between the claim and the end, send nothing twice and lose nothing', async () => {
  const desk = await remindersDesk();
  await desk.plan(noon('10-20'));
  for (const table of ['outbox', 'reminder_steps', 'outbox_renewals', 'audit_log']) {
    const mended = await desk.failing(table);
    await expect(desk.send(noon('10-28')), table).rejects.toThrow();
    await mended();
    expect(await desk.mails(), table).toEqual([]);
  }
  await Promise.all([1, 2, 3, 4].map(() => sendReminders(desk.services)));
  expect((await desk.mails()).map(({ recipient }) => recipient)).toEqual([RAVI]);
  expect(await desk.steps()).toContain('email-30 ravi sent');
});

test('a clock that jumps forward skips what was due longer than two days ago, and one that goes back sends nothing anew', async () => {
  const desk = await remindersDesk();
  await desk.plan(noon('09-01'));
  expect(await desk.send(noon('09-28'))).toHaveLength(1);
  expect(await desk.send(noon('10-27'))).toEqual([]);
  expect(await desk.send(noon('11-02'))).toEqual([]);
  const [skipped] = await desk.db.select().from(t).where(eq(t.stepKey, 'email-30'));
  expect(skipped).toMatchObject({ state: 'skipped', reason: 'It was due more than two days before' });
  await desk.plan(noon('09-20'));
  for (const day of ['09-28', '10-28', '11-02']) expect(await desk.send(noon(day)), day).toEqual([]);
  expect(await desk.send(noon('11-13'))).toHaveLength(1);
});

test('within two days it is still sent', async () => {
  const desk = await remindersDesk();
  await desk.plan(noon('10-20'));
  expect(await desk.send(noon('10-30'))).toHaveLength(1);
});

test.each([
  ['before nine', '10-28T03:29:00Z'],
  ['at six in the evening', '10-28T12:30:00Z'],
  ['on a Saturday', '10-31T06:00:00Z'],
  ['on a holiday', '10-29T06:00:00Z'],
])('%s nobody is written to', async (_, at) => {
  const desk = await remindersDesk();
  await desk.plan(noon('10-27'));
  await desk.db.insert(holidaysTable).values({ day: '2026-10-29', name: 'A holiday' });
  expect(await desk.send(new Date(`2026-${at}`))).toEqual([]);
});

test('a step whose day is a holiday is planned for the next business day', async () => {
  const desk = await remindersDesk({ steps: [step(30)] });
  await desk.db.insert(holidaysTable).values({ day: '2026-10-28', name: 'A holiday' });
  await desk.plan(noon('10-01'));
  expect(await desk.db.select({ dueOn: t.dueOn }).from(t)).toEqual([{ dueOn: '2026-10-29' }]);
});

test('a person has one mail a day: what is due together stands in one, what comes later that day waits for the next', async () => {
  const desk = await remindersDesk({ steps: [step(30)] });
  for (const domain of ['beta.example', 'gamma.example']) await desk.renewal({ domain, customer: { email: RAVI } });
  await desk.plan(noon('10-20'));
  const [mail, ...more] = await desk.send(noon('10-28'));
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Please decide on 3 renewals, the first by 27-11-2026');
  for (const domain of ['acme', 'beta', 'gamma']) expect(mail?.body).toContain(`${domain}.example`);

  await desk.renewal({ domain: 'delta.example', customer: { email: RAVI } });
  await desk.plan(new Date('2026-10-28T08:00:00Z'));
  expect(await desk.send()).toEqual([]);
  // Over the night it has not left: who gets it in the morning gets no other that day.
  expect(await desk.send(noon('10-29'))).toEqual([]);
  await desk.db.update(outboxTable).set({ state: 'sent', finishedAt: noon('10-29') });
  expect(await desk.send(new Date('2026-10-29T09:00:00Z'))).toEqual([]);
  const [next] = await desk.send(noon('10-30'));
  expect(next?.subject).toBe('Renewal of delta.example');
});

describe('of whom staff write to by hand about something else', () => {
  async function writtenTo(steps: PolicyStep[]) {
    const desk = await remindersDesk({ steps });
    await desk.plan(noon('10-20'));
    const other = await desk.renewal({ domain: 'beta.example', customer: { email: RAVI } });
    const byHand = async (own: Partial<typeof outboxTable.$inferInsert>) => {
      const [message] = await desk.db
        .insert(outboxTable)
        .values({ ...BY_HAND, ...own })
        .returning();
      await desk.db.insert(outboxRenewalsTable).values({ renewalId: other.id, messageId: message?.id ?? 0 });
    };
    const subjects = async (now: Date) => (await desk.send(now)).map(({ subject }) => subject);
    return { byHand, subjects };
  }
  const OWN = ['Renewal of acme.example'];

  test('the reminder goes the next day', async () => {
    const { byHand, subjects } = await writtenTo([step(30)]);
    await byHand({ createdAt: noon('10-28') });
    expect(await subjects(new Date('2026-10-28T08:00:00Z'))).toEqual([]);
    expect(await subjects(noon('10-29'))).toEqual(OWN);
  });

  test('what they wrote the day before and what leaves today counts', async () => {
    const { byHand, subjects } = await writtenTo([step(30)]);
    await byHand({ createdAt: noon('10-27'), finishedAt: noon('10-28') });
    expect(await subjects(new Date('2026-10-28T08:00:00Z'))).toEqual([]);
    expect(await subjects(noon('10-29'))).toEqual(OWN);
  });

  test('however often they write it goes on the last day of its grace', async () => {
    const { byHand, subjects } = await writtenTo([step(30)]);
    // From Wednesday: two days later is a Friday.
    for (const day of ['10-28', '10-29', '10-30']) await byHand({ createdAt: noon(day) });
    expect(await subjects(new Date('2026-10-28T08:00:00Z'))).toEqual([]);
    expect(await subjects(new Date('2026-10-29T08:00:00Z'))).toEqual([]);
    expect(await subjects(new Date('2026-10-30T08:00:00Z'))).toEqual(OWN);
  });

  test('it goes on the last day to decide', async () => {
    const { byHand, subjects } = await writtenTo([step(0)]);
    await byHand({ createdAt: noon('11-27') });
    expect(await subjects(new Date('2026-11-27T08:00:00Z'))).toEqual(OWN);
  });
});

test('people of one customer are given links to one offer, which has a line for each renewal that is due', async () => {
  const desk = await remindersDesk({ steps: [step(30, { to: 'everybody' }), step(60)] });
  // Ravi is asked about both today, Meera about one of them.
  await desk.renewal({ domain: 'beta.example', renewsOn: '2026-12-31', renewal: { lastSafeDay: '2026-12-27' } });
  await desk.db.update(r).set({ customerId: desk.acme.customerId });
  await desk.plan(noon('10-20'));

  const sent = await desk.send(noon('10-28'));

  expect(sent.map(({ recipient }) => recipient)).toEqual([MEERA, RAVI]);
  const offers = await desk.db.select().from(offersTable);
  expect(offers.map(({ lines }) => lines.length)).toEqual([2]);
  const links = await desk.db.select().from(decisionLinksTable);
  expect(links.map(({ recipient, revokedAt }) => [recipient, revokedAt]).toSorted()).toEqual([[MEERA, null], [RAVI, null]]); // prettier-ignore
});

test('what is stopped stands in nobody’s offer beside what is asked', async () => {
  const desk = await remindersDesk({ steps: [step(30, { to: 'everybody' }), step(60)] });
  const beta = await desk.renewal({ domain: 'beta.example', renewsOn: '2026-12-31', renewal: { lastSafeDay: '2026-12-27' } }); // prettier-ignore
  await desk.db.update(r).set({ customerId: desk.acme.customerId });
  await desk.plan(noon('10-20'));
  await desk.db.update(r).set({ confirmationStatus: 'Confirmation Received' }).where(eq(r.id, beta.id));

  await desk.send(noon('10-28'));

  expect((await desk.db.select().from(offersTable)).map(({ lines }) => lines.length)).toEqual([1]);
});

test('who buys through a reseller is asked through the reseller alone, with a button for each customer', async () => {
  const desk = await remindersDesk({ steps: [step(30, { to: 'everybody' })] });
  const [reseller] = await desk.db
    .insert(resellersTable)
    .values({ name: 'Tara Rao', companyName: 'Cloud House', email: 'tara@cloud.example' })
    .returning();
  for (const domain of ['beta.example', 'gamma.example']) {
    const { customerId } = await desk.renewal({ domain, company: `${domain} Ltd`, customer: { resellerId: reseller?.id, email: `x@${domain}` } }); // prettier-ignore
    await makeContact(desk.db, customerId, { email: `buyer@${domain}` });
  }
  await desk.plan();
  const mails = await desk.send(noon('10-28'));
  expect(mails.map(({ recipient }) => recipient)).toEqual([MEERA, RAVI, 'tara@cloud.example']);
  expect(mails[2]?.body).toContain('Dear Tara Rao,');
  for (const domain of ['beta', 'gamma']) expect(mails[2]?.body).toContain(`Decide now for ${domain}.example Ltd:`);
});

test('a policy that changes never sends anew what was sent, and what it takes out is not sent', async () => {
  const desk = await remindersDesk({ steps: [step(60), step(30), step(14)] });
  await desk.plan();
  expect(await desk.send(noon('10-01'))).toHaveLength(1);
  await desk.save([step(60, { daysBefore: 50 }), step(57, { key: 'new' }), step(14)]);
  await desk.plan(noon('10-02'));
  for (const day of ['10-02', '10-05', '10-08', '10-28']) expect(await desk.send(noon(day)), day).toEqual([]);
  expect(await desk.send(noon('11-13'))).toHaveLength(1);
  expect(await desk.steps()).toEqual(['email-60 ravi sent', 'new ravi skipped', 'email-14 ravi sent']);
});

test('a policy that is switched off sends nothing and plans nothing, and none is saved where nobody has looked', async () => {
  const desk = await remindersDesk();
  await desk.plan();
  await desk.save([step(30)], false);
  expect(await desk.send(noon('10-28'))).toEqual([]);
  await desk.plan();
  expect(await desk.steps()).toEqual([]);
});

test('an address that takes no mail is stopped as bounced, and the next one is asked', async () => {
  const desk = await remindersDesk({ steps: [step(30)] });
  await desk.plan();
  const silence = (address: string) =>
    desk.db.insert(silencedAddressesTable).values({ address, cause: 'bounced', reason: '550 No such user' });
  await silence(RAVI);
  expect(await desk.send(noon('10-28'))).toEqual([]);
  expect((await desk.send()).map(({ recipient }) => recipient)).toEqual([MEERA]);
  expect(await desk.steps()).toEqual(['email-30 ravi bounced', 'email-30 meera sent']);
  desk.at(noon('10-29'));
  await silence(MEERA);
  expect(await desk.send(noon('10-30'))).toEqual([]);
  const [last] = await desk.db.select().from(t).where(eq(t.recipient, ''));
  expect(last).toMatchObject({ state: 'skipped', reason: 'Nobody can be reached' });
});

test('by WhatsApp a person of the same order is asked, with the approved template', async () => {
  const desk = await remindersDesk({ steps: [step(30, { channel: 'WhatsApp', key: 'whatsapp-30' })] });
  await desk.plan();
  const [message] = await desk.send(noon('10-28'));
  expect(message).toMatchObject({
    ...{ channel: 'WhatsApp', recipient: '+919800000001', template: 'renewal_reminder_v1', subject: null },
    parameters: ['Ravi Iyer', 'acme.example', 'Google Workspace Business Starter', '01-12-2026'],
  });
});
