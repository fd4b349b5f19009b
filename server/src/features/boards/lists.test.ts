import { BOTH_DAYS, boards, DAYS_ORDER } from '@desk/contract/boards';
import { parse } from 'csv-parse/sync';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accountsTable } from '../../platform/db/tables/accounts.ts';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { makeRenewal, type RenewalOptions } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';

const MONTH = '2027-02';
/** Asha sees all screens; Ravi is a member who has `wishes` in February. */
async function withRavi(...requests: RenewalOptions[]) {
  const desk = await testServer();
  const asha = await desk.as();
  const ravi = await desk.as({ email: 'ravi@desk.example', role: 'RMEMBER', menus: ['renewal_member_dashboard'] });
  for (const [i, request] of requests.entries()) {
    const renewal = { assignedToId: ravi.id, ...request.renewal };
    await makeRenewal(desk.db, { domain: `d${i}.example`, renewsOn: '2027-02-10', ...request, renewal });
  }
  return { desk, asha, ravi };
}

test('a list says of each renewal what the dialog shows, the licences in use for a flexible plan', async () => {
  const { asha, ravi } = await withRavi(
    {
      seats: 40,
      renewal: { segment: 'SMB', agreementStatus: 'N/A', highlightCase: 'Red', confirmationStatus: 'Upgrade' },
    },
    { seats: null, renewal: { planName: 'FLEXIBLE', licensedSeats: 7, maximumSeats: 90 } },
    { seats: null },
  );

  const { reply } = await asha.calls(boards.teamList, { admin_email: 'RAVI@desk.example', month: `${MONTH}%` });

  expect(reply.total).toBe(3);
  expect(reply.domains[0]).toEqual({
    renewal_id: 1,
    domain_name: 'd0.example',
    company_name: 'Acme Pvt Ltd',
    plan_name: 'ANNUAL',
    sku_name: 'Google Workspace Business Starter',
    seats: 40,
    renewal_date: '2027-02-10',
    extension_date: null,
    closed_because: null,
    assigned_to: ravi.email,
    segments: 'SMB',
    agreement_status: 'N/A',
    highlight_case: 'Red',
    confirmation_status: 'Upgrade',
  });
  expect(reply.domains.map(({ seats }) => seats)).toEqual([40, 7, 0]);
});

test('a member who left keeps the renewals on the list; of somebody unknown there are none', async () => {
  const { desk, asha, ravi } = await withRavi({});
  await desk.db.update(accountsTable).set({ status: 'SUSPENDED' }).where(eq(accountsTable.id, ravi.id));

  expect((await asha.calls(boards.teamList, { admin_email: ravi.email, month: MONTH })).reply.total).toBe(1);
  expect((await asha.calls(boards.teamCount, { month: MONTH })).reply.domains).toEqual([
    { key: ravi.email, count: 1 },
    { key: '', count: 0 },
  ]);
  const unknown = await asha.calls(boards.teamList, { admin_email: 'nobody@desk.example', month: MONTH });
  expect(unknown.reply).toEqual({ domains: [], total: 0 });
});

test.each([
  [1, 10, ['2027-02-01', '2027-02-10']],
  [10, 10, ['2027-02-10']],
  [11, 28, ['2027-02-28']],
  [2, 31, ['2027-02-10', '2027-02-28']],
  [29, 31, []],
])('from day %i to day %i of February', async (start_day, end_day, found) => {
  const days = ['2027-01-31', '2027-02-01', '2027-02-10', '2027-02-28', '2027-03-01', '2027-03-03'];
  const { asha, ravi } = await withRavi(...days.map((renewsOn) => ({ renewsOn })));

  const asked = { admin_email: ravi.email, month: MONTH, start_day, end_day };
  const { reply } = await asha.calls(boards.teamList, asked);

  expect([reply.domains.map(({ renewal_date }) => renewal_date), reply.total]).toEqual([found, found.length]);
});

test.each([
  [{ start_day: 3 }, 'end_day', BOTH_DAYS],
  [{ end_day: 3 }, 'start_day', BOTH_DAYS],
  [{ start_day: 4, end_day: 3 }, 'end_day', DAYS_ORDER],
])('the days %j are refused at the field, in the list and in the file', async (days, path, message) => {
  const { asha, ravi } = await withRavi();
  const asked = { admin_email: ravi.email, month: MONTH, ...days };
  const refused = { status: 400, reply: { message, fields: [{ path, message }] } };

  expect(await asha.calls(boards.teamList, asked)).toMatchObject(refused);
  expect(await asha.calls(boards.teamExport, asked)).toMatchObject(refused);
});

