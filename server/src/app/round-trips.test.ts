import { contract } from '@desk/contract';
import { auditLog } from '@desk/contract/audit-log';
import { boards } from '@desk/contract/boards';
import { WORKBOOK, type Call } from '@desk/contract/call';
import { checks } from '@desk/contract/checks';
import { directoryProduct } from '@desk/contract/directory-product';
import { ImportKind, imports } from '@desk/contract/imports';
import { renewals } from '@desk/contract/renewals';
import { resellers } from '@desk/contract/resellers';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { throttlesTable } from '../platform/db/tables/accounts.ts';
import { resellersTable } from '../platform/db/tables/customers.ts';
import { organizationsTable } from '../platform/db/tables/directory-product.ts';
import { renewalsTable } from '../platform/db/tables/renewals.ts';
import { importFile } from '../features/imports/testing/files.ts';
import { makeDomain, makeRenewal } from '../testing/fixtures.ts';
import { testServer, type TestServer } from '../testing/server.ts';

const month = '2027-04';
const calls = Object.values(contract).flatMap((group) => Object.values<Call>(group));
const IMPORT = 'adminpanel/check_import/';
const ASSIGNMENT: readonly string[] = [renewals.bulkAssign.path, renewals.checkBulkAssign.path];

/** The ways into the product for a file: each upload, and each kind of import. */
const intakes = calls
  .filter(({ upload }) => upload !== undefined)
  .flatMap(({ path }) => (path === IMPORT ? ImportKind.options.map((kind) => `${path} ${kind}`) : [path]));

type Asha = Awaited<ReturnType<TestServer['as']>>;
let desk: TestServer;
let asha: Asha;
let runs: { check: number; errors: number };

/** A month with all that makes a file difficult to read back, and what the other exports are about. */
beforeAll(async () => {
  desk = await testServer({ now: () => new Date('2027-03-15T06:00:00Z') });
  asha = await desk.as({ mayExport: true });
  const ravi = await desk.account({ email: 'ravi@desk.example', role: 'RMEMBER' });
  const [sold] = await desk.db
    .insert(resellersTable)
    .values({ name: 'Rina', companyName: 'Reseller & Co', email: 'r@reseller.example' })
    .returning({ id: resellersTable.id });
  const own = { ownRenewalDate: '2027-04-05', price: '150000.50', margin: '12.55' } as const;
  await makeRenewal(desk.db, {
    ...{ domain: 'acme.example', company: 'Acme, "Pumps" & Söhne', externalId: '007654321000', renewsOn: '2027-04-05' },
    subscription: own,
    renewal: { price: own.price, margin: own.margin, providerRenewalDate: '2027-04-05', assignedToId: ravi.id },
    customer: { googleCustomerId: 'C01', email: 'billing@acme.example', ...(sold && { resellerId: sold.id }) },
  });
  // Its own date is that of an earlier year; nobody works on it; it is sold in dollars.
  await makeRenewal(desk.db, {
    ...{
      domain: 'beta.example',
      company: "'Beta' <b>&amp;</b> _x0041_",
      externalId: '123456789012345678901',
      renewsOn: '2027-04-07',
    },
    subscription: { ownRenewalDate: '2025-04-07', currency: 'USD', price: '99.00' },
    renewal: { providerRenewalDate: '2027-04-07', price: '99.00', followupComment: 'two\nlines; "quoted"' },
    customer: { googleCustomerId: 'C02' },
  });
  // It has no own date and no price, and two renewals in the month, of two people.
  const twice = await makeRenewal(desk.db, { domain: 'twice.example', externalId: 'S-3', renewsOn: '2027-04-09' });
  await desk.db
    .update(renewalsTable)
    .set({ state: 'closed', closedBecause: 'passed', assignedToId: ravi.id })
    .where(eq(renewalsTable.id, twice.id));
  await desk.db.execute(sql`insert into renewals (subscription_id, customer_id, term_end, external_id, domain_name,
      reseller_type, plan_name, status, sku_name, number_of_seats, assigned_to_id, created_at)
    select subscription_id, customer_id, '2027-04-29', external_id, domain_name, reseller_type, plan_name, status, sku_name,
      number_of_seats, ${asha.id}, now() from renewals where id = ${twice.id}`);
  // It was renewed: last year's term was dearer, lies more than a year back, and stands in the files as well.
  const renewed = await makeRenewal(desk.db, {
    ...{ domain: 'renewed.example', externalId: 'S-4', renewsOn: '2027-04-12' },
    subscription: { ownRenewalDate: '2027-04-12', price: '250.00' },
    renewal: { price: '250.00', providerRenewalDate: '2027-04-12' },
  });
  await desk.db
    .execute(sql`insert into renewals (subscription_id, customer_id, term_end, state, closed_because, external_id,
      domain_name, reseller_type, plan_name, status, sku_name, number_of_seats, price, assigned_to_id, created_at)
    select subscription_id, customer_id, '2026-02-12', 'closed', 'renewed', external_id, domain_name, reseller_type,
      plan_name, status, sku_name, number_of_seats, 300, ${ravi.id}, now() from renewals where id = ${renewed.id}`);
  for (const name of ['d1.example', 'd2.example']) {
    await makeDomain(desk.db, { name, customer: { companyName: `Company of ${name}` } });
  }
  await desk.db
    .insert(organizationsTable)
    .values({ organizationId: 'a'.repeat(24), name: 'Lotus', planName: 'Platform', productCode: 'JCP', licences: 46 });
  const contracts =
    'Domain,Organisation,End Date,Licences,Price,Currency\nd1.example,Lotus,30-04-2027,40,"2,40,000",USD\nd2.example,,15-04-2027,,,\n';
  expect((await importFile(asha, contracts, 'directory_contracts')).status).toBe(200);
  // A contract that was renewed within the month: its former term is over.
  await desk.db
    .execute(sql`insert into renewals (subscription_id, customer_id, product, term_end, state, closed_because,
      external_id, domain_name, reseller_type, plan_name, status, sku_name, number_of_seats, price, created_at)
    select subscription_id, customer_id, product, '2027-04-03', 'closed', 'renewed', external_id, domain_name, reseller_type,
      plan_name, status, sku_name, number_of_seats, 1, now() from renewals where domain_name = 'd1.example'`);
  const begun = await asha.uploads(checks.domains, {}, { name: 'd.csv', bytes: 'acme.example\nno domain\n' });
  const wrong = { name: 'x.csv', bytes: 'Domain,Renewal Date\nnone.example,soon\n' };
  const checked = await asha.uploads(imports.check, { kind: 'renewal_dates' }, wrong);
  runs = { check: begun.reply.run?.run_id ?? 0, errors: checked.reply.import_id };
});

