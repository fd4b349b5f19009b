import { renewals } from '@desk/contract/renewals';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';

const ravi = 'ravi@desk.example';

async function deskWithOne() {
  const desk = await testServer();
  const asha = await desk.as();
  await desk.account({ email: ravi, role: 'RMEMBER', name: 'Ravi' });
  const { id } = await makeRenewal(desk.db, { renewal: { segment: 'SMB' } });
  const row = async () => (await desk.db.select().from(renewalsTable).where(eq(renewalsTable.id, id)))[0];
  const entries = () => desk.db.select().from(auditLogTable).orderBy(asc(auditLogTable.id));
  return { asha, id, row, entries };
}

test('details are taken back by the values that they replaced, whatever else was written on the renewal meanwhile', async () => {
  const { asha, id, row, entries } = await deskWithOne();
  const before = { zone: null, segments: 'SMB', assigned_to: null } as const;
  const after = { zone: 'West', segments: 'SMB', assigned_to: ravi } as const;
  await asha.calls(renewals.updateDetails, { renewal_id: id, version: 1, ...after });
  await asha.calls(renewals.setSegment, { renewal_id: id, segments: 'Startup' });

  const { status, reply } = await asha.calls(renewals.updateDetails, { renewal_id: id, was: after, ...before });

  expect([status, reply]).toEqual([200, { version: 4 }]);
  expect(await row()).toMatchObject({ zone: null, segment: 'Startup', assignedToId: null });
  expect((await entries()).at(-1)?.changes).toEqual([
    { field: 'zone', old: 'West', new: null },
    { field: 'assigned_to', old: ravi, new: null },
  ]);
});

test('details that somebody else has set anew are not taken back', async () => {
  const { asha, id, row } = await deskWithOne();
  const before = { zone: null, segments: null, assigned_to: null } as const;
  const after = { zone: 'West', segments: null, assigned_to: null } as const;
  await asha.calls(renewals.updateDetails, { renewal_id: id, version: 1, ...after });
  await asha.calls(renewals.setZone, { renewal_id: id, zone: 'South' });

  expect((await asha.calls(renewals.updateDetails, { renewal_id: id, was: after, ...before })).status).toBe(409);
  expect(await row()).toMatchObject({ zone: 'South' });
});

test('details without a version and without what they replace are refused', async () => {
  const { asha, id } = await deskWithOne();
  const values = { zone: 'West', segments: null, assigned_to: null } as const;

  expect(await asha.calls(renewals.updateDetails, { renewal_id: id, ...values })).toMatchObject({ status: 400 });
});
