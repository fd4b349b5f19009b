import { ownRenewals } from '@desk/contract/own-renewals';
import { reminders } from '@desk/contract/renewal-work/reminders';
import { offers } from '@desk/contract/renewal-work/offers';
import { notifications } from '@desk/contract/notifications';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accountsTable } from '../../platform/db/tables/accounts.ts';
import { domainsTable, silencedAddressesTable } from '../../platform/db/tables/customers.ts';
import { inboundMessagesTable } from '../../platform/db/tables/inbound.ts';
import { instructionsTable } from '../../platform/db/tables/instructions.ts';
import { renewalDecisionsTable } from '../../platform/db/tables/renewal-decisions.ts';
import { reminderPausesTable, reminderStepsTable as t } from '../../platform/db/tables/reminders.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { ticketsTable } from '../../platform/db/tables/tickets.ts';
import { LAST_DAY, MEERA, noon, RAVI, remindersDesk, step } from './testing/reminders-desk.ts';

type Desk = Awaited<ReturnType<typeof remindersDesk>>;
const DUE = noon('10-28');

/** A desk on which a step is due now. */
async function dueDesk() {
  const desk = await remindersDesk({ steps: [step(30), step(14)] });
  await desk.plan(noon('10-20'));
  desk.at(DUE);
  return desk;
}

const reply = (own: Partial<typeof inboundMessagesTable.$inferInsert> = {}) => ({
  ...{ messageId: '<1@acme.example>', kind: 'reply' as const, from: RAVI, to: 'renew+x@desk.example' },
  ...{ subject: 'Re: Renewal', text: 'Yes', receivedAt: noon('10-27'), ...own },
});
const ticket = (own: Partial<typeof ticketsTable.$inferInsert> = {}) => ({
  ...{ zohoId: '1', number: '1042', department: 'support' as const, subject: 'No mail', status: 'Escalated' },
  ...{ statusType: 'Open', domainName: 'acme.example', openedAt: noon('10-27'), ...own },
});

async function decides({ as, db, acme }: Desk) {
  const ravi = await as({ email: RAVI, kind: 'customer', role: 'CUSTOMER' });
  const [account] = await db.select({ id: accountsTable.id }).from(accountsTable);
  await db.update(domainsTable).set({ ownerId: account?.id });
  const { status } = await ravi.calls(ownRenewals.decide, { renewal_id: acme.id, decision: 'renew' });
  expect(status).toBe(200);
}

async function isWrittenTo({ as, acme }: Desk) {
  const asha = await as();
  const to = { emails: [MEERA], phones: [], renewal_id: acme.id, notification_type: 'Email' as const };
  expect((await asha.calls(notifications.send, { requestBody: to })).status).toBe(200);
}

const silence = ({ db }: Desk) =>
  db.insert(silencedAddressesTable).values({ address: RAVI, cause: 'bounced', reason: '550 No such user' });

async function isPaused({ db, account, acme }: Desk) {
  const { id: pausedById } = await account({ email: 'vikram@desk.example' });
  await db
    .insert(reminderPausesTable)
    .values({ renewalId: acme.id, reason: 'They are moving', until: LAST_DAY, pausedById });
}

const STOPS: Readonly<Record<string, (desk: Desk) => Promise<unknown>>> = {
  decided: decides,
  replied: ({ db, acme }) => db.insert(inboundMessagesTable).values(reply({ customerId: acme.customerId })),
  urgent_ticket: ({ db }) => db.insert(ticketsTable).values(ticket()),
  paused: isPaused,
  left: ({ db }) => db.update(r).set({ confirmationStatus: 'Lost' }),
  bounced: silence,
  sent_by_hand: isWrittenTo,
};

test.each(Object.entries(STOPS))(
  '%s: what is due is stopped, with the cause and a reason in words',
  async (cause, happens) => {
    const desk = await dueDesk();
    await happens(desk);
    const mails = await desk.send();
    expect(mails.filter(({ createdBy }) => createdBy === 'system')).toEqual([]);
    const [stopped] = await desk.db.select().from(t).where(eq(t.stepKey, 'email-30')).orderBy(t.id);
    expect(stopped).toMatchObject({ state: 'stopped', stoppedBy: cause });
    expect(stopped?.reason).toMatch(/^[A-Za-z].*[a-z.\d]$/);
  },
);

