import { instructions } from '@desk/contract/renewal-work/instructions';
import { expect, test } from 'vitest';
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
  const { ledger } = google().state;
  const page = ledger.page.bind(ledger);
  ledger.page = (from, most, isAsked) =>
    page(from, most, (row) => isAsked(row) && row.subscriptionId !== desk.externalId);
  await desk.syncNow();
  ledger.page = page;
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
  expect(await ownOf(desk)).toMatchObject([{ state: 'closed', closedBecause: 'ended' }]);
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
