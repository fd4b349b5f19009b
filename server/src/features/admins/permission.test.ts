import { admins } from '@desk/contract/admins';
import { expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { edit, ADMIN_MENUS, two } from './testing/delegating.ts';

const permit = (admin_id: number, may_export: boolean) => ({ formData: { admin_id, may_export } });

test('the permission to export is given and taken by who has it, and recorded', async () => {
  const { desk, asha, ravi } = await two({ mayExport: true }, {});

  expect((await asha.calls(admins.update, permit(ravi.id, true))).status).toBe(200);

  const { reply } = await asha.calls(admins.details, { email: ravi.email });
  expect(reply.admins[0]?.may_export).toBe(true);
  const [entry] = await desk.db.select().from(auditLogTable);
  expect(entry).toMatchObject({
    action: 'admin_changed',
    subjectId: ravi.id,
    changes: [{ field: 'may_export', old: 'false', new: 'true' }],
  });
});

test('who does not have it neither gives nor takes it', async () => {
  const { desk, asha, ravi } = await two({}, { mayExport: true });

  expect((await asha.calls(admins.update, permit(ravi.id, false))).status).toBe(403);
  expect((await asha.calls(admins.update, permit(asha.id, true))).status).toBe(403);
  expect(await desk.db.$count(auditLogTable)).toBe(0);
});

test('the last one who has it neither loses it nor goes', async () => {
  const { asha, ravi } = await two({ mayExport: true }, {});
  const message = 'At least one active administrator must be left who can invite others, and one who may export.';

  const given = await asha.calls(admins.update, permit(asha.id, false));
  expect([given.status, given.reply.message]).toEqual([423, expect.stringContaining(message)]);
  expect((await ravi.calls(admins.update, edit(asha.id, { status: 'SUSPENDED' }))).status).toBe(423);

  await asha.calls(admins.update, permit(ravi.id, true));
  expect((await asha.calls(admins.update, permit(asha.id, false))).status).toBe(200);
});

test('where nobody has it any more, it is given by who has all menus', async () => {
  const { desk, asha, ravi } = await two({}, { menus: [...ADMIN_MENUS] });
  await desk.account({ email: 'gone@desk.example', mayExport: true, status: 'SUSPENDED' });

  expect((await ravi.calls(admins.update, permit(ravi.id, true))).status).toBe(403);
  expect((await asha.calls(admins.update, permit(asha.id, true))).status).toBe(200);
  expect((await asha.calls(admins.update, permit(ravi.id, true))).status).toBe(200);
});
