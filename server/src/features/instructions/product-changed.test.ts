import { followUp } from '@desk/contract/follow-up';
import { instructions } from '@desk/contract/renewal-work/instructions';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { nextActionsTable } from '../../platform/db/tables/work.ts';
import { googleWithTerms, type InstructionsDesk } from './testing/instructions-desk.ts';

const { google, openDesk } = googleWithTerms();

const DAY = 86_400_000;
const inDays = (days: number) => new Date(google().state.now() + days * DAY).toISOString().slice(0, 10);
const STANDARD = '1010020028';
const CONFIRMED = { highlight: 'Green', status: 'Confirmation Received', add_lic: '0' } as const;

const approve = async ({ vikram, newest, work }: InstructionsDesk) => {
  const { id, state } = await newest();
  if (state === 'draft') await vikram.calls(instructions.approve, { instruction_id: id });
  await work();
};
/** They buy another product in place of this one, which is another subscription; its end is the same. */
const upgrade = async ({ externalId, syncNow, work }: InstructionsDesk) => {
  google().state.upgrade(externalId, STANDARD);
  await syncNow();
  await work();
};
const containing = (words: RegExp): unknown => expect.stringMatching(words);
const plannedFor = ({ db, renewalId }: InstructionsDesk) =>
  db.select().from(nextActionsTable).where(eq(nextActionsTable.renewalId, renewalId));

test('an end that was decided of another product is not brought about: its customer is asked again', async () => {
  const desk = await openDesk();
  await desk.decides({ decision: 'do_not_renew', reason: 'Price Issue' });
  await approve(desk);
  expect(await desk.newest()).toMatchObject({ state: 'verified', outcome: 'end' });

  await upgrade(desk);

  expect(await desk.newest()).toMatchObject({
    state: 'cancelled',
    reason: 'They have Google Workspace Business Standard instead of Google Workspace Business Starter since.',
  });
  expect(await desk.renewal()).toMatchObject({ confirmationStatus: 'In Discussion', instructionState: null });
  expect(await plannedFor(desk)).toMatchObject([
    {
      kind: 'call',
      reason: containing(
        /^Wanted of Google Workspace Business Starter: the end of the subscription\. They have had Google Workspace Business Standard since \d+ \w+\. Ask whether that stands\.$/,
      ),
    },
  ]);
  const asked = await desk.entries();
  await desk.syncNow();
  expect(await desk.entries()).toEqual(asked);
});

test('who goes back to a product that they had, and decided about again, is asked each time', async () => {
  const desk = await openDesk({ seats: 92, used: 74, endsOn: inDays(60) });
  const takes = async (skuId: string, skuName: string) => {
    google().state.change(desk.externalId, { skuId, skuName });
    await desk.syncNow();
    await desk.work();
  };
  const speaks = async () => {
    google().state.advanceTo(google().state.now() + 4 * DAY);
    const somebody = await desk.as({ email: `a${google().state.now()}@desk.example`, role: 'ADMIN' });
    await somebody.calls(followUp.addComment, { renewal_id: desk.renewalId, comment: 'They stay' });
    await desk.places({ outcome: 'renew', seats: 92 }, somebody);
    await desk.work();
  };
  await desk.places({ outcome: 'renew', seats: 92 });
  await desk.work();
  for (const name of ['Standard', 'Starter', 'Standard']) {
    await takes(name === 'Standard' ? STANDARD : '1010020027', `Google Workspace Business ${name}`);
    const [planned] = await plannedFor(desk);
    expect(planned?.reason).toContain(`They have had Google Workspace Business ${name} since`);
    await speaks();
    expect(await desk.newest()).toMatchObject({ state: 'verified' });
  }
});

test('seats by a status are asked for again as well, and what nobody has decided is left alone', async () => {
  const decided = await openDesk();
  await decided.says(CONFIRMED);
  await upgrade(decided);
  expect(await decided.renewal()).toMatchObject({ confirmationStatus: 'In Discussion', renewedLicences: null });
  expect(await plannedFor(decided)).toHaveLength(1);

  const undecided = await openDesk();
  await upgrade(undecided);
  expect(await plannedFor(undecided)).toEqual([]);
});

test('the time that was given to decide stays given', async () => {
  const desk = await openDesk();
  await desk.says({ highlight: 'Orange', status: 'Extension', extension_date: '2027-02-01' });
  await desk.places({ outcome: 'renew', seats: 92 });
  await desk.work();
  await upgrade(desk);
  expect(await desk.newest()).toMatchObject({ state: 'cancelled' });
  expect(await desk.renewal()).toMatchObject({ confirmationStatus: 'Extension', extensionDate: '2027-02-01' });
  expect(await plannedFor(desk)).toHaveLength(1);
});

test('the product that a status says somebody orders by hand has come', async () => {
  const desk = await openDesk();
  await desk.says({ ...CONFIRMED, status: 'Upgrade' });
  await upgrade(desk);
  expect(await desk.renewal()).toMatchObject({ confirmationStatus: 'Upgrade' });
  expect(await plannedFor(desk)).toEqual([]);
});

test('another product under the same id is asked about, though somebody has read it before the sync', async () => {
  const desk = await openDesk();
  await desk.decides({ decision: 'do_not_renew', reason: 'Price Issue' });
  await desk.vikram.calls(instructions.approve, { instruction_id: (await desk.newest()).id });
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'verified', outcome: 'end' });
  google().state.change(desk.externalId, { skuId: '1010020028', skuName: 'Google Workspace Business Standard' });
  google().state.advanceTo(google().state.now() + 60_000);

  await desk.asha.calls(instructions.retry, { instruction_id: (await desk.newest()).id });
  await desk.work();
  await desk.syncNow();
  await desk.work();

  expect(await desk.newest()).toMatchObject({ state: 'cancelled' });
  expect(await desk.renewal()).toMatchObject({ confirmationStatus: 'In Discussion', instructionState: null });
});

test('who read a wish before its product was another one decides nothing of the other unseen, and is to call', async () => {
  const desk = await openDesk({ endsOn: inDays(60) });
  await desk.places({ outcome: 'renew', seats: 80 });
  const { renewalId, asha } = desk;
  const read = async () => ({
    ...{ version: (await desk.renewal()).version },
    seen: (await asha.calls(instructions.list, { renewal_id: renewalId })).reply.seen,
  });
  const before = await read();
  await upgrade(desk);

  const tries = async ({ seen, version }: typeof before) => [
    (await desk.places({ outcome: 'renew', seats: 80, seen })).status,
    (await asha.calls(followUp.saveStatus, { renewal_id: renewalId, version, formData: CONFIRMED })).status,
  ];
  expect(await tries(before)).toEqual([409, 409]);
  expect(await plannedFor(desk)).toMatchObject([{ kind: 'call' }]);
  const { seen } = await read();
  expect((await desk.places({ outcome: 'renew', seats: 80, seen })).status).toBe(200);
});