test.each([
  [
    'an instruction lives',
    'decided',
    ({ db, acme, account }: Desk) =>
      account({ email: 'v@desk.example' }).then(({ id }) =>
        db.insert(instructionsTable).values({
          renewalId: acme.id,
          outcome: 'renew',
          source: 'staff',
          approvalReasons: [],
          requestedById: id,
          seats: 25,
        }),
      ),
  ],
  ['the provider lists it no longer', 'left', ({ db }: Desk) => db.update(s).set({ endedAt: noon('10-27') })],
] as const)('where %s, it is stopped', async (_, cause, happens) => {
  const desk = await dueDesk();
  await happens(desk);
  expect(await desk.send()).toEqual([]);
  expect(await desk.steps()).toContain(`email-30 ravi ${cause}`);
});

test.each([
  [
    'an automatic answer',
    ({ db, acme }: Desk) =>
      db.insert(inboundMessagesTable).values(reply({ customerId: acme.customerId, kind: 'auto-reply' })),
  ],
  [
    'an answer about an earlier term that is settled',
    ({ db, acme }: Desk) =>
      db
        .insert(inboundMessagesTable)
        .values(reply({ customerId: acme.customerId, receivedAt: noon('02-01'), settledAt: noon('02-02') })),
  ],
  ['a ticket that is open', ({ db }: Desk) => db.insert(ticketsTable).values(ticket({ status: 'Open' }))],
  [
    'an escalated ticket of another domain',
    ({ db }: Desk) => db.insert(ticketsTable).values(ticket({ domainName: 'beta.example' })),
  ],
  [
    'an escalated ticket that is closed',
    ({ db }: Desk) => db.insert(ticketsTable).values(ticket({ statusType: 'Closed' })),
  ],
] as const)('%s stops nothing', async (_, happens) => {
  const desk = await dueDesk();
  await happens(desk);
  expect(await desk.send()).toHaveLength(1);
});

test('an offer that somebody sent about another renewal stops those of all that stand in it', async () => {
  const desk = await dueDesk();
  const ours = { customerId: desk.acme.customerId };
  const later = await desk.renewal({
    ...{ domain: 'beta.example', renewsOn: '2026-12-31', subscription: ours },
    renewal: { ...ours, lastSafeDay: '2026-12-29' },
  });
  const offer = async (day: string, to: string, ...renewals: number[]) => {
    desk.at(noon(day));
    const asha = await desk.as({ email: `on-${day}@desk.example` });
    const { status, reply } = await asha.calls(offers.send, { renewal_ids: renewals, recipients: [to] });
    expect([status, reply]).toMatchObject([200, { queued: 1 }]);
  };
  await offer('10-26', RAVI, desk.acme.id, later.id);
  await offer('10-28', MEERA, later.id);
  desk.at(DUE);

  expect((await desk.send()).filter(({ createdBy }) => createdBy === 'system')).toEqual([]);

  expect(await desk.steps()).toContain('email-30 ravi sent_by_hand');
});

test('an answer that nobody has settled stops whenever it came, one to a message about the renewal whoever sent it', async () => {
  const desk = await dueDesk();
  const [mail] = await desk.send();
  await desk.db.insert(inboundMessagesTable).values(reply({ outboxId: mail?.id, settledAt: noon('10-29') }));
  expect(await desk.send(noon('11-13'))).toEqual([]);
  expect(await desk.steps()).toEqual(['email-30 ravi sent', 'email-14 ravi replied']);
});

test('one of several renewals that was decided is left out, and the others go', async () => {
  const desk = await dueDesk();
  await desk.renewal({ domain: 'beta.example', customer: { email: RAVI } });
  await desk.plan(noon('10-21'));
  await desk.db.update(r).set({ confirmationStatus: 'Confirmation Received' }).where(eq(r.id, desk.acme.id));
  const [mail, ...more] = await desk.send(DUE);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Renewal of beta.example');
});

