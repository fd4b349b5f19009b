import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { renewals } from '@desk/contract/renewals';
import { parse } from 'csv-parse/sync';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { escapeFormula } from '../../platform/files/csv/formula.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const rowsOf = (file: unknown): Record<string, string>[] => parse(file as string, { bom: true, columns: true });
type Asha = Awaited<ReturnType<TestServer['as']>>;
const exported = async (asha: Asha, body: object) => rowsOf((await asha.calls(renewals.exportMonthly, body)).reply);
const domains = (rows: Record<string, string>[]) => rows.map((row) => row['Customer Domain']);

test('data.csv holds the columns of the screen in its order, with dates and numbers as people read them', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  await makeRenewal(desk.db, {
    domain: 'acme.example',
    company: 'Acme, "Pumps" & Söhne\nPvt Ltd',
    renewsOn: '2027-04-05',
    seats: 25,
    externalId: 'S-1',
    customer: { email: 'billing@acme.example' },
    renewal: {
      assignedToId: asha.id,
      price: '1234567.50',
      margin: '12.00',
      reason: 'Move to other vendor',
      zone: 'West',
      supportCharge: 'Paid',
    },
  });

  const { status, headers, reply } = await asha.calls(renewals.exportMonthly, { month: '2027-04' });

  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="data.csv"',
  });
  const file = reply as unknown as string;
  expect(file.startsWith('\uFEFFCustomer Domain,Reseller,Company Name,Plan,Status,Users,Licence,SKU,')).toBe(true);
  expect(file.endsWith('\r\n')).toBe(true);
  expect(rowsOf(file)).toEqual([
    expect.objectContaining({
      'Customer Domain': 'acme.example',
      Reseller: 'N',
      'Company Name': 'Acme, "Pumps" & Söhne\nPvt Ltd',
      Users: '',
      Licence: '25',
      'New Business Margin': '12.00',
      'Renewal Date': '05-04-2027',
      'Provider Renewal Date': '',
      Price: '1234567.50',
      'Task Status': 'Move to other vendor',
      'Agreement Status': '',
      'Support Charge': 'Paid',
      'Customer Email': 'billing@acme.example',
      'Assigned To': asha.email,
      'Subscription Id': 'S-1',
    }),
  ]);
});

test('the export follows the filters, everything or a month of it, one’s own or all', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  const mine = await makeRenewal(desk.db, { domain: 'a_b.example', renewsOn: '2027-04-05', seats: 10 });
  await makeRenewal(desk.db, { domain: "o'hara.example", renewsOn: '2027-04-06', seats: 100 });
  await makeRenewal(desk.db, { domain: 'back\\slash.example', renewsOn: '2027-05-06', seats: 2000 });
  await desk.db
    .update(renewalsTable)
    .set({ assignedToId: asha.id, segment: 'SMB' })
    .where(eq(renewalsTable.id, mine.id));

  expect(domains(await exported(asha, {}))).toEqual(['a_b.example', "o'hara.example", 'back\\slash.example']);
  expect(domains(await exported(asha, { month: '2027-04' }))).toEqual(['a_b.example', "o'hara.example"]);
  expect(domains(await exported(asha, { domain: '_' }))).toEqual(['a_b.example']);
  expect(domains(await exported(asha, { domain: "'" }))).toEqual(["o'hara.example"]);
  expect(domains(await exported(asha, { domain: '\\' }))).toEqual(['back\\slash.example']);
  expect(domains(await exported(asha, { domain: "\\' or true --" }))).toEqual([]);
  expect(domains(await exported(asha, { mine: true }))).toEqual(['a_b.example']);
  expect(domains(await exported(asha, { licence: '100-300', assigned_to: '' }))).toEqual(["o'hara.example"]);
  expect(domains(await exported(asha, { start_date: '2027-04-06', end_date: '2027-05-06', segment: 'SMB' }))).toEqual(
    [],
  );
});

const PAYLOADS = [
  '=1+1',
  '+1',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  ' =1',
  '"=1',
  "'=1",
  '＝1+1',
  '\uFEFF=cmd',
  '=HYPERLINK("http://x.example","y")',
];

