import { instructions } from '@desk/contract/renewal-work/instructions';
import { myDay } from '@desk/contract/renewal-work/my-day';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { nextActionsTable } from '../../platform/db/tables/work.ts';
import { googleWithTerms, type Sold } from './testing/instructions-desk.ts';

const { google, openDesk } = googleWithTerms();
const containing = (text: string): unknown => expect.stringContaining(text);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A desk that counts what its provider is asked to change. */
async function countingDesk(sold: Sold) {
  const asked: unknown[] = [];
  const desk = await openDesk({
    ...sold,
    twist: (provider) => ({
      place: (...about) => {
        asked.push(about[1]);
        return provider.place(...about);
      },
    }),
  });
  const ownRenewals = async () =>
    (await desk.renewals()).filter((one) => one.subscriptionId === desk.subscriptionId).map(({ state }) => state);
  /** What stands in the list of whoever has its renewals: sessions end while time passes. */
  const listed = async () => {
    const menus = ['get_renewal_data'];
    const owner = await desk.as({ email: 'owner@desk.example', role: 'RMEMBER', menus });
    await desk.db
      .update(renewalsTable)
      .set({ assignedToId: owner.id })
      .where(eq(renewalsTable.subscriptionId, desk.subscriptionId));
    const { groups } = (await owner.calls(myDay.list, { scope: 'mine' })).reply;
    return groups.flatMap((group) => group.items).filter(({ domain_name }) => domain_name === desk.domain);
  };
  return { ...desk, asked, ownRenewals, listed };
}
type Desk = Awaited<ReturnType<typeof countingDesk>>;

/** More seats at the renewal, which are set at the provider as far as they can be before that. */
async function openDeskGrown(endsInDays: number) {
  const endsOn = new Date(google().state.now() + endsInDays * DAY).toISOString().slice(0, 10);
  const desk = await countingDesk({ seats: 10, used: 9, renewalType: 'AUTO_RENEW_MONTHLY_PAY', endsOn });
  await desk.places({ outcome: 'renew', seats: 50 });
  const { id } = await desk.newest();
  expect((await desk.vikram.calls(instructions.approve, { instruction_id: id })).status).toBe(200);
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'verified' });
  return desk;
}

const wait = (ms: number) => {
  const { state } = google();
  state.advanceTo(state.now() + ms);
};

/** For long enough that the wish says so. */
async function disappears(desk: Desk, leaves: 'open' | 'closed' = 'closed') {
  google().state.remove(desk.externalId);
  for (let day = 0; day < 3; day += 1) {
    await desk.syncNow();
    await desk.work();
    wait(DAY);
  }
  expect(await desk.newest()).toMatchObject({ state: 'blocked', reason: containing('has not known') });
  expect(await desk.ownRenewals()).toEqual([leaves]);
}

/** The same product under another id, with ten seats, for a year from now on. */
function comesBack({ domain }: Desk) {
  const { state } = google();
  return state.add({
    ...{ customer: domain, skuId: '1010020027', planName: 'ANNUAL', seats: 10 },
    termEndsAt: state.now() + 365 * DAY,
  }).subscriptionId;
}

test.each<[string, number, number]>([
  ['after 120 days', 20, 120],
  ['two days after the end of the term that was decided', 10, 9],
  ['before the term that was decided is over', 40, 20],
])(
  'what was wanted of a subscription that was gone and comes back %s is not placed on its next term',
  async (_, endsInDays, goneDays) => {
    const desk = await openDeskGrown(endsInDays);
    await disappears(desk);
    wait(goneDays * DAY);
    const externalId = comesBack(desk);
    await desk.syncNow();
    await desk.work();
    wait(30 * DAY);
    await desk.syncNow();
    await desk.work();

    expect(desk.asked).toEqual([]);
    expect(google().state.subscription(externalId).seats).toMatchObject({ numberOfSeats: 10 });
    expect(await desk.ownRenewals()).toEqual(['closed', 'open']);
    expect(await desk.newest()).toMatchObject({ state: 'cancelled', reason: containing('was gone') });
    expect(await desk.entries()).toContain('instruction_cancelled');
    expect(await desk.listed()).toMatchObject([{ kind: 'call', sentence: containing('Wanted: 50 seats.') }]);
  },
);

test('an invoice that kept the renewal open while the subscription was gone is planned on the next one, with what was wanted', async () => {
  const desk = await openDeskGrown(20);
  const day = (await desk.renewal()).termEnd;
  const planned = { kind: 'invoice', day, time: null, reason: 'Send the invoice.' } as const;
  await desk.db.insert(nextActionsTable).values({ renewalId: desk.renewalId, ...planned, setById: desk.asha.id });
  await disappears(desk, 'open');
  wait(120 * DAY);
  comesBack(desk);
  await desk.syncNow();
  await desk.work();

  expect(desk.asked).toEqual([]);
  expect(await desk.ownRenewals()).toEqual(['closed', 'open']);
  expect(await desk.newest()).toMatchObject({ state: 'cancelled', reason: containing('was gone') });
  const [item] = await desk.listed();
  expect(item).toMatchObject({ kind: 'invoice', sentence: containing('Wanted: 50 seats.') });
  expect(item?.sentence).toContain('Send the invoice.');
});