/** Each export, and how its file is asked for. */
const exports: Readonly<Record<string, () => readonly [call: Call, body: object]>> = {
  [renewals.exportMonthly.path]: () => [renewals.exportMonthly, { month }],
  [boards.teamExport.path]: () => [boards.teamExport, { admin_email: 'ravi@desk.example', month }],
  [directoryProduct.exportMonthly.path]: () => [directoryProduct.exportMonthly, { month }],
  [resellers.exportMonth.path]: () => [resellers.exportMonth, { month }],
  [auditLog.export.path]: () => [auditLog.export, {}],
  [checks.exportRun.path]: () => [checks.exportRun, { run_id: runs.check }],
  [checks.template.path]: () => [checks.template, {}],
  [imports.errors.path]: () => [imports.errors, { import_id: runs.errors }],
  [imports.template.path]: () => [imports.template, { kind: 'prices' }],
};

/**
 * `unchanged`: taken, and nothing is written. `read`: taken line by line, by who writes nothing. `told`: each line says why it
 * is not for this import, or is over, and none writes. `refused`: the file has not the columns for it.
 * `sample`: a template's rows would be new.
 */
type Outcome = 'unchanged' | 'read' | 'told' | 'refused' | 'sample';

const RENEWALS: readonly Outcome[] = [
  ...(['unchanged', 'unchanged', 'unchanged', 'unchanged'] as const),
  ...(['refused', 'refused', 'read', 'read'] as const),
];
const REFUSED: readonly Outcome[] = intakes.map(() => 'refused');
const OF_DOMAINS: readonly Outcome[] = [...REFUSED.slice(0, -2), 'read', 'read'];
/** By export, in the order of these: assignment, what it would do, subscriptions, renewal dates, prices, contracts, two checkers. */
const EXPECTED: Readonly<Record<string, readonly Outcome[]>> = {
  [renewals.exportMonthly.path]: RENEWALS,
  [boards.teamExport.path]: RENEWALS,
  [directoryProduct.exportMonthly.path]: [
    ...(['unchanged', 'unchanged', 'refused', 'told'] as const),
    ...(['refused', 'unchanged', 'read', 'read'] as const),
  ],
  [resellers.exportMonth.path]: REFUSED,
  [auditLog.export.path]: REFUSED,
  [checks.exportRun.path]: OF_DOMAINS,
  [checks.template.path]: OF_DOMAINS,
  [imports.errors.path]: REFUSED,
  // The other kinds are read below.
  [imports.template.path]: REFUSED.with(intakes.indexOf(`${IMPORT} prices`), 'sample'),
};

