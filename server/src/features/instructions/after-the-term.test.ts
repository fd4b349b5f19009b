import { followUp } from '@desk/contract/follow-up';
import { instructions } from '@desk/contract/renewal-work/instructions';
import { myDay } from '@desk/contract/renewal-work/my-day';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addDays } from '../../platform/time/days.ts';
import { nextActionsTable } from '../../platform/db/tables/work.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import type { ProviderSubscription } from '../../providers/port.ts';
import { googleWithTerms } from './testing/instructions-desk.ts';

const { google, openDesk } = googleWithTerms();
const containing = (text: string): unknown => expect.stringContaining(text);
const HOUR = 3_600_000;

type Desk = Awaited<ReturnType<typeof openDesk>>;

/** The renewals of its subscription alone: Google has those of the other tests too. */
const ownOf = async ({ renewals, subscriptionId }: Desk) =>
  (await renewals()).filter((one) => one.subscriptionId === subscriptionId);

/** Stands at the last day of the term of what was opened with an end in 20 days. */
const nearEnd = async (desk: Desk) => {
  const { termEndsAt } = await desk.newest();
  google().state.advanceTo((termEndsAt?.getTime() ?? 0) - HOUR);
  await desk.work();
};

test('nothing is fulfilled while Google still tells the term that is over: who leaves in those hours is made good', async () => {
  const lag: { old?: ProviderSubscription; until: number } = { until: 0 };
  const desk = await openDesk({
    used: 80,
    twist: (provider) => ({
      read: async (...asked) => {
        const now = await provider.read(...asked);
        // Google has renewed with the seats in use, and says so hours later.
        if (lag.old && google().state.now() < lag.until) return lag.old;
        lag.old = now;
        return now;
      },
    }),
  });
  await desk.places({ outcome: 'renew', seats: 80 });
  await nearEnd(desk);
  expect(await desk.newest()).toMatchObject({ state: 'verified' });
  google().state.setLicensed(desk.externalId, 79);
  lag.until = google().state.now() + 7 * HOUR;

  google().state.advanceTo(google().state.now() + 2 * HOUR);
  await desk.work();
  expect(desk.atGoogle().seats.numberOfSeats).toBe(79);
  expect(await desk.newest()).toMatchObject({ state: 'verified', finishedAt: null });

  await desk.pass(1);
  expect(desk.atGoogle()).toMatchObject({ plan: { planName: 'ANNUAL' }, seats: { numberOfSeats: 80 } });
  expect(await desk.newest()).toMatchObject({ state: 'fulfilled' });
});

test('a wish that is changed while its plan is flexible is finished, paid as the term before, and its renewal is renewed', async () => {
  const desk = await openDesk({ plan: 'ANNUAL_YEARLY_PAY', renewalType: 'RENEW_CURRENT_USERS_YEARLY_PAY' });
  await desk.places({ outcome: 'renew', seats: 80 });
  await nearEnd(desk);
  google().state.setLicensed(desk.externalId, 84);
  await desk.pass(1, { syncs: true });
  expect(await desk.newest()).toMatchObject({ state: 'blocked', reason: containing('Free 4 seats first') });
  expect(await desk.renewal()).toMatchObject({ state: 'open' });
  const { termEndsAt } = await desk.newest();

  const asked = { renewal_id: desk.renewalId, outcome: 'renew', seats: 84 } as const;
  const meera = await desk.as({ email: 'meera@desk.example', role: 'RMEMBER' });
  const { plan } = (await meera.calls(instructions.plan, asked)).reply;
  expect(plan).toMatchObject({ problem: null, steps: [{ do: 'commit', after: 'now' }] });
  await desk.places({ outcome: 'renew', seats: 84 }, meera);
  expect(await desk.newest()).toMatchObject({ pay: 'yearly', termEndsAt });
  await desk.work();
  await desk.pass(1, { syncs: true });

  expect(desk.atGoogle()).toMatchObject({
    plan: { planName: 'ANNUAL_YEARLY_PAY' },
    seats: { numberOfSeats: 84 },
  });
  expect(await desk.newest()).toMatchObject({ state: 'fulfilled' });
  expect(await desk.renewal()).toMatchObject({ state: 'closed', closedBecause: 'renewed' });
});

