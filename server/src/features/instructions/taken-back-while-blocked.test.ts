import { followUp } from '@desk/contract/follow-up';
import { instructions } from '@desk/contract/renewal-work/instructions';
import { myDay } from '@desk/contract/renewal-work/my-day';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { googleWithTerms, type InstructionsDesk } from './testing/instructions-desk.ts';

const { google, openDesk } = googleWithTerms();
const HOUR = 3_600_000;

/** One of the staff who has the renewal, and whose session has just begun: sessions end while time passes. */
async function ownerNow({ as, db, renewalId }: InstructionsDesk, email: string) {
  const owner = await as({ email, role: 'RMEMBER' });
  await db.update(renewalsTable).set({ assignedToId: owner.id }).where(eq(renewalsTable.id, renewalId));
  return owner;
}
type Owner = Awaited<ReturnType<typeof ownerNow>>;

async function itemOf({ renewalId }: InstructionsDesk, owner: Owner) {
  const { groups } = (await owner.calls(myDay.list, { scope: 'mine' })).reply;
  return groups
    .flatMap(({ group, items }) => items.map((item) => ({ ...item, group })))
    .find(({ renewal_id }) => renewal_id === renewalId);
}

/** Fewer seats than are in use were decided and approved: until they are free it is set to go on as a flexible plan. */
async function blocked() {
  const desk = await openDesk({ seats: 92, used: 74, renewalType: 'AUTO_RENEW_MONTHLY_PAY' });
  await desk.places({ outcome: 'renew', seats: 60 });
  await desk.vikram.calls(instructions.approve, { instruction_id: (await desk.newest()).id });
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'blocked' });
  expect(desk.atGoogle().renewalSettings?.renewalType).toBe('SWITCH_TO_PAY_AS_YOU_GO');
  return desk;
}

async function takeBack(desk: InstructionsDesk, owner: Owner = desk.asha) {
  const body = { instruction_id: (await desk.newest()).id, reason: 'They hire again' };
  expect((await owner.calls(instructions.cancel, body)).status).toBe(200);
}

const hoursAfterEnd = async (desk: InstructionsDesk, hours: number) => {
  const { termEndsAt } = await desk.newest();
  google().state.advanceTo((termEndsAt?.getTime() ?? 0) + hours * HOUR);
  await desk.syncNow();
  await desk.work();
};

test('what staff decided and take back is decided anew today: what was set at the provider for it stays', async () => {
  const desk = await blocked();
  await takeBack(desk);
  expect(desk.atGoogle().renewalSettings?.renewalType).toBe('SWITCH_TO_PAY_AS_YOU_GO');
  const item = await itemOf(desk, desk.asha);
  expect(item).toMatchObject({ kind: 'decide', group: 'today' });
  expect(item?.sentence).toMatch(
    /^Taken back: 60 seats\. They hire again\. Decide what is to become of it\. It becomes flexible on \d+ Dec if nobody acts\.$/,
  );

  google().state.advanceTo(google().state.now() + HOUR / 6);
  await desk.asha.calls(followUp.addComment, { renewal_id: desk.renewalId, comment: 'They tell us on Friday.' });
  expect(await itemOf(desk, desk.asha)).toMatchObject({ kind: 'call', group: 'later' });
});

test('so it is where the status that decided it leaves the renewal as it was before, with none', async () => {
  const desk = await openDesk({ seats: 92, used: 74, renewalType: 'AUTO_RENEW_MONTHLY_PAY' });
  const formData = {
    highlight: 'Green',
    status: 'Confirmation Received',
    add_lic: '0',
    seats_at_renewal: '60',
  } as const;
  await desk.asha.calls(followUp.saveStatus, { renewal_id: desk.renewalId, formData });
  await desk.vikram.calls(instructions.approve, { instruction_id: (await desk.newest()).id });
  await desk.work();
  await takeBack(desk);

  expect(await desk.renewal()).toMatchObject({ confirmationStatus: null, highlightCase: null });
  expect(await itemOf(desk, desk.asha)).toMatchObject({ kind: 'decide', group: 'today' });
});

