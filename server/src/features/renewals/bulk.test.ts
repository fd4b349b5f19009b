import { renewals } from '@desk/contract/renewals';
import { asc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { subscriptionIdsTable, subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';

const month = '2027-04';
const ravi = 'ravi@desk.example';
const meera = 'meera@desk.example';

async function deskWithTeam() {
  const desk = await testServer();
  const asha = await desk.as();
  const members = {
    ravi: (await desk.account({ email: ravi, role: 'RMEMBER' })).id,
    meera: (await desk.account({ email: meera, role: 'RMEMBER' })).id,
  };
  await desk.account({ email: 'gone@desk.example', role: 'RMEMBER', status: 'SUSPENDED' });
  const made = [];
  for (const id of ['S-1', 'S-2', 'S-3'])
    made.push(await makeRenewal(desk.db, { domain: `${id}.example`, externalId: id, renewsOn: '2027-04-10' }));
  await makeRenewal(desk.db, { domain: 'may.example', externalId: 'S-MAY', renewsOn: '2027-05-10' });
  const upload = (bytes: string | Buffer, of = month) =>
    asha.uploads(renewals.bulkAssign, { month: of }, { name: 'assign.csv', bytes });
  const assignees = async () => {
    const rows = await desk.db
      .select({ id: renewalsTable.assignedToId })
      .from(renewalsTable)
      .orderBy(asc(renewalsTable.id));
    return rows.map((row) => row.id);
  };
  const entries = () => desk.db.select().from(auditLogTable).orderBy(asc(auditLogTable.subjectId));
  return { desk, asha, members, ids: made.map((renewal) => renewal.id), made, upload, assignees, entries };
}
/** Of a file with one sheet whose every row names a member. */
const ALL_READ = { skipped: 0, notes: [] };
const csv = (...rows: string[]) => `Subscription Id,Assigned To\n${rows.join('\n')}\n`;

test('a file assigns the renewals of a month, each with its audit entry', async () => {
  const { desk, asha, members, ids, upload, assignees, entries } = await deskWithTeam();
  await asha.calls(renewals.setAssignee, { renewalid: ids[1] ?? 0, emailid: ravi });

  const { status, reply } = await upload(csv(` S-1 , ${ravi.toUpperCase()} `, `S-2,${meera}`, `S-1,${ravi}`));

  expect([status, reply]).toEqual([200, { updated: 2, unchanged: 0, ...ALL_READ }]);
  expect(await assignees()).toEqual([members.ravi, members.meera, null, null]);
  const written = (await entries()).map((entry) => [entry.actor, entry.action, entry.subjectId, entry.changes]);
  expect(written).toContainEqual([
    asha.email,
    'assignee_changed',
    ids[0],
    [{ field: 'assigned_to', old: null, new: ravi }],
  ]);
  expect(written).toContainEqual([
    asha.email,
    'assignee_changed',
    ids[1],
    [{ field: 'assigned_to', old: ravi, new: meera }],
  ]);
  expect(desk.announced.at(-1)).toEqual({ kind: 'month', month });
});

test('how many a file would assign is told before it is done, and nothing is written', async () => {
  const { desk, asha, ids, assignees, entries } = await deskWithTeam();
  await asha.calls(renewals.setAssignee, { renewalid: ids[0] ?? 0, emailid: ravi });
  const before = { assignees: await assignees(), entries: await entries() };
  desk.announced.length = 0;
  const check = (bytes: string) => asha.uploads(renewals.checkBulkAssign, { month }, { name: 'assign.csv', bytes });

  const { status, reply } = await check(csv(`S-1,${ravi}`, `S-2,${meera}`, `S-3,${meera}`));

  expect([status, reply]).toEqual([200, { updated: 2, unchanged: 1, skipped: 0, notes: [] }]);
  expect({ assignees: await assignees(), entries: await entries() }).toEqual(before);
  expect(desk.announced).toEqual([]);
  expect(await check(csv(`S-9,${ravi}`))).toMatchObject({
    status: 422,
    reply: { message: 'Please check the subscription Id uploaded.', error_count: 1 },
  });
});

test('the same file a second time changes nothing', async () => {
  const { upload, entries } = await deskWithTeam();
  const file = csv(`S-1,${ravi}`, `S-2,${meera}`);
  await upload(file);
  expect((await upload(file)).reply).toEqual({ updated: 0, unchanged: 2, ...ALL_READ });
  expect(await entries()).toHaveLength(2);
});

test('an id from before an upgrade still finds its renewal', async () => {
  const { desk, made, members, upload, assignees } = await deskWithTeam();
  const subscriptionId = made[0]?.subscriptionId ?? 0;
  await desk.db.insert(subscriptionIdsTable).values({ externalId: 'S-1-upgraded', subscriptionId });
  await desk.db
    .update(subscriptionsTable)
    .set({ externalId: 'S-1-upgraded' })
    .where(eq(subscriptionsTable.id, subscriptionId));

  expect((await upload(csv(`S-1,${ravi}`))).status).toBe(200);
  expect((await assignees())[0]).toBe(members.ravi);
  expect((await upload(csv(`S-1-upgraded,${meera}`))).status).toBe(200);
  expect((await assignees())[0]).toBe(members.meera);
});

test('a spreadsheet, a renewal id, other headers and a semicolon do as well', async () => {
  const { ids, members, upload, assignees } = await deskWithTeam();
  const sheet = await writeXlsxFile(
    [
      ['subscription_id', 'Assigned to'],
      ['S-1', ravi],
    ].map((row) => row.map((value) => ({ value }))),
  ).toBuffer();
  expect((await upload(sheet)).reply).toEqual({ updated: 1, unchanged: 0, ...ALL_READ });
  expect((await upload(`Renewal Id;Assigned To\n${ids[1]};${meera}\n`)).reply).toEqual({
    updated: 1,
    unchanged: 0,
    ...ALL_READ,
  });
  expect((await upload(`Renewal Id,Subscription Id,Assignee\n${ids[2]},S-3,${ravi}\n`)).reply).toEqual({
    updated: 1,
    unchanged: 0,
    ...ALL_READ,
  });
  expect(await assignees()).toEqual([members.ravi, members.meera, members.ravi, null]);
});

test('everything that is wrong is named by line and column, and nothing is written', async () => {
  const { ids, upload, assignees, entries } = await deskWithTeam();
  const file = [
    'Renewal Id,Subscription Id,Assigned To',
    `,S-1,${ravi}`,
    `,nowhere,${ravi}`,
    `,S-MAY,${ravi}`,
    `,S-2,nobody@desk.example`,
    `,S-2,gone@desk.example`,
    `,S-2,`,
    `,,${ravi}`,
    `,=1+1,${ravi}`,
    `,S-2,@SUM(A1)`,
    `,S-1,${meera}`,
    `999999,,${ravi}`,
    `abc,,${ravi}`,
    `${ids[1]},S-3,${ravi}`,
    `,"' or 1=1 --",%`,
  ].join('\n');

  const { status, reply } = await upload(file);

  expect(status).toBe(422);
  expect(reply.message).toBe('Please check the subscription Id uploaded.');
  expect(reply.errors).toEqual([
    { line: 2, column: 'Assigned To', reason: 'Line 11 assigns the same renewal to another member' },
    { line: 3, column: 'Subscription Id', reason: "'nowhere' is not known" },
    { line: 4, column: 'Subscription Id', reason: "'S-MAY' does not renew in 2027-04" },
    { line: 5, column: 'Assigned To', reason: "'nobody@desk.example' is no active member" },
    { line: 6, column: 'Assigned To', reason: "'gone@desk.example' is no active member" },
    { line: 8, column: 'Subscription Id', reason: 'Enter a subscription id' },
    { line: 9, column: 'Subscription Id', reason: 'A formula is not taken. Enter the plain value' },
    { line: 10, column: 'Assigned To', reason: 'A formula is not taken. Enter the plain value' },
    { line: 11, column: 'Assigned To', reason: 'Line 2 assigns the same renewal to another member' },
    { line: 12, column: 'Renewal Id', reason: "'999999' is not known" },
    { line: 13, column: 'Renewal Id', reason: "'abc' is not known" },
    { line: 14, column: 'Renewal Id', reason: 'The renewal id and the subscription id name different renewals' },
    { line: 15, column: 'Subscription Id', reason: "'' or 1=1 --' is not known" },
    { line: 15, column: 'Assigned To', reason: "'%' is no active member" },
  ]);
  expect(await assignees()).toEqual([null, null, null, null]);
  expect(await entries()).toEqual([]);
});

test('one bad id among five hundred leaves all of them as they were; without it all are written', async () => {
  const { desk, made, upload, assignees } = await deskWithTeam();
  const { customerId } = made[0] ?? { customerId: 0 };
  await desk.db.execute(sql`
    with s as (insert into subscriptions (customer_id, domain_id, source, external_id, sku_id, sku_name, plan_name, status, created_at)
      select ${customerId}, 1, 'google', 'B-' || n, 'x', 'x', 'ANNUAL', 'ACTIVE', now() from generate_series(1, 500) n returning id, external_id)
    insert into renewals (subscription_id, customer_id, term_end, external_id, domain_name, reseller_type, plan_name, status, sku_name, created_at)
    select id, ${customerId}, '2027-04-20', external_id, 'acme.example', 'N', 'ANNUAL', 'ACTIVE', 'x', now() from s`);
  const rows = Array.from({ length: 500 }, (_, i) => `B-${i + 1},${ravi}`);

  const refused = await upload(csv(...rows.with(250, `B-wrong,${ravi}`)));
  expect(refused).toMatchObject({ status: 422, reply: { errors: [{ line: 252, reason: "'B-wrong' is not known" }] } });
  expect((await assignees()).filter((id) => id !== null)).toEqual([]);

  expect((await upload(csv(...rows))).reply).toEqual({ updated: 500, unchanged: 0, ...ALL_READ });
  expect((await assignees()).filter((id) => id !== null)).toHaveLength(500);
});

test('of very many wrong rows the first thousand are told, and how many there are', async () => {
  const { upload } = await deskWithTeam();
  const { status, reply } = await upload(csv(...Array.from({ length: 1_500 }, (_, i) => `N-${i},${ravi}`)));
  expect(status).toBe(422);
  expect(reply.errors).toHaveLength(1_000);
  expect(reply).toMatchObject({ error_count: 1_500 });
});

test.each([
  ['no table', 'a,b\n"unclosed', undefined],
  ['an empty file', '', 'The file is empty.'],
  ['a file of other columns', 'Domain,Seats\nacme.example,4\n', "The file has no column 'Assigned To'."],
  ['a file without ids', `Assigned To\n${ravi}\n`, "The file has no column 'Subscription Id', or no rows."],
  [
    '50,000 lines',
    csv(...Array.from({ length: 50_000 }, () => `S-1,${ravi}`)),
    'The file has more than 10,000 rows. Split it into smaller files.',
  ],
  ['a program', Buffer.from('4d5a9000030000000400', 'hex'), undefined],
])('%s is refused with the reason', async (_what, bytes, reason) => {
  const { upload } = await deskWithTeam();
  const { status, reply } = await upload(bytes);
  expect(status).toBe(422);
  expect(reply.message).toBe('Please check the subscription Id uploaded.');
  expect(reply.errors).toEqual([expect.objectContaining({ reason: reason ?? (expect.any(String) as string) })]);
});

test('a form without a file, or for no month, is refused', async () => {
  const { asha, upload } = await deskWithTeam();
  expect(await asha.uploads(renewals.bulkAssign, { month })).toMatchObject({
    status: 422,
    reply: { errors: [{ reason: 'Choose a file.' }] },
  });
  expect((await upload(csv(`S-1,${ravi}`), 'April')).status).toBe(400);
});

test('two files that assign the same renewals at once both end, one after the other', async () => {
  const { members, upload, assignees, entries } = await deskWithTeam();
  const answers = await Promise.all([
    upload(csv(`S-1,${ravi}`, `S-2,${ravi}`, `S-3,${ravi}`)),
    upload(csv(`S-3,${meera}`, `S-2,${meera}`, `S-1,${meera}`)),
  ]);
  expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
  const [first, ...others] = (await assignees()).slice(0, 3);
  expect([members.ravi, members.meera]).toContain(first);
  expect(others).toEqual([first, first]);
  expect(await entries()).toHaveLength(6);
});

test('rows without a member are passed over and counted, whatever else they say', async () => {
  const { members, upload, assignees } = await deskWithTeam();
  expect((await upload(csv('S-1,', `S-2,${ravi}`, 'nowhere, '))).reply).toEqual({
    ...{ updated: 1, unchanged: 0 },
    ...{ skipped: 2, notes: [] },
  });
  expect(await assignees()).toEqual([null, members.ravi, null, null]);
});

test('an id that a spreadsheet has rounded, and an error of a formula, are named', async () => {
  const { upload } = await deskWithTeam();
  expect((await upload(csv(`1.23457E+11,${ravi}`, 'S-1,#N/A'))).reply.errors).toEqual([
    {
      ...{ line: 2, column: 'Subscription Id' },
      reason: 'The spreadsheet rounded this number to 1.23457E+11. Format the column as text and enter the id again',
    },
    { line: 3, column: 'Assigned To', reason: 'The formula in this cell came to #N/A. Enter the plain value' },
  ]);
});

test('two renewals of one subscription in a month are told apart by the date of their rows', async () => {
  const { desk, members, made, upload, assignees } = await deskWithTeam();
  await desk.db.execute(sql`update renewals set state = 'closed', closed_because = 'passed' where id = ${made[0]?.id}`);
  await desk.db.execute(sql`insert into renewals (subscription_id, customer_id, term_end, external_id, domain_name,
      reseller_type, plan_name, status, sku_name, created_at)
    select subscription_id, customer_id, '2027-04-20', external_id, domain_name, reseller_type, plan_name, status, sku_name, now()
   from renewals where id = ${made[0]?.id}`);
  const rows = [`S-1,10-04-2027,${ravi}`, `S-1,20-04-2027,${meera}`].join('\n');
  expect((await upload(`Subscription Id,Renewal Date,Assigned To\n${rows}\n`)).reply).toMatchObject({ updated: 2 });
  expect(await assignees()).toEqual([members.ravi, null, null, null, members.meera]);
});
