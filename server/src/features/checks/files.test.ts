import { checks, MOST_LINES } from '@desk/contract/checks';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { checkLinesTable, checkRunsTable } from '../../platform/db/tables/checks.ts';
import { row, workbook } from '../../platform/files/testing/workbook.ts';
import { checksDesk, listOf } from './testing/checks-desk.ts';
import { FILE_LIMIT } from './rules.ts';

const { openDesk } = await checksDesk();
type Desk = Awaited<ReturnType<typeof openDesk>>;

const kept = async ({ db }: Desk) =>
  (await db.select().from(checkLinesTable).orderBy(checkLinesTable.line)).map(({ line, input, domain, status }) => [
    line,
    input,
    domain,
    status,
  ]);

describe('a file', () => {
  test.each<[string, string | Buffer]>([
    ['with a header', 'Domain Name,Company\nacme.example,Acme\nbeta.example,Beta\n'],
    ['whose header is written otherwise', 'company;CUSTOMER_DOMAIN\nAcme;acme.example\nBeta;beta.example\n'],
    ['in UTF-16 with tabs', Buffer.from('\uFEFFCompany\tdomain\r\nA\tacme.example\r\nB\tbeta.example\r\n', 'utf16le')],
    ['of Excel', workbook(row(1, 'Domain') + row(2, 'acme.example') + row(3, 'beta.example'))],
    ['with blank lines', 'Domain Name\n\n'.replace('\n\n', '\nacme.example\nbeta.example\n\n\n')],
  ])('%s becomes lines that are checked later', async (_what, content) => {
    const desk = await openDesk();

    const run = await desk.begins(content);

    expect(run).toMatchObject({
      kind: 'mail',
      file_name: 'domains.csv',
      started_by: desk.asha.email,
      state: 'queued',
      ...{ lines: 2, checked: 0, error: null, finished_at: null },
    });
    expect(await kept(desk)).toEqual([
      [2, 'acme.example', 'acme.example', null],
      [3, 'beta.example', 'beta.example', null],
    ]);
    expect(desk.announced).toEqual([{ kind: 'checks' }]);
  });

  test('that is a plain list has no header to lose', async () => {
    const desk = await openDesk();
    await desk.begins('acme.example\r\nbeta.example');
    expect(await kept(desk)).toEqual([
      [1, 'acme.example', 'acme.example', null],
      [2, 'beta.example', 'beta.example', null],
    ]);
  });

  test('may hold what is no domain, and a domain twice: such lines are answered before anybody is asked', async () => {
    const desk = await openDesk();
    const lines = [
      ['https://Acme.example/contact', 'acme.example', null],
      ['ACME.example.', 'acme.example', 'duplicate'],
      ['asha@acme.example', 'acme.example', 'duplicate'],
      ['192.0.2.7', null, 'not_a_domain'],
      ['localhost', null, 'not_a_domain'],
      ['http://', null, 'not_a_domain'],
      ['\u0430cme.example', null, 'not_a_domain'],
      [`${'a'.repeat(64)}.example`, null, 'not_a_domain'],
      ['भारत.example', 'xn--h2brj9c.example', null],
    ] as const;

    const run = await desk.begins(['Domain Name', ...lines.map(([input]) => input)].join('\n'));

    expect(run).toMatchObject({ lines: 9, checked: 7 });
    expect(await kept(desk)).toEqual(lines.map((line, n) => [n + 2, ...line]));
  });

  test('with endless cells is kept short', async () => {
    const desk = await openDesk();
    await desk.begins(`Domain Name\n${'x'.repeat(299)}😀${'y'.repeat(5_000)}\n`);
    expect(await kept(desk)).toEqual([[2, 'x'.repeat(299), null, 'not_a_domain']]);
  });

  test('is recorded with its name and its lines', async () => {
    const desk = await openDesk();
    const run = await desk.begins('acme.example', 'domains');
    expect(await desk.db.select().from(auditLogTable).orderBy(auditLogTable.id)).toMatchObject([
      {
        actor: desk.asha.email,
        action: 'check_started',
        subject: 'check',
        subjectId: run.run_id,
        changes: [
          { field: 'file', new: 'domains.csv' },
          { field: 'kind', new: 'domains' },
          { field: 'lines', new: '1' },
        ],
      },
    ]);
  });

  test.each<[string, string | Buffer, object]>([
    ['empty', '', { reason: 'The file is empty.' }],
    ['blank', ' \n\n', { reason: 'The file is empty.' }],
    ['all header', 'Domain Name\n', { reason: 'The file has no domains below its header.' }],
    ['without a column of domains', 'Company,City\nA,B\n', { column: 'Domain Name' }],
    [
      'of one column with another header',
      'Company\nacme.example\n',
      { line: 1, reason: "The first line is neither a domain nor the header 'Domain Name'." },
    ],
    ['two columns of domains', 'Domain,Domain Name\na.example,b.example\n', { column: 'Domain Name' }],
    ['binary', Buffer.from([0x4d, 0x5a, 0, 1, 2, 0xff, 0, 0]), { reason: 'This is not a CSV or XLSX file.' }],
    ['with NUL', 'Domain Name\nacme\0.example\n', { reason: 'This is not a CSV or XLSX file.' }],
    ['an old Excel file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), { line: null }],
    ['torn', 'Domain Name\n"acme.example\n', { reason: expect.stringContaining('quote') as string }],
    ['of 100,000 lines', listOf(100_000, 'n'), { reason: expect.stringContaining('more than 5,000 rows') as string }],
    ['a list of 5,001', listOf(MOST_LINES + 1), { line: MOST_LINES + 1 }],
  ])('that is %s is refused whole and says why', async (_what, content, error) => {
    const desk = await openDesk();

    const { status, reply } = await desk.uploads(content);

    expect([status, reply.message]).toEqual([422, 'There is an issue with the file. Please try again...!']);
    expect(reply.errors).toEqual([expect.objectContaining(error)]);
    expect(await desk.db.$count(checkRunsTable)).toBe(0);
  });

  test('of 5,000 lines is taken, a byte more than 5 MB is not', async () => {
    const desk = await openDesk();
    expect(await desk.begins(`Domain Name\n${listOf(MOST_LINES)}`)).toMatchObject({ lines: MOST_LINES });
    expect(await desk.uploads(Buffer.alloc(5 * 1024 * 1024 + 1, 'a'))).toMatchObject({ status: 413 });
  });
});

test('one person has three files under way at most, and sends so many a minute', async () => {
  const desk = await openDesk();
  for (const n of [1, 2, 3]) await desk.begins(`name-${n}.dns.example`);
  expect(await desk.uploads('name.dns.example')).toMatchObject({
    status: 409,
    reply: { message: 'Three of your files are waiting. Cancel one or wait for it.' },
  });

  await desk.work();

  for (let sent = 4; sent < FILE_LIMIT.hits; sent += 1) {
    await desk.begins('name.dns.example');
    await desk.work();
  }
  expect(await desk.uploads('name.dns.example')).toMatchObject({
    status: 429,
    reply: {
      message: expect.stringMatching(
        /^Nothing was checked\. Too many attempts: try again in \d+ seconds?\.$/,
      ) as string,
    },
  });
});

test('of files that one person sends at the same time three wait, the others are refused', async () => {
  const desk = await openDesk();
  const sent = await Promise.all(Array.from({ length: 8 }, (_, n) => desk.uploads(`name-${n}.dns.example`)));
  expect(sent.map(({ status }) => status).toSorted()).toEqual([
    ...Array<number>(3).fill(200),
    ...Array<number>(5).fill(409),
  ]);
});

test('template.csv is a file that is taken', async () => {
  const desk = await openDesk();
  const { headers, reply } = await desk.asha.calls(checks.template, {});
  expect(headers['content-disposition']).toBe('attachment; filename="template.csv"');
  const rows = parse(reply as unknown as string, { bom: true });
  expect(rows[0]).toEqual(['Domain Name']);
  expect(await desk.begins(reply as unknown as string)).toMatchObject({ lines: rows.length - 1, checked: 0 });
});