test('on their own dashboard members reach their own renewals only, by status, by reseller or all', async () => {
  const { desk, asha, ravi } = await withRavi(
    { renewal: { confirmationStatus: 'Lost' } },
    {},
    { renewsOn: '2027-03-01' },
  );
  await makeRenewal(desk.db, { domain: 'ashas.example', renewsOn: '2027-02-11', renewal: { assignedToId: asha.id } });
  await makeRenewal(desk.db, { domain: 'nobodys.example', renewsOn: '2027-02-11' });
  const own = async (body: object) =>
    (await ravi.calls(boards.ownList, { month: MONTH, ...body })).reply.domains.map(({ domain_name }) => domain_name);

  expect(await own({})).toEqual(['d0.example', 'd1.example']);
  expect(await own({ comment: 'Lost' })).toEqual(['d0.example']);
  expect(await own({ comment: '' })).toEqual(['d1.example']);
  expect(await own({ comment: '', reseller: '' })).toEqual(['d1.example']);
  expect(await own({ reseller: 'Nobody’s Networks' })).toEqual([]);
  expect((await ravi.calls(boards.teamList, { admin_email: asha.email, month: MONTH })).status).toBe(403);
  expect((await ravi.calls(boards.teamExport, { admin_email: ravi.email, month: MONTH })).status).toBe(403);
});

const rowsOf = (file: unknown): Record<string, string>[] => parse(file as string, { bom: true, columns: true });

test('export_data.csv has all rows that the list would show, with dates as people read them', async () => {
  const { asha, ravi } = await withRavi(
    ...Array.from({ length: 17 }, (_, i) => ({ domain: `tara-${i}.example`, renewsOn: '2027-02-10' })),
    { domain: 'jyoti.example', renewsOn: '2027-02-10' },
    { domain: 'tara-late.example', renewsOn: '2027-02-11' },
  );

  const asked = { admin_email: ravi.email, month: MONTH, search: 'TARA', start_day: 1, end_day: 10 };
  const { status, headers, reply } = await asha.calls(boards.teamExport, asked);

  expect(status).toBe(200);
  expect(headers['content-disposition']).toBe('attachment; filename="export_data.csv"');
  const rows = rowsOf(reply);
  expect(rows.map((row) => row['Customer Domain'])).toEqual(Array.from({ length: 17 }, (_, i) => `tara-${i}.example`));
  expect(rows[0]).toEqual({
    'Customer Domain': 'tara-0.example',
    'Closed Because': '',
    'Company Name': 'Acme Pvt Ltd',
    Plan: 'ANNUAL',
    SKU: 'Google Workspace Business Starter',
    Licence: '25',
    'Renewal Date': '10-02-2027',
    'Assigned To': ravi.email,
    Segments: '',
    'Agreement Status': '',
    'Highlighted Case': '',
    'Confirmation Status': '',
    'Provider Renewal Date': '',
    'Subscription Id': 'sub-tara-0.example-2027-02-10',
  });
});

test('nothing that somebody typed runs as a formula in export_data.csv', async () => {
  const evil = '=HYPERLINK("http://x.example")';
  const { asha } = await withRavi({ domain: '=1+1', company: evil, sku: '@SUM(A1)', renewal: { planName: '+1' } });

  const [row] = rowsOf((await asha.calls(boards.teamExport, { admin_email: 'ravi@desk.example', month: MONTH })).reply);

  expect(row).toMatchObject({ 'Customer Domain': "'=1+1", 'Company Name': `'${evil}`, Plan: "'+1", SKU: "'@SUM(A1)" });
});

test('what is exported cannot be widened by what is searched', async () => {
  const { asha } = await withRavi({});
  for (const search of ["' or true --", "\\' or true --", "%' or '1'='1"]) {
    const { reply } = await asha.calls(boards.teamExport, { admin_email: "o'hara@x.example", month: MONTH, search });
    expect(rowsOf(reply)).toEqual([]);
  }
});

test('an export is recorded with its filter and its number of rows', async () => {
  const { desk, asha, ravi } = await withRavi({}, {});

  await asha.calls(boards.teamExport, { email: asha.email, admin_email: ravi.email, month: MONTH, search: 'd1' });

  expect(await desk.db.select().from(auditLogTable).orderBy(auditLogTable.id)).toMatchObject([
    {
      actor: asha.email,
      action: 'exported',
      subject: 'renewals',
      changes: [
        { field: 'admin_email', old: null, new: ravi.email },
        { field: 'month', old: null, new: MONTH },
        { field: 'search', old: null, new: 'd1' },
        { field: 'rows', old: null, new: '1' },
      ],
    },
  ]);
});

test('a list behind a count without a month is that of the current one in India', async () => {
  const desk = await testServer({ now: () => new Date('2027-03-31T20:00:00Z') });
  const asha = await desk.as();
  const work = { segment: 'SMB', agreementStatus: 'Sent', highlightCase: 'Red', confirmationStatus: 'Lost' } as const;
  await makeRenewal(desk.db, { domain: 'march.example', renewsOn: '2027-03-31', renewal: work });
  await makeRenewal(desk.db, { domain: 'april.example', renewsOn: '2027-04-01', externalId: 'S-2', renewal: work });

  const { reply: segments } = await asha.calls(boards.segmentList, { segment_name: 'SMB' });
  const { reply: agreements } = await asha.calls(boards.agreementList, { aggrement: 'Sent' });
  const { reply: flags } = await asha.calls(boards.flagList, { flag: 'Red' });
  const { reply: statuses } = await asha.calls(boards.statusList, { comment: 'Lost' });

  const lists = [segments.domains, agreements.aggrements, flags.flags, statuses.domains];
  expect(lists.map((rows) => rows.map((row) => row.domain_name))).toEqual(lists.map(() => ['april.example']));
});
