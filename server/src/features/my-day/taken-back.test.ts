import { followUp } from '@desk/contract/follow-up';
import { instructions } from '@desk/contract/renewal-work/instructions';
import { renewals } from '@desk/contract/renewals';
import type { InputOf } from '@desk/contract/call';
import { expect, test } from 'vitest';
import { BILLED, withBuyer } from './testing/with-buyer.ts';

const CONFIRMED = { status: 'Confirmation Received', highlight: 'Green', add_lic: '0' } as const;

/** A desk on which Tarun saves statuses, and takes back what they ask for. */
async function withStatus() {
  const desk = await withBuyer({ ...BILLED, numberOfSeats: 20 });
  const { tarun, id } = desk;
  const saves = async (body: Omit<InputOf<typeof followUp.saveStatus>, 'renewal_id'>) => {
    const { status, reply } = await tarun.calls(followUp.saveStatus, { renewal_id: id, ...body });
    expect(status).toBe(200);
    return reply.instruction_id;
  };
  const takesBack = async (instruction_id: number | null, reason = '') => {
    const taken = { instruction_id: instruction_id ?? 0, reason };
    expect((await tarun.calls(instructions.cancel, taken)).status).toBe(200);
  };
  const listed = async () =>
    (await tarun.calls(renewals.monthly, { month: '2026-11' })).reply.customer.find((row) => row.renewal_id === id);
  return { ...desk, saves, takesBack, listed };
}

test('what was decided and is taken back leaves all as it stood before, and nobody has spoken', async () => {
  const desk = await withStatus();
  const before = await desk.listed();
  const first = await desk.sentence();
  await desk.takesBack(await desk.saves({ formData: CONFIRMED }));

  const [renewal] = await desk.renewals();
  expect(renewal).toMatchObject({ confirmationStatus: null, highlightCase: null, renewedLicences: null });
  expect(await desk.listed()).toEqual({ ...before, version: (before?.version ?? 0) + 2 });
  expect(await desk.sentence()).toBe(first);
});

test('what was said before it was decided is what was said last once that is taken back', async () => {
  const desk = await withStatus();
  await desk.comments('Called');
  await desk.on('2026-11-25');
  const wish = await desk.saves({ formData: CONFIRMED });
  await desk.on('2026-11-26');
  await desk.takesBack(wish);

  expect(await desk.sentence()).toMatch(/^Undecided; last spoken on 23 Nov/);
  expect(await desk.listed()).toMatchObject({ followup_comments: 'Called', followed_up_at: '2026-11-23T04:00Z' });
});

test('why it is taken back is what one reads of it, and no word with the customer', async () => {
  const desk = await withStatus();
  await desk.comments('Called');
  await desk.on('2026-11-25');
  await desk.takesBack(await desk.saves({ formData: CONFIRMED }), 'Of another domain');

  expect(await desk.sentence()).toMatch(/^Undecided; last spoken on 23 Nov/);
  const words = 'What was asked for was taken back. Of another domain';
  expect(await desk.listed()).toMatchObject({ followup_comments: words, confirmation_status: null });
});

test('who has spoken with the customer and saved that with a status has spoken, though what it asks for is taken back', async () => {
  const desk = await withStatus();
  await desk.on('2026-11-25');
  const wish = await desk.saves({ formData: CONFIRMED, comment: 'They want to renew' });
  await desk.on('2026-11-26');
  await desk.takesBack(wish);

  expect(await desk.sentence()).toMatch(/^Undecided; last spoken on 25 Nov/);
});

test('who says by a comment that a customer hesitates has spoken, though that takes back what was asked for', async () => {
  const desk = await withStatus();
  await desk.saves({ formData: CONFIRMED });
  await desk.on('2026-11-25');
  const set = {
    comment: 'They think until Friday',
    formData: { status: 'In Discussion', highlight: 'Green' },
  } as const;
  expect((await desk.tarun.calls(followUp.addComment, { renewal_id: desk.id, ...set })).status).toBe(200);

  expect(await desk.sentence()).toMatch(/last spoken on 25 Nov/);
});

const WAIT = { kind: 'wait', day: '2026-11-28', time: null } as const;

test('what was planned before it was decided is planned again', async () => {
  const desk = await withStatus();
  await desk.plans('2026-11-26', 'call');
  const [before] = await desk.plannedOn(desk.id);
  await desk.on('2026-11-24');
  await desk.takesBack(await desk.saves({ formData: CONFIRMED, next: WAIT }));

  expect(await desk.plannedOn(desk.id)).toEqual([before]);
});

test('what was planned with the decision alone is not planned any more', async () => {
  const desk = await withStatus();
  await desk.takesBack(await desk.saves({ formData: CONFIRMED, next: WAIT }));

  expect(await desk.plannedOn(desk.id)).toEqual([]);
});

test('what somebody planned since stays planned', async () => {
  const desk = await withStatus();
  const wish = await desk.saves({ formData: CONFIRMED, next: WAIT });
  await desk.on('2026-11-24');
  await desk.plans('2026-11-27', 'call');
  await desk.takesBack(wish);

  expect(await desk.plannedOn(desk.id)).toMatchObject([{ kind: 'call', day: '2026-11-27' }]);
});

test('what was changed since it was decided stays as it was changed', async () => {
  const desk = await withStatus();
  const wish = await desk.saves({ formData: CONFIRMED });
  await desk.on('2026-11-25');
  await desk.saves({ formData: { ...CONFIRMED, highlight: 'Orange', aggrement: 'Signed' } });
  await desk.takesBack(wish);

  const [renewal] = await desk.renewals();
  expect(renewal).toMatchObject({ confirmationStatus: null, renewedLicences: null });
  expect(renewal).toMatchObject({ highlightCase: 'Orange', agreementStatus: 'Signed' });
});

test('what stood before and decides too is not decided once more by a take-back', async () => {
  const desk = await withStatus();
  await desk.saves({ formData: { ...CONFIRMED, status: 'Upgrade' } });
  await desk.takesBack(await desk.saves({ formData: CONFIRMED }));

  expect(await desk.renewals()).toMatchObject([{ confirmationStatus: 'In Discussion', renewedLicences: null }]);
});

test('time that was given until a day is given until then again', async () => {
  const desk = await withStatus();
  await desk.saves({ formData: { status: 'Extension', highlight: 'Orange', extension_date: '2026-12-04' } });
  await desk.takesBack(await desk.saves({ formData: CONFIRMED }));

  expect(await desk.renewals()).toMatchObject([
    { confirmationStatus: 'Extension', extensionDate: '2026-12-04', highlightCase: 'Orange' },
  ]);
});