test('a two-step renewal stays open while what was decided waits, and is nobody’s loss', async () => {
  const desk = await openDesk();
  await desk.places({ outcome: 'renew', seats: 80 });
  await nearEnd(desk);
  const { id } = await desk.newest();
  await desk.pool.query(`update instructions set state = 'drifted' where id = $1`, [id]);
  google().state.advanceTo(google().state.now() + 2 * HOUR);
  await desk.syncNow();
  expect(desk.atGoogle().plan.planName).toBe('FLEXIBLE');
  expect(await desk.renewal()).toMatchObject({ state: 'open' });
});

test('a wish that nobody approved ends with its term, and is not approved afterwards', async () => {
  const desk = await openDesk({ renewalType: 'AUTO_RENEW_MONTHLY_PAY' });
  await desk.decides({ decision: 'do_not_renew', reason: 'Price Issue' });
  const { id } = await desk.newest();
  await desk.pass(22, { syncs: true });

  expect(await desk.newest()).toMatchObject({ id, state: 'cancelled', reason: containing('before anybody approved') });
  const meera = await desk.as({ email: 'meera@desk.example', role: 'ADMIN' });
  expect((await meera.calls(instructions.approve, { instruction_id: id })).status).toBe(409);
  expect(await ownOf(desk)).toMatchObject([
    { state: 'closed', closedBecause: 'renewed' },
    { state: 'open', instructionState: null },
  ]);
  expect(await desk.entries()).toContain('instruction_cancelled');
});

test('a wish of a subscription that one list of the provider’s lacks waits for approval again when it is back', async () => {
  const desk = await openDesk();
  await desk.decides({ decision: 'change', seats: 80 });
  const { id } = await desk.newest();
  const { store } = google().state;
  const page = store.page.bind(store);
  store.page = (from, most, isAsked) =>
    page(from, most, (row) => isAsked(row) && row.subscriptionId !== desk.externalId);
  await desk.syncNow();
  store.page = page;
  expect(await desk.renewal()).toMatchObject({ state: 'closed', closedBecause: 'ended' });
  expect(await desk.newest()).toMatchObject({ id, state: 'cancelled', reason: containing('lists the subscription') });

  await desk.syncNow();
  expect(await desk.renewal()).toMatchObject({ state: 'open' });
  expect(await desk.newest()).toMatchObject({ id, state: 'draft', reason: null, finishedAt: null });
  expect((await desk.vikram.calls(instructions.approve, { instruction_id: id })).status).toBe(200);
  await desk.work();
  expect(await desk.newest()).toMatchObject({ id, state: 'verified' });
  expect((await desk.entries()).slice(1, 3)).toEqual(['instruction_cancelled', 'instruction_restored']);
});

test('a term that became flexible as decided closes its renewal at once: nobody is asked again what the customer wants', async () => {
  const desk = await openDesk();
  await desk.decides({ decision: 'change', plan_name: 'FLEXIBLE' });
  const { id } = await desk.newest();
  await desk.vikram.calls(instructions.approve, { instruction_id: id });
  await desk.work();
  await nearEnd(desk);
  google().state.advanceTo(google().state.now() + 2 * HOUR);
  await desk.work();

  expect(desk.atGoogle().plan.planName).toBe('FLEXIBLE');
  expect(await desk.newest()).toMatchObject({ id, state: 'fulfilled' });
  expect(await ownOf(desk)).toMatchObject([{ state: 'closed', closedBecause: 'renewed' }]);
});

