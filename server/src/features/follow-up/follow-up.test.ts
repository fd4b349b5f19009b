import { followUp } from '@desk/contract/follow-up';
import { asc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { renewalCommentsTable, renewalsTable } from '../../platform/db/tables/renewals.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const GONE = 999_999;
const confirmation = { highlight: 'Green', status: 'Confirmation Received', add_lic: '5' } as const;
const lost = {
  highlight: 'Red',
  status: 'Lost',
  reason: 'Move to other vendor',
  sub_reason: 'Price Issue',
} as const;

async function deskWithRenewal(request: Parameters<typeof makeRenewal>[1] = {}) {
  const desk = await testServer();
  const asha = await desk.as();
  const { id } = await makeRenewal(desk.db, request);
  return { desk, asha, id };
}
async function renewalRow({ db }: TestServer, id: number) {
  const [row] = await db.select().from(renewalsTable).where(eq(renewalsTable.id, id));
  return row;
}
const comments = ({ db }: TestServer) => db.select().from(renewalCommentsTable).orderBy(asc(renewalCommentsTable.id));
/** But for those about what is proposed to the provider. */
const entries = ({ db }: TestServer) =>
  db
    .select()
    .from(auditLogTable)
    .where(sql`${auditLogTable.action} not like 'instruction_%'`)
    .orderBy(asc(auditLogTable.id));

test('a comment stands in the history, on the row and in the audit log', async () => {
  const { desk, asha, id } = await deskWithRenewal({ renewsOn: '2027-04-01' });

  expect((await asha.calls(followUp.addComment, { comment: ' Calls back on Monday ', renewal_id: id })).status).toBe(
    200,
  );
  await asha.calls(followUp.addComment, { comment: 'Called: <b>yes</b> & नमस्ते', renewal_id: id });

  const { reply } = await asha.calls(followUp.comments, { renewal_id: id });
  expect(reply.followup_comment).toEqual([
    {
      comment_id: expect.any(Number) as number,
      followup_comment: 'Called: <b>yes</b> & नमस्ते',
      updated_by: 'asha@desk.example',
      updated_on: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    },
    expect.objectContaining({ followup_comment: 'Calls back on Monday' }),
  ]);
  expect(await renewalRow(desk, id)).toMatchObject({ followupComment: 'Called: <b>yes</b> & नमस्ते', version: 3 });
  expect(await entries(desk)).toMatchObject([
    {
      action: 'comment_added',
      actor: 'asha@desk.example',
      subject: 'renewal',
      subjectId: id,
      changes: [{ field: 'followup_comment', old: null, new: 'Calls back on Monday' }],
    },
    { changes: [{ old: 'Calls back on Monday', new: 'Called: <b>yes</b> & नमस्ते' }] },
  ]);
  expect(desk.announced).toContainEqual({ kind: 'month', month: '2027-04' });
});

test('a renewal without comments has an empty history, an unknown one none', async () => {
  const { asha, id } = await deskWithRenewal();

  expect(await asha.calls(followUp.comments, { renewal_id: id })).toMatchObject({
    status: 200,
    reply: { followup_comment: [] },
  });
  expect(await asha.calls(followUp.comments, { renewal_id: GONE })).toMatchObject({
    status: 404,
    reply: { message: 'No Data Present' },
  });
});

test('a confirmation is written to the renewal, the history and the audit log as one version', async () => {
  const { desk, asha, id } = await deskWithRenewal({ renewsOn: '2027-04-01', seats: 25 });

  const { status } = await asha.calls(followUp.saveStatus, {
    renewal_id: id,
    version: 1,
    formData: {
      ...confirmation,
      task_status: 'In-Progress',
      priceType: 'split_price',
      upto20: '136.5',
      above20: '120',
      supportType: 'support',
      support_package: 'Basic',
      support_price: '1500',
    },
  });

  expect(status).toBe(200);
  expect(await renewalRow(desk, id)).toMatchObject({
    highlightCase: 'Green',
    confirmationStatus: 'Confirmation Received',
    addedLicences: 5,
    renewedLicences: 30,
    agreementStatus: 'N/A',
    plannedSku: 'Google Workspace Business Starter',
    nextRenewalDate: '2028-04-01',
    taskStatus: 'In-Progress',
    priceType: 'split_price',
    pricePerUser: null,
    upto20: '136.50',
    above20: '120.00',
    supportCharge: '1500.00',
    version: 2,
  });
  expect(await comments(desk)).toMatchObject([
    {
      renewalId: id,
      comment:
        'Confirmation Received: 5 licences added, Google Workspace Business Starter, next renewal 01-04-2028, support Basic',
      form: { support_package: 'Basic', upto20: '136.5' },
      updatedBy: 'asha@desk.example',
    },
  ]);
  const [entry, ...more] = await entries(desk);
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ action: 'status_saved', subject: 'renewal', subjectId: id });
  expect(entry?.changes).toContainEqual({ field: 'renewed_lic', old: null, new: '30' });
  expect(entry?.changes.map(({ field }) => field)).not.toContain('price_per_user');
  expect(desk.announced).toEqual([{ kind: 'month', month: '2027-04' }]);
});

