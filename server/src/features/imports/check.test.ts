import { imports } from '@desk/contract/imports';
import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { importsTable } from '../../platform/db/tables/subscriptions.ts';
import { row, workbook } from '../../platform/files/testing/workbook.ts';
import { timetable } from '../../app/jobs.ts';
import { testServer } from '../../testing/server.ts';
import { ACME, BETA, check, confirm, counts, csv, FILE, HEADER, NOTHING, open } from './testing/files.ts';
import { NOW } from '../../platform/db/now.ts';

/** The text of a download. */
const textOf = ({ reply }: { reply: unknown }) => reply as string;

test.each<[string, string | Buffer]>([
  ['commas', FILE],
  ['semicolons', FILE.replaceAll(',', ';')],
  ['tabs', FILE.replaceAll(',', '\t')],
  ['Windows line ends and a byte order mark', `\uFEFF${FILE.replaceAll('\n', '\r\n')}`],
  ['UTF-16', Buffer.from(`\uFEFF${FILE}`, 'utf16le')],
  ['XLSX', workbook(row(1, ...HEADER) + row(2, ...ACME) + row(3, ...BETA))],
])('a file with %s is checked, and nothing but its reading is written', async (_what, content) => {
  const { desk, asha } = await open();

  const { status, reply } = await check(asha, content);

  expect(status).toBe(200);
  expect(reply.tally).toEqual({ new: 2, changed: 0, unchanged: 0, wrong: 0 });
  expect(reply.rows).toEqual([
    { line: 2, verdict: 'new', subject: 'acme.example', column: null, reason: null },
    {
      ...{ line: 3, verdict: 'new', subject: 'beta.example', column: null },
      reason: 'Without a Renewal Date no renewal is opened',
    },
  ]);
  expect(reply.more).toBe(0);
  expect(await counts(desk)).toEqual(NOTHING);
});

test('a file with wrong rows is not written, and its errors come as export_data.csv', async () => {
  const { desk, asha } = await open();
  const { reply } = await check(
    asha,
    csv(HEADER, ACME, ['=cmd|1', ...BETA.slice(1)], [...BETA.slice(0, 5), 'x', '', '']),
  );

  const confirmed = await confirm(asha, reply.import_id);
  expect(confirmed).toMatchObject({
    status: 422,
    reply: { message: 'The file has wrong rows. Mend them and check it again.' },
  });
  expect(await counts(desk)).toEqual(NOTHING);

  const errors = await asha.calls(imports.errors, { import_id: reply.import_id });
  expect(errors.headers['content-disposition']).toBe('attachment; filename="export_data.csv"');
  expect(parse(textOf(errors), { bom: true })).toEqual([
    ['Line', 'Domain, Subscription Id or SKU', 'Column', 'Reason'],
    ['3', "'=cmd|1", 'Domain', 'A formula is not taken. Enter the plain value'],
    ['4', 'beta.example', 'Seats', 'Enter a whole number from 0 to 1,000,000'],
  ]);
});

test.each<[string, string | Buffer, object]>([
  ['no CSV at all', Buffer.from([0x4d, 0x5a, 0, 1, 2, 0]), {}],
  [
    'a missing column',
    'Domain,Company Name\na.example,A',
    { column: 'Subscription Id', reason: "The file has no column 'Subscription Id'." },
  ],
  ['no rows', csv(HEADER), { reason: 'The file has no rows below its header.' }],
  [
    '50,000 lines',
    csv(HEADER, ...Array.from({ length: 50_000 }, () => ACME)),
    { reason: 'The file has more than 10,000 rows. Split it into smaller files.' },
  ],
  ['a line with too many cells', `${FILE}\na,b,c,d,e,f,g,h,i`, { line: 4 }],
])('a file with %s is refused with its reason', async (_what, content, error) => {
  const { desk, asha } = await open();

  const { status, reply } = await check(asha, content);

  expect(status).toBe(422);
  expect(reply).toMatchObject({ message: 'There is an issue with the file. Please try again...!', errors: [error] });
  expect(await desk.db.$count(importsTable)).toBe(0);
});

test('a check without a file is refused', async () => {
  const { asha } = await open();
  const { status, reply } = await asha.uploads(imports.check, { kind: 'subscriptions' });
  expect({ status, errors: reply.errors }).toMatchObject({ status: 422, errors: [{ reason: 'No file was sent.' }] });
});

test('the templates are files that the desk takes', async () => {
  const { asha } = await open();
  const template = await asha.calls(imports.template, { kind: 'subscriptions' });
  expect(template.headers['content-disposition']).toBe('attachment; filename="template.csv"');

  const checked = await check(asha, textOf(template));

  expect(checked.reply.tally).toEqual({ new: 2, changed: 0, unchanged: 0, wrong: 0 });
  const prices = await asha.calls(imports.template, { kind: 'prices' });
  expect((await check(asha, textOf(prices), 'prices')).reply.tally).toEqual(checked.reply.tally);
  const dates = await asha.calls(imports.template, { kind: 'renewal_dates' });
  expect(textOf(dates).split('\r\n')[0]).toBe('\uFEFFSubscription Id,Domain,Renewal Date,Price,Currency,Margin');
});

test.each(['confirm', 'errors'] as const)('%s of an unknown import finds nothing', async (name) => {
  const { asha } = await open();
  expect(await asha.calls(imports[name], { import_id: 99 })).toMatchObject({
    status: 404,
    reply: { message: 'No Data Present' },
  });
});

test('staff without the screen may not import', async () => {
  const desk = await testServer();
  const ravi = await desk.as({ menus: ['get_monthly_renewal'] });
  expect((await check(ravi, FILE)).status).toBe(403);
});

test('a checked file is forgotten after a week', async () => {
  const { desk, asha } = await open();
  await check(asha, FILE);
  await check(asha, FILE);
  await desk.db.execute(sql`update imports set created_at = ${NOW} - interval '8 days' where id = 1`);

  await timetable.tasks['tidy-up']?.({}, desk.services, new AbortController().signal);

  expect(await desk.db.select({ id: importsTable.id }).from(importsTable)).toEqual([{ id: 2 }]);
});