test('one that is renewed on a date of our own has its next renewal at once, and no sync of that day brings the old one back', async () => {
  const desk = await openDesk();
  const [{ termEnd } = { termEnd: '' }] = await ownOf(desk);
  await desk.db.update(subscriptionsTable).set({ ownRenewalDate: termEnd });
  await desk.places({ outcome: 'flexible' });
  const { id } = await desk.newest();
  await desk.vikram.calls(instructions.approve, { instruction_id: id });
  await nearEnd(desk);
  google().state.advanceTo(google().state.now() + 2 * HOUR);
  await desk.work();

  const both = [{ termEnd, state: 'closed', closedBecause: 'passed' }, { state: 'open' }];
  expect(await ownOf(desk)).toMatchObject(both);
  await desk.syncNow();
  await desk.syncNow();
  expect(await ownOf(desk)).toMatchObject(both);
});

test('an end that came as decided closes its renewal, and nobody is called to restore the customer', async () => {
  const desk = await openDesk();
  await desk.decides({ decision: 'do_not_renew', reason: 'Price Issue' });
  const { id } = await desk.newest();
  await desk.vikram.calls(instructions.approve, { instruction_id: id });
  await desk.work();
  await desk.pass(21);

  expect(desk.atGoogle()).toMatchObject({ status: 'SUSPENDED' });
  expect(await desk.newest()).toMatchObject({ state: 'fulfilled' });
  expect(await ownOf(desk)).toMatchObject([{ state: 'closed', closedBecause: 'ended' }]);
  await desk.syncNow();
  expect(await ownOf(desk)).toMatchObject([{ state: 'closed', closedBecause: 'ended' }]);
  const { rows } = await desk.pool.query(`select kind from deadlines where state = 'open' and subscription_id = $1`, [
    desk.subscriptionId,
  ]);
  expect(rows).toEqual([]);
});

test('an end that nobody approved in time is no secret of the term that ended: who has the next one speaks with the customer', async () => {
  const desk = await openDesk({ renewalType: 'AUTO_RENEW_MONTHLY_PAY' });
  await desk.decides({ decision: 'do_not_renew', reason: 'Price Issue' });
  expect(await desk.newest()).toMatchObject({ state: 'draft', outcome: 'end' });

  await desk.pass(22, { syncs: true });

  expect(await desk.newest()).toMatchObject({ state: 'cancelled' });
  expect((await ownOf(desk)).map(({ state }) => state)).toEqual(['closed', 'open']);
  const menus = ['get_renewal_data'];
  const asha = await desk.as({ email: 'asha-again@desk.example', role: 'RMEMBER', menus });
  await desk.db
    .update(renewalsTable)
    .set({ assignedToId: asha.id })
    .where(eq(renewalsTable.subscriptionId, desk.subscriptionId));
  const { groups } = (await asha.calls(myDay.list, { scope: 'mine' })).reply;
  const items = groups.flatMap((group) => group.items).filter(({ domain_name }) => domain_name === desk.domain);
  expect(items).toMatchObject([
    { kind: 'call', sentence: containing('Wanted: the end of the subscription. The term ended on ') },
  ]);
  expect(items[0]?.sentence).toContain('nobody had approved it. Speak with the customer.');
});

test('an invoice that was planned for after the term stands on the next one, on its day and at its time', async () => {
  const desk = await openDesk({ renewalType: 'AUTO_RENEW_MONTHLY_PAY' });
  const { termEnd } = await desk.renewal();
  const day = addDays(termEnd, 14);
  const planned = { kind: 'invoice', day, time: '11:00:00', reason: 'Send the invoice' } as const;
  await desk.db.insert(nextActionsTable).values({ renewalId: desk.renewalId, ...planned, setById: desk.asha.id });

  await desk.pass(22, { syncs: true });

  const open = (await ownOf(desk)).find(({ state }) => state === 'open');
  expect(await desk.db.select().from(nextActionsTable).orderBy(nextActionsTable.renewalId)).toMatchObject([
    planned,
    { ...planned, renewalId: open?.id, setById: null },
  ]);
});

