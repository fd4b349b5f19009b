import { checks, MailStatus } from '@desk/contract/checks';
import { parse } from 'csv-parse/sync';
import { desc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { checkLinesTable, checkRunsTable } from '../../platform/db/tables/checks.ts';
import { timetable } from '../../app/jobs.ts';
import { checksDesk, listOf } from './testing/checks-desk.ts';

const { dns, openDesk } = await checksDesk();

/** Every setup and every way to fail, twice, beside what is no domain. */
const everything = () => {
  const names = [...dns.zone.keys()].filter((name) => name.endsWith('.dns.example'));
  return [...names, 'never-heard-of.dns.example', 'localhost', '10.0.0.1', ...names].join('\n');
};

describe('a file with every class and every fault', () => {
  test('is checked line by line, and the counts add up to its lines', async () => {
    const desk = await openDesk();
    const started = await desk.begins(everything());
    await desk.work();

    const { run, counts, total } = await desk.look(started.run_id);

    const lines = everything().split('\n').length;
    expect(run).toMatchObject({ state: 'done', lines, checked: lines, error: null });
    expect(run.finished_at).not.toBeNull();
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(lines);
    expect(total).toBe(lines);
    const names = [...dns.zone.keys()].filter((name) => name.endsWith('.dns.example')).length;
    const expected = { google: 1, google_legacy: 2, google_mixed: 2, microsoft: 2, zoho: 3, gateway: 18, other: 3 };
    expect(counts.map(({ status }) => status)).toEqual(MailStatus.options);
    expect(Object.fromEntries(counts.map(({ status, count }) => [status, count]))).toEqual({
      ...expected,
      ...{ null_mx: 1, no_mx: 1, no_domain: 1, error: 3, not_a_domain: 2, duplicate: names },
    });
  });

  test('is shown fifteen lines a page in the order of the file, or those of one status', async () => {
    const desk = await openDesk();
    const content = [...listOf(40).split('\n'), 'zoho.dns.example', 'microsoft.dns.example', 'zoho-india.dns.example'];
    const { run_id } = await desk.begins(content.join('\n'));
    await desk.work();

    const pages = await Promise.all([1, 2, 3, 4].map((page) => desk.look(run_id, page)));
    expect(pages.map(({ domains }) => domains.length)).toEqual([15, 15, 13, 0]);
    expect(pages.flatMap(({ domains }) => domains.map(({ input }) => input))).toEqual(content);
    const { reply } = await desk.asha.calls(checks.run, { run_id, status: 'zoho' });
    expect(reply).toMatchObject({ total: 2, domains: [{ line: 41, status: 'zoho' }, { line: 43 }] });
    expect(reply.counts).toHaveLength(3);
  });

  test('is told to browsers as it goes on', async () => {
    const desk = await openDesk();
    await desk.begins(listOf(45));
    desk.announced.length = 0;
    await desk.work();
    // It begins, has three batches, and ends.
    expect(desk.announced).toEqual(Array(5).fill({ kind: 'checks' }));
  });
});

describe('export_data.csv', () => {
  const exported = async (desk: Awaited<ReturnType<typeof openDesk>>, body: { run_id: number; status?: 'error' }) => {
    const { headers, reply } = await desk.asha.calls(checks.exportRun, body);
    expect(headers['content-disposition']).toBe('attachment; filename="export_data.csv"');
    return parse(reply as unknown as string, { bom: true });
  };

  test('holds every checked line, guarded, and is recorded with its rows', async () => {
    const desk = await openDesk();
    const { run_id } = await desk.begins('Domain Name\ngoogle-new.dns.example\n=1+1\nservfail.dns.example\n');
    await desk.work();

    expect(await exported(desk, { run_id })).toEqual([
      ['Line', 'As Written', 'Domain Name', 'Status', 'Provider', 'MX Records', 'Hint', 'Error'],
      [
        ...['2', 'google-new.dns.example', 'google-new.dns.example', 'Google Workspace', 'Google Workspace'],
        ...['1 smtp.google.com', '', ''],
      ],
      ['3', "'=1+1", '', 'Not a domain', '', '', '', ''],
      ['4', 'servfail.dns.example', 'servfail.dns.example', 'No answer', '', '', '', 'ESERVFAIL'],
    ]);
    expect(await exported(desk, { run_id, status: 'error' })).toHaveLength(2);
    const entries = await desk.db.select().from(auditLogTable).orderBy(desc(auditLogTable.id)).limit(2);
    expect(entries).toMatchObject([
      {
        action: 'exported',
        subject: 'check',
        subjectId: run_id,
        changes: [{ new: 'error' }, { field: 'rows', new: '1' }],
      },
      { action: 'exported', actor: desk.asha.email, changes: [{ field: 'rows', new: '3' }] },
    ]);
  });

  test('can be uploaded again', async () => {
    const desk = await openDesk();
    const { run_id } = await desk.begins('Domain Name\nzoho.dns.example\n=1+1\n');
    await desk.work();
    const { reply } = await desk.asha.calls(checks.exportRun, { run_id });
    expect(await desk.begins(reply as unknown as string)).toMatchObject({ lines: 2, checked: 1 });
  });
});

describe('a run', () => {
  test('is shown, exported and cancelled by all who have its screen; to others there is none', async () => {
    const desk = await openDesk();
    const { run_id } = await desk.begins('zoho.dns.example', 'domains');
    const ravi = await desk.as({ email: 'ravi@desk.example', menus: ['domain_checker'] });
    const devika = await desk.as({ email: 'devika@desk.example', menus: ['mx_records'] });

    for (const call of [checks.run, checks.exportRun, checks.cancel]) {
      expect(await devika.calls(call, { run_id })).toMatchObject({ status: 404 });
      expect(await devika.calls(call, { run_id: 99 })).toMatchObject({ status: 404 });
    }
    expect((await devika.calls(checks.runs, { kind: 'domains' })).status).toBe(404);
    expect((await devika.calls(checks.runs, { kind: 'mail' })).reply.runs).toEqual([]);
    expect((await ravi.calls(checks.runs, { kind: 'domains' })).reply.runs).toMatchObject([
      { run_id, started_by: desk.asha.email },
    ]);
    expect((await ravi.calls(checks.run, { run_id })).status).toBe(200);
    expect((await ravi.calls(checks.cancel, { run_id })).status).toBe(200);
  });

  test('that nobody works on yet is cancelled before anybody is asked', async () => {
    const desk = await openDesk();
    const { run_id } = await desk.begins('cancelled.dns.example\nlocalhost');

    expect((await desk.asha.calls(checks.cancel, { run_id })).status).toBe(200);
    await desk.work();

    expect((await desk.look(run_id)).run).toMatchObject({ state: 'cancelled', checked: 1, lines: 2 });
    expect(dns.asked('MX cancelled.dns.example')).toBe(0);
    expect(await desk.asha.calls(checks.cancel, { run_id })).toMatchObject({
      status: 409,
      reply: { message: 'This check is over already.' },
    });
    const entries = await desk.db
      .select()
      .from(auditLogTable)
      .where(eq(auditLogTable.action, 'check_cancelled'))
      .orderBy(auditLogTable.id);
    expect(entries).toMatchObject([{ actor: desk.asha.email, subjectId: run_id, changes: [{ new: '1' }] }]);
  });

  test('is one of the ten newest, and is forgotten with its lines after 30 days', async () => {
    const desk = await openDesk();
    const old = await desk.begins('name.dns.example');
    await desk.db.update(checkRunsTable).set({ state: 'done' });
    await desk.pool.query(`insert into check_runs (kind, file_name, account_id, state, lines, heartbeat_at, created_at)
      select kind, file_name, account_id, state, lines, now(), now() from check_runs, generate_series(1, 11)`);
    const runs = async () => (await desk.asha.calls(checks.runs, { kind: 'mail' })).reply.runs;
    expect((await runs()).map(({ run_id }) => run_id)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);

    await desk.pool.query(`update check_runs set created_at = now() - interval '30 days 1 minute' where id = 1`);
    await desk.pool.query(`update check_runs set created_at = now() - interval '29 days' where id = 2`);
    await timetable.tasks['tidy-up']?.({}, desk.services, new AbortController().signal);

    expect((await desk.asha.calls(checks.run, { run_id: old.run_id })).status).toBe(404);
    expect((await desk.asha.calls(checks.run, { run_id: 2 })).status).toBe(200);
    expect(await desk.db.$count(checkLinesTable)).toBe(0);
  });
});