interface Tally {
  new: number;
  changed: number;
  unchanged: number;
  wrong: number;
}

/** Result of a dry run; anything that would change something is shown as it is. */
function resultOf(tally: Tally): unknown {
  const { new: added, changed, unchanged, wrong } = tally;
  if (added + changed + wrong === 0) return 'unchanged';
  if (changed + unchanged + wrong === 0) return 'sample';
  return added + changed === 0 ? 'told' : tally;
}

const fieldsOf = (path: string, kind: string | undefined) => {
  if (kind !== undefined) return { kind };
  return ASSIGNMENT.includes(path) ? { month } : {};
};

async function outcomeOf(intake: string, file: { name: string; bytes: Buffer }): Promise<unknown> {
  const [path = '', kind] = intake.split(' ');
  const call = calls.find((one) => one.path === path) ?? expect.unreachable(path);
  const { status, reply } = await asha.uploads(call, fieldsOf(path, kind), file);
  const answer = reply as { updated?: number; run?: object; tally?: Tally };
  if (status === 422) return 'refused';
  if (answer.run) return 'read';
  if (answer.tally) return resultOf(answer.tally);
  return status === 200 && answer.updated === 0 ? 'unchanged' : reply;
}

test('a file of all months tells of what is over, and that changes nothing', async () => {
  for (const accept of ['*/*', WORKBOOK]) {
    const { bytes } = await asha.calls(renewals.exportMonthly, {}, { accept });
    for (const kind of ['subscriptions', 'renewal_dates'] as const) {
      expect(await outcomeOf(`${IMPORT} ${kind}`, { name: 'all', bytes })).toBe('unchanged');
      await desk.db.delete(throttlesTable);
    }
  }
});

test('every export and every way in is in the list', () => {
  expect(Object.keys(exports).toSorted()).toEqual(
    calls
      .filter((one) => one.download)
      .map(({ path }) => path)
      .toSorted(),
  );
  expect(intakes).toEqual([
    ...ASSIGNMENT,
    ...ImportKind.options.map((kind) => `${imports.check.path} ${kind}`),
    checks.domains.path,
    checks.mail.path,
  ]);
});

describe.each([
  ['CSV', '*/*'],
  ['XLSX', WORKBOOK],
])('the %s file of', (form, accept) => {
  test.each(Object.keys(exports))('%s goes unchanged through every import that it is for', async (path) => {
    const [call, body] = exports[path]?.() ?? expect.unreachable(path);
    const { status, headers, bytes } = await asha.calls(call, body, { accept });
    expect([status, String(headers['content-type']).includes(accept === '*/*' ? 'text/csv' : accept)]).toEqual([
      200,
      true,
    ]);
    // An account has three files that wait at most.
    await desk.db.execute(sql`update check_runs set state = 'cancelled'`);
    await desk.db.delete(throttlesTable);
    const found: unknown[] = [];
    for (const intake of intakes) found.push(await outcomeOf(intake, { name: `own.${form.toLowerCase()}`, bytes }));
    expect(found).toEqual(EXPECTED[path]);
  });

  test.each(ImportKind.options)('the template of %s has the columns of that import and no others', async (kind) => {
    const { bytes } = await asha.calls(imports.template, { kind }, { accept });
    const { status, reply } = await asha.uploads(imports.check, { kind }, { name: 'template', bytes });
    expect(status).toBe(200);
    expect(reply.notes).toEqual([]);
    expect(reply.rows.every(({ column }) => !/Date|Price|Margin|Seats|Plan/.test(column ?? ''))).toBe(true);
  });
});