test('an end that nobody approved keeps its renewal open where the term goes over into a flexible plan: no other one follows', async () => {
  const desk = await openDesk({ renewalType: 'SWITCH_TO_PAY_AS_YOU_GO' });
  await desk.decides({ decision: 'do_not_renew', reason: 'Price Issue' });

  await desk.pass(22, { syncs: true });

  expect(desk.atGoogle().plan.planName).toBe('FLEXIBLE');
  expect(await desk.newest()).toMatchObject({ state: 'draft', outcome: 'end' });
  expect(await ownOf(desk)).toMatchObject([{ state: 'open' }]);
  const { id } = await desk.newest();
  const meera = await desk.as({ email: 'meera@desk.example', role: 'ADMIN' });
  expect((await meera.calls(instructions.cancel, { instruction_id: id })).status).toBe(200);
  await desk.syncNow();
  // Their own word was taken back: somebody has to speak with them first.
  expect(await ownOf(desk)).toMatchObject([{ state: 'open', closedBecause: 'renewed' }]);
  const comment = { renewal_id: desk.renewalId, comment: 'They stay.' };
  expect((await meera.calls(followUp.addComment, comment)).status).toBe(200);
  await desk.syncNow();
  expect(await ownOf(desk)).toMatchObject([{ state: 'closed', closedBecause: 'renewed' }]);
});

test('an invoice that was planned keeps its renewal open where no other one follows, until somebody has seen to it', async () => {
  const desk = await openDesk({ renewalType: 'SWITCH_TO_PAY_AS_YOU_GO' });
  const { termEnd } = await desk.renewal();
  const planned = { kind: 'invoice', day: addDays(termEnd, 14), time: null, reason: 'Send the invoice' } as const;
  await desk.db.insert(nextActionsTable).values({ renewalId: desk.renewalId, ...planned, setById: desk.asha.id });

  await desk.pass(40, { syncs: true });
  expect(desk.atGoogle().plan.planName).toBe('FLEXIBLE');
  expect(await ownOf(desk)).toMatchObject([{ state: 'open', closedBecause: 'renewed', termEnd }]);

  const vikram = await desk.as({ email: 'vikram-again@desk.example', role: 'ADMIN' });
  const comment = { renewal_id: desk.renewalId, comment: 'The invoice is out.' };
  expect((await vikram.calls(followUp.addComment, comment)).status).toBe(200);
  await desk.syncNow();
  expect(await ownOf(desk)).toMatchObject([{ state: 'closed', closedBecause: 'renewed' }]);
});

test('what was decided about a term is not placed on another one that takes its place before it ends', async () => {
  const desk = await openDesk({ renewalType: 'AUTO_RENEW_MONTHLY_PAY' });
  await desk.decides({ decision: 'do_not_renew', reason: 'Price Issue' });
  const { id } = await desk.newest();
  await desk.vikram.calls(instructions.approve, { instruction_id: id });
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'verified' });

  const { store, now } = google().state;
  const sold = desk.atGoogle();
  const commitmentInterval = { startTime: String(now()), endTime: String(now() + 365 * 24 * HOUR) };
  const renewalSettings = { kind: 'subscriptions#renewalSettings', renewalType: 'AUTO_RENEW_MONTHLY_PAY' } as const;
  store.put({ ...sold, plan: { ...sold.plan, commitmentInterval }, renewalSettings });
  await desk.syncNow();
  await desk.pass(2, { syncs: true });

  expect(await ownOf(desk)).toMatchObject([
    { id: desk.renewalId, state: 'closed', closedBecause: 'renewed' },
    { state: 'open', instructionState: null, confirmationStatus: null },
  ]);
  expect(await desk.newest()).toMatchObject({ id, state: 'blocked', reason: containing('has ended otherwise') });
  expect(desk.atGoogle().renewalSettings).toMatchObject({ renewalType: 'AUTO_RENEW_MONTHLY_PAY' });
});
