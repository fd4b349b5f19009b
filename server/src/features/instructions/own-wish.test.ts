import { ownRenewals } from '@desk/contract/own-renewals';
import { instructions } from '@desk/contract/renewal-work/instructions';
import { myDay } from '@desk/contract/renewal-work/my-day';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { renewalCommentsTable, renewalsTable } from '../../platform/db/tables/renewals.ts';
import { reconcilePassedTerms } from '../subscriptions/jobs.ts';
import { googleWithTerms, type InstructionsDesk } from './testing/instructions-desk.ts';

const { google, openDesk } = googleWithTerms();

const own = async ({ leela }: InstructionsDesk) =>
  (await leela.calls(ownRenewals.list, {})).reply.renewals[0] ?? expect.unreachable('she has a renewal');
const approve = async ({ vikram, newest, work }: InstructionsDesk) => {
  const { id } = await newest();
  expect((await vikram.calls(instructions.approve, { instruction_id: id })).status).toBe(200);
  await work();
};

test('a customer sees what happens by itself, until when to decide, and what becomes of the own wish', async () => {
  const desk = await openDesk({ renewalType: 'RENEW_CURRENT_USERS_MONTHLY_PAY' });
  const before = await own(desk);
  expect(before).toMatchObject({ if_nobody_acts: 'shrinks', seats_if_nobody_acts: 74, may_decide: true, wish: null });
  expect(before.last_safe_day).toMatch(/^\d{4}-\d\d-\d\d$/);

  await desk.decides({ decision: 'change', seats: 80 });
  expect((await own(desk)).wish).toEqual({ state: 'waits', free: null });
  await approve(desk);
  expect((await own(desk)).wish).toEqual({ state: 'set', free: null });

  await desk.decides({ decision: 'change', seats: 76 });
  expect((await own(desk)).wish).toEqual({ state: 'waits', free: null });
  // People were given seats meanwhile.
  google().state.setLicensed(desk.externalId, 78);
  await desk.syncNow();
  await approve(desk);
  expect((await own(desk)).wish).toEqual({ state: 'blocked', free: 2 });
});

test('of a refusal the customer reads no word of staff; who wants to talk has no wish any more', async () => {
  const desk = await openDesk();
  await desk.decides({ decision: 'do_not_renew', reason: 'Price Issue' });
  const { id } = await desk.newest();
  await desk.vikram.calls(instructions.refuse, { instruction_id: id, reason: 'canary' });

  const refused = await desk.leela.calls(ownRenewals.list, {});
  expect(refused.reply.renewals[0]?.wish).toEqual({ state: 'refused', free: null });
  expect(JSON.stringify(refused.reply)).not.toContain('canary');

  await desk.decides({ decision: 'talk' });
  expect((await own(desk)).wish).toBeNull();
});

test('what one of us has taken back is no more said to be arranged otherwise, and is still to be decided', async () => {
  const desk = await openDesk();
  await desk.decides({ decision: 'change', seats: 80 });
  const { id } = await desk.newest();
  await desk.vikram.calls(instructions.cancel, { instruction_id: id, reason: 'Another price' });
  expect(await own(desk)).toMatchObject({ wish: { state: 'refused' }, arranged: null, standing: 'due' });
});

test('who was refused and says the same once more is heard once more; who was not is not heard twice', async () => {
  const desk = await openDesk();
  const says = () => desk.decides({ decision: 'do_not_renew', reason: 'Price Issue' });
  await says();
  await says();
  expect(await desk.all()).toHaveLength(1);
  const { id } = await desk.newest();
  await desk.vikram.calls(instructions.refuse, { instruction_id: id, reason: 'Call them first' });

  await says();
  expect(await desk.newest()).toMatchObject({ state: 'draft', outcome: 'end' });
  await desk.places({ outcome: 'renew', seats: 92 });
  await says();
  expect((await desk.all()).map(({ state }) => state)).toEqual(['refused', 'superseded', 'superseded', 'draft']);
});

test('what staff arranged otherwise since is told as something else, and no more of it', async () => {
  const desk = await openDesk();
  await desk.decides({ decision: 'change', seats: 80 });
  await desk.places({ outcome: 'renew', seats: 90 });

  expect((await own(desk)).wish).toEqual({ state: 'replaced', free: null });

  // Arranged once more as it was wished, it is that wish.
  await desk.places({ outcome: 'renew', seats: 80 });
  await desk.work();
  expect((await desk.newest()).source).toBe('staff');
  expect((await own(desk)).wish?.state).not.toBe('replaced');
});