test('what was said stands in the history in front of what the form says, and is why something is next', async () => {
  const { desk, asha, id } = await deskWithRenewal({ renewsOn: '2027-04-01', seats: 25 });
  const body = { renewal_id: id, formData: { highlight: 'Orange', status: 'In Discussion' }, comment: ' PO by Friday ' } as const; // prettier-ignore

  await asha.calls(followUp.saveStatus, body);

  expect(await comments(desk)).toMatchObject([{ comment: 'PO by Friday\nIn Discussion' }]);

  expect((await asha.calls(followUp.saveStatus, { ...body, comment: 'x'.repeat(2001) })).status).toBe(400);
});

test('a renewal that is lost after it was confirmed keeps nothing of the confirmation', async () => {
  const { desk, asha, id } = await deskWithRenewal();
  await asha.calls(followUp.saveStatus, {
    renewal_id: id,
    formData: { ...confirmation, priceType: 'price', price: '136', aggrement: 'Signed', special_comments: 'VIP' },
  });

  await asha.calls(followUp.saveStatus, { renewal_id: id, formData: { ...lost, extension_date: '2027-06-01' } });

  expect(await renewalRow(desk, id)).toMatchObject({
    confirmationStatus: 'Lost',
    reason: 'Move to other vendor',
    subReason: 'Price Issue',
    extensionDate: null,
    addedLicences: null,
    renewedLicences: null,
    agreementStatus: null,
    priceType: null,
    pricePerUser: null,
    plannedSku: null,
    nextRenewalDate: null,
    specialComments: null,
    version: 3,
  });
  const [, second] = await entries(desk);
  expect(second?.changes).toContainEqual({ field: 'price_per_user', old: '136.00', new: null });
  expect((await comments(desk)).at(-1)?.comment).toBe('Lost: Move to other vendor, Price Issue');
});

test.each([
  [{ ...confirmation, highlight: '' }, 'Highlight cannot be Blank'],
  [{ ...confirmation, status: '' }, 'Status cannot be Blank'],
  [{ ...confirmation, add_lic: '' }, 'Enter License Added'],
  [{ ...confirmation, add_lic: '100' }, 'Aggrement cannot be Blank for more than 100 license'],
  [{ ...confirmation, show_plan: true }, 'Please Select Plan Name'],
  [{ ...lost, reason: '' }, 'Enter Reason'],
  [{ ...lost, sub_reason: '' }, 'Enter Sub Reason'],
  [{ highlight: 'Orange', status: 'Extension' }, 'Enter Extension Date'],
] as const)('%j is refused with "%s" and nothing is written', async (formData, message) => {
  const { desk, asha, id } = await deskWithRenewal();

  const answer = await asha.calls(followUp.saveStatus, { renewal_id: id, formData });

  expect(answer).toMatchObject({ status: 400, reply: { message } });
  expect(await renewalRow(desk, id)).toMatchObject({ version: 1, confirmationStatus: null });
  expect(await comments(desk)).toEqual([]);
  expect(await entries(desk)).toEqual([]);
});

