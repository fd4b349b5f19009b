import { audit } from './audit.ts';
import { makeAuditYears } from './years.ts';
import { access } from '@desk/contract/access';
import { auditLog } from '@desk/contract/audit-log';
import { expect, test } from 'vitest';
import { setTestClock } from '../../testing/clone.ts';
import { testServer } from '../../testing/server.ts';

const BOUND = "substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''(\\d{4})')";

/** A desk whose log has no year more than the migration made. */
async function aDesk() {
  const desk = await testServer();
  const years = async () => {
    const { rows } = await desk.pool.query<{ name: string; before: number | null }>(
      `select c.relname as name, ${BOUND}::int as before from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'audit_log'::regclass order by 2 nulls last`,
    );
    return rows;
  };
  // Other tests, whose clocks are ahead, make years too.
  for (const { name } of await years()) if (/\d$/.test(name)) await desk.pool.query(`drop table ${name}`);
  const made = await years();
  const first = made[0]?.before ?? expect.unreachable('the log has a bound');
  return { desk, years, first };
}

test('years are made thirteen months ahead, once, whoever asks', async () => {
  const { desk, years, first } = await aDesk();
  const before = await years();
  setTestClock(() => new Date(`${first - 2}-11-30T23:00:00Z`));
  await makeAuditYears(desk.services.db);
  expect(await years()).toEqual(before);

  setTestClock(() => new Date(`${first - 2}-12-01T01:00:00Z`));
  await Promise.all([makeAuditYears(desk.services.db), makeAuditYears(desk.services.db)]);

  const made = { name: `audit_log_${first}`, before: first + 1 };
  expect(await years()).toEqual([before[0], made, before[1]]);
  await expect(desk.pool.query(`truncate audit_log_${first}`)).rejects.toThrow('append-only');
});

test('where no year is to be made, nobody who reads the log is waited for', async () => {
  const { desk, first } = await aDesk();
  setTestClock(() => new Date(`${first - 2}-06-01T00:00:00Z`));
  const reader = await desk.pool.connect();
  try {
    await reader.query('begin');
    await reader.query('select count(*) from audit_log');
    await makeAuditYears(desk.services.db);
  } finally {
    await reader.query('rollback');
    reader.release();
  }
});

test('what was written before its year was made is found before and after, and nothing of it can be changed', async () => {
  const { desk, first } = await aDesk();
  setTestClock(() => new Date(`${first}-03-04T05:06:07Z`));
  const asha = await desk.as();
  await asha.calls(access.editUser, { formData: { name: 'Asha Rao', phone_number: '9800000000' } });
  const inTable = async () =>
    (await desk.pool.query<{ name: string }>('select tableoid::regclass::text as name from audit_log order by at, id'))
      .rows;
  expect(new Set((await inTable()).map(({ name }) => name))).toEqual(new Set(['audit_log_rest']));
  const entries = async () => (await asha.calls(auditLog.entries, {})).reply.entries;
  const before = await entries();

  await makeAuditYears(desk.services.db);
  await audit(desk.db, {}, { action: 'tested', subject: 'job', changes: [] });

  expect(new Set((await inTable()).map(({ name }) => name))).toEqual(new Set([`audit_log_${first}`]));
  expect((await entries()).slice(1)).toEqual(before);
  await expect(desk.pool.query('delete from audit_log_rest')).rejects.toThrow('append-only');
  await expect(desk.pool.query(`delete from audit_log_${first}`)).rejects.toThrow('append-only');
});
