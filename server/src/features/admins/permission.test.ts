import { admins } from '@desk/contract/admins';
import { expect, test } from 'vitest';
import { auditLogTable } from '../../db/tables/audit.ts';
import { two } from './testing/delegating.ts';

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