test('what was only proposed, and is taken back, was decided by nobody: the renewal is as before', async () => {
  const desk = await openDesk({ seats: 92, used: 74 });
  await desk.places({ outcome: 'renew', seats: 60 });
  await takeBack(desk);
  expect((await itemOf(desk, desk.asha))?.sentence).not.toMatch(/Taken back/);
});

test('what goes on as a flexible plan since its decision was taken back stays open, and is somebody’s to decide, until somebody has', async () => {
  const desk = await blocked();
  await takeBack(desk);
  await hoursAfterEnd(desk, 30);
  expect(desk.atGoogle().plan.planName).toBe('FLEXIBLE');
  expect(await desk.renewal()).toMatchObject({ state: 'open', closedBecause: null });
  const owner = await ownerNow(desk, 'asha-again@desk.example');
  const item = await itemOf(desk, owner);
  expect(item).toMatchObject({ kind: 'decide', group: 'overdue' });
  expect(item?.sentence).toMatch(/^Taken back: 60 seats\. They hire again\. .*Decide what is to become of it\.$/);

  await owner.calls(followUp.addComment, { renewal_id: desk.renewalId, comment: 'Nobody answers.' });
  await desk.syncNow();
  expect(await desk.renewal()).toMatchObject({ state: 'open', closedBecause: null });
  expect((await itemOf(desk, owner))?.sentence).toMatch(/^Nobody has decided; last spoken on/);

  const formData = { highlight: 'Green', status: 'Confirmation received for flex', add_lic: '0' } as const;
  await owner.calls(followUp.saveStatus, { renewal_id: desk.renewalId, formData });
  await desk.syncNow();
  expect(await desk.renewal()).toMatchObject({ state: 'closed', closedBecause: 'renewed' });
});

test('what is taken back once its term is over and it goes on as a flexible plan is asked about, too', async () => {
  const desk = await blocked();
  await hoursAfterEnd(desk, 30);
  const owner = await ownerNow(desk, 'asha-again@desk.example');
  await takeBack(desk, owner);
  await desk.syncNow();
  expect(await desk.renewal()).toMatchObject({ state: 'open', closedBecause: null });
  expect((await itemOf(desk, owner))?.sentence).toMatch(/^Taken back: 60 seats\./);
});

test('what goes on as a flexible plan since its decision was taken back has a commitment again once somebody decides so', async () => {
  const desk = await blocked();
  await takeBack(desk);
  await hoursAfterEnd(desk, 30);
  const owner = await ownerNow(desk, 'asha-again@desk.example');
  const formData = {
    highlight: 'Green',
    status: 'Confirmation Received',
    add_lic: '0',
    seats_at_renewal: '80',
  } as const;
  const saved = await owner.calls(followUp.saveStatus, { renewal_id: desk.renewalId, formData });
  await desk.syncNow();
  expect(await desk.renewal(), 'not over before it is set').toMatchObject({ state: 'open', closedBecause: null });
  await owner.calls(instructions.approve, { instruction_id: saved.reply.instruction_id ?? 0 });
  await desk.work();

  expect(desk.atGoogle()).toMatchObject({ plan: { planName: 'ANNUAL' }, seats: { numberOfSeats: 80 } });
});

test.each<[string, (desk: InstructionsDesk) => Promise<unknown>]>([
  ['taken back', (desk) => takeBack(desk)],
  [
    'refused',
    async ({ vikram, newest }) =>
      vikram.calls(instructions.refuse, { instruction_id: (await newest()).id, reason: 'Not so few' }),
  ],
])(
  'what was decided is decided anew where the wish in its place is %s, and stays open without a commitment',
  async (_, ends) => {
    const desk = await blocked();
    await desk.places({ outcome: 'renew', seats: 70 });
    expect(await desk.newest()).toMatchObject({ state: 'draft', seats: 70 });
    await ends(desk);
    expect(await itemOf(desk, desk.asha)).toMatchObject({ group: 'today' });

    google().state.advanceTo(google().state.now() + HOUR / 6);
    await desk.asha.calls(followUp.addComment, { renewal_id: desk.renewalId, comment: 'They tell us on Friday.' });
    await hoursAfterEnd(desk, 30);
    expect(await desk.renewal()).toMatchObject({ state: 'open', closedBecause: null });
  },
);