test('no text that somebody typed can run as a formula in data.csv', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  for (const [i, text] of PAYLOADS.entries()) {
    await makeRenewal(desk.db, {
      domain: `${text}${i}`,
      company: text,
      sku: text,
      externalId: `${text}${i}`,
      customer: { email: text },
      renewal: { planName: text, status: text, followupComment: text, specialComments: text, supportCharge: text },
    });
  }

  const rows = await exported(asha, {});

  expect(rows).toHaveLength(PAYLOADS.length);
  expect(new Set(rows.map((row) => row['Company Name']))).toEqual(new Set(PAYLOADS.map(escapeFormula)));
  const typed = [
    'Customer Domain',
    'Company Name',
    'Plan',
    'Status',
    'SKU',
    'Follow Up Comments',
    'Special Comment',
    'Support Charge',
    'Customer Email',
    'Subscription Id',
  ];
  for (const row of rows) {
    for (const column of typed) expect(row[column]).not.toMatch(/^["\s\uFEFF]*[=+\-@＝]|^[\t\r\0]/);
  }
});

test('an export is recorded with its filter and its number of rows', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  await makeRenewal(desk.db, { renewsOn: '2027-04-05' });

  await asha.calls(renewals.exportMonthly, { email: asha.email, month: '2027-04', mine: false });

  const [entry] = await desk.db.select().from(auditLogTable).orderBy(auditLogTable.id);
  expect(entry).toMatchObject({
    actor: asha.email,
    action: 'exported',
    subject: 'renewals',
    changes: [
      { field: 'month', old: null, new: '2027-04' },
      { field: 'mine', old: null, new: 'false' },
      { field: 'rows', old: null, new: '1' },
    ],
  });
});

let open: TestServer | undefined;
afterEach(() => open?.app.close());

test('a browser that goes away during the download frees the connection, and the record says so', async () => {
  const desk = await testServer();
  open = desk;
  const asha = await desk.as();
  const { customerId, subscriptionId } = await makeRenewal(desk.db, { renewsOn: '2020-01-01' });
  const long = 'x'.repeat(2_000);
  await desk.pool.query(
    `insert into renewals (subscription_id, customer_id, term_end, state, external_id, domain_name, reseller_type,
       plan_name, status, sku_name, special_comments, created_at)
     select $1, $2, date '2020-01-01' + n, 'closed', 'S', 'acme.example', 'N', 'ANNUAL', 'ACTIVE', 'x', $3, now()
    from generate_series(1, 8000) n`,
    [subscriptionId, customerId, long],
  );
  await desk.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = desk.app.server.address() as AddressInfo;

  await new Promise<void>((gone) => {
    const asking = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/api/${renewals.exportMonthly.path}`,
      headers: { authorization: asha.token, 'content-type': 'application/json' },
    });
    asking.on('response', (response) => {
      response.once('data', () => asking.destroy());
      response.on('error', () => undefined);
      response.on('close', gone);
    });
    asking.end('{}');
  });

  const entry = async () => (await desk.db.select().from(auditLogTable).orderBy(auditLogTable.id))[0];
  for (let tries = 0; tries < 200 && (await entry()) === undefined; tries += 1) await pause(25);
  expect((await entry())?.changes).toEqual([{ field: 'rows', old: null, new: 'not sent to the end' }]);
  const exporting = async () => {
    const { rowCount } = await desk.pool.query(
      `select pid from pg_stat_activity where application_name = 'reseller-desk export' and datname = current_database()`,
    );
    return rowCount;
  };
  // The line is cut at once; the database notices with the next rows it sends.
  await expect.poll(exporting, { timeout: 10_000 }).toBe(0);
});

test('who asks for JSON gets the rows of the month, and the record says so', async () => {
  const desk = await testServer({ now: () => new Date('2027-03-31T20:00:00Z') });
  const asha = await desk.as();
  for (const [domain, renewsOn] of [['may.example', '2027-05-01'] as const, ['april.example', '2027-04-30'] as const])
    await makeRenewal(desk.db, { domain, renewsOn, externalId: domain });
  const rows = async (body: object, accept: string) => {
    const { reply, headers } = await asha.calls(renewals.exportMonthly, body, { accept });
    const found = typeof reply === 'string' ? 'a file' : reply.customer.map((row) => row.domain_name);
    return [found, String(headers['content-type']).split(';')[0]];
  };
  const json = 'application/json';

  expect(await rows({ month: '2027-05' }, json)).toEqual([['may.example'], json]);
  expect(await rows({ month: '2027-05', domain: 'nowhere' }, 'application/json, text/plain, */*')).toEqual([[], json]);
  expect(await rows({}, json)).toEqual([['april.example'], json]);
  for (const accept of ['*/*', 'text/csv', 'text/csv, application/json'])
    expect(await rows({ month: '2027-05' }, accept)).toEqual(['a file', 'text/csv']);
  const entries = (await desk.db.select().from(auditLogTable).orderBy(auditLogTable.id)).filter(
    ({ action }) => action === 'exported',
  );
  expect(entries[0]?.changes).toContainEqual({ field: 'rows', old: null, new: '1' });
  expect(entries[2]?.changes).toContainEqual({ field: 'month', old: null, new: '2027-04' });
});