test('the wish of an earlier owner of the domain is not told to the next', async () => {
  const desk = await openDesk();
  await desk.decides({ decision: 'change', seats: 80 });
  const mira = await desk.as({ email: 'mira@other.example', kind: 'customer' });
  await desk.own(mira.id);

  expect((await mira.calls(ownRenewals.list, {})).reply.renewals).toMatchObject([{ decision: null, wish: null }]);
});

test('customers decide until the end of the last safe day, and not after it', async () => {
  const desk = await openDesk();
  const { last_safe_day } = await own(desk);
  const { state } = google();
  // A minute before midnight in India; nobody stays logged in for so long.
  state.advanceTo(Date.parse(`${last_safe_day ?? ''}T18:29:00Z`));
  const mira = await desk.as({ email: 'mira@other.example', kind: 'customer' });
  await desk.own(mira.id);
  const seen = async () => (await mira.calls(ownRenewals.list, {})).reply.renewals;
  const decides = () => mira.calls(ownRenewals.decide, { renewal_id: desk.renewalId, decision: 'renew' });

  expect(await seen()).toMatchObject([{ may_decide: true, last_safe_day, decision: null }]);
  expect((await decides()).status).toBe(200);
  const entries = await desk.entries();
  expect(entries).toHaveLength(1);

  state.advanceTo(state.now() + 120_000);
  expect(await seen()).toMatchObject([{ may_decide: false, last_safe_day, decision: { decision: 'renew' } }]);
  expect(
    await mira.calls(ownRenewals.decide, { renewal_id: desk.renewalId, decision: 'do_not_renew', reason: 'Others' }),
  ).toMatchObject({ status: 422, reply: { message: 'The last day to decide has passed. Please call us.' } });
  expect(await desk.entries()).toEqual(entries);
});

test('nobody decides about a term that is over, on its last day either: the provider has acted', async () => {
  const desk = await openDesk({ renewalType: 'AUTO_RENEW_MONTHLY_PAY' });
  const { last_safe_day, renewal_date } = await own(desk);
  const { state } = google();
  // The provider ends a term at the first instant of a day, which may be the renewal's own.
  state.advanceTo(Number(desk.atGoogle().plan.commitmentInterval?.endTime) + 60_000);
  await reconcilePassedTerms(desk.services);
  const mira = await desk.as({ email: 'mira@other.example', kind: 'customer' });
  await desk.own(mira.id);

  expect((await desk.renewal()).state).toBe('open');
  expect((await mira.calls(ownRenewals.list, {})).reply.renewals).toMatchObject([
    { may_decide: false, last_safe_day, renewal_date },
  ]);
  expect(
    await mira.calls(ownRenewals.decide, { renewal_id: desk.renewalId, decision: 'do_not_renew', reason: 'Others' }),
  ).toMatchObject({ status: 422 });
  expect(await desk.all()).toEqual([]);
  const boss = await desk.as({ email: 'boss@desk.example' });
  const { groups } = (await boss.calls(myDay.list, { scope: 'team', account_id: desk.asha.id })).reply;
  expect(groups.flatMap(({ group, items }) => items.map((item) => [group, item.last_safe_day]))).toEqual([
    ['overdue', last_safe_day],
  ]);
});

const renewalOf = async ({ db, renewalId }: InstructionsDesk) => {
  const [renewal] = await db.select().from(renewalsTable).where(eq(renewalsTable.id, renewalId));
  return renewal;
};
const setStatus = ({ db, renewalId }: InstructionsDesk, confirmationStatus: 'Lost' | 'Suspended') =>
  db.update(renewalsTable).set({ confirmationStatus }).where(eq(renewalsTable.id, renewalId));

test.each(['Lost', 'Suspended'] as const)(
  'who had the status %s and is to stay has it no more, and is told as decided',
  async (status) => {
    const desk = await openDesk();
    await setStatus(desk, status);
    await desk.places({ outcome: 'renew', seats: 92 });
    await desk.work();
    expect(await renewalOf(desk)).toMatchObject({
      confirmationStatus: 'In Discussion',
      instructionState: expect.stringMatching(/approved|placed|verified|draft/) as string,
    });
    const [line] = await desk.db.select().from(renewalCommentsTable);
    expect(line?.comment).toBe(`They are to stay: the status was ${status}.`);
  },
);

test('who has left and is to end at the provider keeps the status', async () => {
  const desk = await openDesk();
  await setStatus(desk, 'Lost');
  await desk.places({ outcome: 'end' });
  expect(await renewalOf(desk)).toMatchObject({ confirmationStatus: 'Lost', instructionState: 'draft' });
});