/** Until an hour before the term ends, and then past its end. */
async function endsTerm(desk: Desk, termEnd: string, atEnd: () => void = () => undefined) {
  const { state } = google();
  wait(Date.parse(`${termEnd}T00:00:00+05:30`) - HOUR - state.now());
  await desk.work();
  atEnd();
  wait(2 * HOUR);
}

/** More is in use than was wanted when the term ends: it is renewed with that, and what was wanted can be placed no more. */
async function overtakenInUse() {
  const desk = await countingDesk({ seats: 20, used: 9, renewalType: 'RENEW_CURRENT_USERS_MONTHLY_PAY' });
  await desk.places({ outcome: 'renew', seats: 9 });
  const { id } = await desk.newest();
  expect((await desk.vikram.calls(instructions.approve, { instruction_id: id })).status).toBe(200);
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'verified' });
  const { termEnd } = await desk.renewal();
  await endsTerm(desk, termEnd, () => google().state.setLicensed(desk.externalId, 15));
  await desk.syncNow();
  await desk.work();
  expect(await desk.newest()).toMatchObject({ id, state: 'blocked', reason: containing('has ended otherwise') });
  expect(await desk.ownRenewals()).toEqual(['closed', 'open']);
  return { ...desk, id };
}

const stateOf = async ({ all }: Desk, id: number) => (await all()).find((one) => one.id === id);

test('what was wanted of a term is not placed when the one after it ends too, and goes on without a commitment', async () => {
  const desk = await overtakenInUse();
  const next = (await desk.renewals()).at(-1) ?? expect.unreachable('it is open');
  const meera = await desk.as({ email: 'meera@desk.example', role: 'ADMIN' });
  const flexible = { renewal_id: next.id, outcome: 'flexible' } as const;
  expect((await meera.calls(instructions.place, flexible)).status).toBe(200);
  await desk.work();
  desk.asked.length = 0;

  await endsTerm(desk, next.termEnd, () => google().state.setLicensed(desk.externalId, 5));
  await desk.work();
  await desk.syncNow();
  await desk.work();

  expect(desk.asked).toEqual([]);
  expect(desk.atGoogle().plan).toMatchObject({ planName: 'FLEXIBLE' });
  expect(await stateOf(desk, desk.id)).toMatchObject({ state: 'cancelled', reason: 'Its term is long over.' });
  expect(await desk.newest()).toMatchObject({ outcome: 'flexible', state: 'fulfilled' });
});

test('what was wanted of a term is no more when the one after it is over too, and whoever has the next one hears of it', async () => {
  const desk = await overtakenInUse();
  const next = (await desk.renewals()).at(-1) ?? expect.unreachable('it is open');

  await endsTerm(desk, next.termEnd);
  await desk.syncNow();
  await desk.work();

  expect(await desk.ownRenewals()).toEqual(['closed', 'closed', 'open']);
  expect(await desk.newest()).toMatchObject({ id: desk.id, state: 'cancelled', reason: 'Its term is long over.' });
  expect(await desk.listed()).toMatchObject([{ kind: 'call', sentence: containing('Wanted: 9 seats.') }]);
});

test('a list that lacks the subscription in the last night of its term takes nothing from what was decided', async () => {
  const desk = await countingDesk({ seats: 10, used: 9, renewalType: 'AUTO_RENEW_MONTHLY_PAY' });
  await desk.places({ outcome: 'renew', seats: 12 });
  const { id } = await desk.newest();
  await desk.work();
  const { termEnd } = await desk.renewal();
  const { store, now } = google().state;
  const page = store.page.bind(store);
  wait(Date.parse(`${termEnd}T00:00:00+05:30`) - 3 * HOUR - now());
  store.page = (from, most, isAsked) =>
    page(from, most, (row) => isAsked(row) && row.subscriptionId !== desk.externalId);
  await desk.syncNow();
  store.page = page;
  expect(await desk.renewal()).toMatchObject({ state: 'closed', closedBecause: 'ended' });
  await endsTerm(desk, termEnd);
  await desk.syncNow();
  await desk.work();

  expect(await desk.ownRenewals()).toEqual(['closed', 'open']);
  expect(await desk.newest()).toMatchObject({ id, state: 'fulfilled' });
  expect(desk.atGoogle().seats).toMatchObject({ numberOfSeats: 12 });
});
