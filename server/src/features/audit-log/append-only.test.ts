import { auditLog } from '@desk/contract/audit-log';
import { access } from '@desk/contract/access';
import { expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { testServer } from '../../testing/server.ts';

test.each([
  "update audit_log set actor = 'nobody'",
  "update audit_log set changes = '[]' where false",
  'delete from audit_log',
  'delete from audit_log where id = (select max(id) from audit_log)',
  'truncate audit_log',
  'truncate audit_log, sessions cascade',
  'delete from audit_log_first',
  'truncate audit_log_first',
  "update audit_log_rest set actor = 'nobody'",
  'truncate audit_log_rest',
  'merge into audit_log l using accounts a on l.actor_id = a.id when matched then delete',
  `insert into audit_log (id, actor, action, subject, changes, at) overriding system value
     select id, 'nobody', action, subject, changes, at from audit_log on conflict (at, id) do update set actor = excluded.actor`,
])('even its owner cannot change what is written: %s', async (statement) => {
  const desk = await testServer();
  const asha = await desk.as();
  await asha.calls(access.editUser, { formData: { name: 'Asha Rao', phone_number: '9800000000' } });
  const { rows } = await desk.pool.query(
    "select tableowner = current_user as owns from pg_tables where tablename = 'audit_log'",
  );
  expect(rows).toEqual([{ owns: true }]);
  const before = await desk.db.select().from(auditLogTable).orderBy(auditLogTable.id);

  await expect(desk.pool.query(statement)).rejects.toThrow('append-only');

  expect(await desk.db.select().from(auditLogTable).orderBy(auditLogTable.id)).toEqual(before);
});

test('a write that fails leaves no entry', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  await desk.pool.query(
    "create function fail() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$; " +
      'create trigger fails after insert on audit_log for each row execute function fail()',
  );

  const { status } = await asha.calls(access.editUser, { formData: { name: 'Other', phone_number: '9800000000' } });
  await desk.pool.query('drop trigger fails on audit_log; drop function fail()');

  expect(status).toBe(500);
  expect((await asha.calls(access.profile, {})).reply.name).toBe('Asha');
  expect((await asha.calls(auditLog.entries, {})).reply.entries).toEqual([]);
});