/** Somebody of the staff of the day: a session ends long before the next step. */
const staffOf = ({ as, acme }: Desk) => {
  let days = 0;
  const of = { renewal_id: acme.id };
  const asha = () => as({ email: `asha-${(days += 1)}@desk.example` });
  return {
    resume: async () => (await (await asha()).calls(reminders.resume, of)).status,
    stop: async () => (await (await asha()).calls(reminders.list, of)).reply.stop,
  };
};

test('who answered is reminded again once that was settled and somebody says so, of what is ahead alone; another answer stops again', async () => {
  const desk = await dueDesk();
  const { resume, stop } = staffOf(desk);
  expect(await resume()).toBe(409);
  await desk.db.insert(inboundMessagesTable).values(reply({ customerId: desk.acme.customerId }));
  expect(await desk.send()).toEqual([]);
  expect(await resume()).toBe(422);
  await desk.db.update(inboundMessagesTable).set({ settledAt: DUE });
  expect((await stop())?.cause).toBe('replied');
  desk.at(noon('10-29'));
  expect(await resume()).toBe(200);
  expect(await resume()).toBe(409);
  expect(await desk.steps()).toEqual(['email-30 ravi replied', 'email-14 ravi planned']);
  desk.at(noon('11-12'));
  const later = { messageId: '<2@acme.example>', receivedAt: noon('11-12'), settledAt: noon('11-12') };
  await desk.db.insert(inboundMessagesTable).values(reply({ ...later, customerId: desk.acme.customerId }));
  expect(await desk.send(noon('11-13'))).toEqual([]);
  desk.at(noon('11-13'));
  expect((await stop())?.cause).toBe('replied');
});

test('a pause that is over is no reason: the answer is set aside at once', async () => {
  const desk = await dueDesk();
  const { id: pausedById } = await desk.account({ email: 'vikram@desk.example' });
  const pause = { renewalId: desk.acme.id, reason: 'They are moving', until: '2026-10-21', pausedById };
  await desk.db.insert(reminderPausesTable).values(pause);
  await desk.db.insert(inboundMessagesTable).values(reply({ customerId: desk.acme.customerId, settledAt: DUE }));
  const { resume, stop } = staffOf(desk);
  expect(await resume()).toBe(200);
  expect(await stop()).toBeNull();
});

test('who wanted to talk, and talked, is reminded again', async () => {
  const desk = await dueDesk();
  await desk.db.insert(renewalDecisionsTable).values({ renewalId: desk.acme.id, decision: 'talk', accountId: (await desk.account({ email: RAVI })).id }); // prettier-ignore
  expect(await desk.send()).toEqual([]);
  desk.at(noon('10-29'));
  expect(await staffOf(desk).resume()).toBe(200);
  expect(await desk.send(noon('11-13'))).toHaveLength(1);
});

test('whose decision was refused is reminded again once somebody says so', async () => {
  const desk = await dueDesk();
  const { resume, stop } = staffOf(desk);
  const { id } = desk.acme;
  await desk.db.insert(renewalDecisionsTable).values({ renewalId: id, decision: 'do_not_renew', accountId: (await desk.account({ email: RAVI })).id }); // prettier-ignore
  await desk.db.update(r).set({ confirmationStatus: 'In Discussion' });
  expect(await stop()).toEqual({ cause: 'decided', reason: 'The customer has decided.' });
  expect(await resume()).toBe(409);
  await desk.db.insert(instructionsTable).values({
    ...({
      renewalId: id,
      outcome: 'end',
      state: 'refused',
      source: 'customer',
      reason: 'Offer two years first',
    } as const),
    ...{ approvalReasons: [], requestedById: (await desk.account({ email: MEERA })).id },
    finishedAt: DUE,
  });
  expect(await stop()).toEqual({ cause: 'replied', reason: 'What the customer decided does not stand any more.' });
  expect(await desk.send()).toEqual([]);

  desk.at(noon('10-29'));
  expect(await resume()).toBe(200);
  expect(await stop()).toBeNull();
  expect(await desk.send(noon('11-13'))).toHaveLength(1);
});