test('99 added licences need no agreement, a hundred with one are taken', async () => {
  const { desk, asha, id } = await deskWithRenewal();
  const save = (formData: typeof confirmation | object) =>
    asha.calls(followUp.saveStatus, { renewal_id: id, formData: { ...confirmation, ...formData } });

  expect((await save({ add_lic: '99' })).status).toBe(200);
  expect((await save({ add_lic: '100', aggrement: 'Sent' })).status).toBe(200);
  expect(await renewalRow(desk, id)).toMatchObject({ addedLicences: 100, agreementStatus: 'Sent' });
});

test('a chosen plan must be a product that is sold or that somebody has', async () => {
  const { desk, asha, id } = await deskWithRenewal();
  await makeRenewal(desk.db, { domain: 'other.example', sku: 'G Suite Basic' });
  const save = (com_plan_name: string) =>
    asha.calls(followUp.saveStatus, { renewal_id: id, formData: { ...confirmation, show_plan: true, com_plan_name } });

  expect(await save('Business Plus for free')).toMatchObject({
    status: 422,
    reply: { message: 'Please Select Plan Name' },
  });
  expect((await renewalRow(desk, id))?.version).toBe(1);
  expect((await save('Google Workspace Enterprise Plus')).status).toBe(200);
  expect((await save('G Suite Basic')).status).toBe(200);
  expect(await renewalRow(desk, id)).toMatchObject({ plannedSku: 'G Suite Basic', version: 3 });
});

test('of colleagues who save what they opened at the same version, one is taken and the others are told', async () => {
  const { desk, asha, id } = await deskWithRenewal();
  const save = () => asha.calls(followUp.saveStatus, { renewal_id: id, version: 1, formData: lost });

  const answers = await Promise.all(Array.from({ length: 8 }, save));

  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
  expect(answers.find(({ status }) => status === 409)?.reply.message).toBe(
    'Somebody has changed this renewal meanwhile. Please check and try again.',
  );
  expect(await renewalRow(desk, id)).toMatchObject({ version: 2 });
  expect(await comments(desk)).toHaveLength(1);
});

test('comments on one renewal at the same time are all kept', async () => {
  const { desk, asha, id } = await deskWithRenewal();

  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => asha.calls(followUp.addComment, { comment: `Call ${i}`, renewal_id: id })),
  );

  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect((await renewalRow(desk, id))?.version).toBe(9);
  const [history, log] = [await comments(desk), await entries(desk)];
  expect(history).toHaveLength(8);
  expect((await renewalRow(desk, id))?.followupComment).toBe(history.at(-1)?.comment);
  expect(log.slice(1).map(({ changes }) => changes[0]?.old)).toEqual(
    log.slice(0, -1).map(({ changes }) => changes[0]?.new),
  );
});

test('nothing can be written to a renewal that is not there, nor an empty comment to one that is', async () => {
  const { desk, asha, id } = await deskWithRenewal();
  const message = 'Could not save the comment. Please try refreshing the page';

  expect(await asha.calls(followUp.addComment, { comment: 'Hello', renewal_id: GONE })).toMatchObject({
    status: 404,
    reply: { message },
  });
  expect(await asha.calls(followUp.saveStatus, { formData: lost, renewal_id: GONE })).toMatchObject({
    status: 404,
    reply: { message },
  });
  expect(await asha.calls(followUp.addComment, { comment: '  ', renewal_id: id })).toMatchObject({
    status: 400,
    reply: { message: 'Enter a comment' },
  });
  expect(await entries(desk)).toEqual([]);
});
