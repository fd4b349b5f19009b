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
  await desk.account({ email: 'gone@desk.example', role: 'RMEMBER', status: 'SUSPENDED' });
  await desk.account({ email: 'customer@acme.example', kind: 'customer' });
  const { id } = await makeRenewal(desk.db, { renewsOn: '2027-04-10' });
  const row = async () => (await desk.db.select().from(renewalsTable).where(eq(renewalsTable.id, id)))[0];
  const entries = () => desk.db.select().from(auditLogTable).orderBy(asc(auditLogTable.id));
  return { desk, asha, id, row, entries };
}

test('zone, segment and assignee are written with who, what, old and new', async () => {
  const { desk, asha, id, row, entries } = await deskWithOne();

  expect((await asha.calls(renewals.setZone, { renewal_id: id, zone: 'North' })).reply).toEqual({ version: 2 });
  expect((await asha.calls(renewals.setZone, { renewal_id: id, zone: 'West', was: 'North' })).reply).toEqual({
    version: 3,
  });
  expect((await asha.calls(renewals.setSegment, { renewal_id: id, segments: 'SMB', was: null })).status).toBe(200);
  expect((await asha.calls(renewals.setAssignee, { renewalid: id, emailid: 'RAVI@desk.example' })).status).toBe(200);
  expect((await asha.calls(renewals.setAssignee, { renewalid: id, emailid: '', was: ravi })).reply).toEqual({
    version: 6,
  });

  expect(await row()).toMatchObject({ zone: 'West', segment: 'SMB', assignedToId: null, version: 6 });
  expect((await entries()).map(({ actor, action, subjectId, changes }) => [actor, action, subjectId, changes])).toEqual(
    [
      [asha.email, 'zone_changed', id, [{ field: 'zone', old: null, new: 'North' }]],
      [asha.email, 'zone_changed', id, [{ field: 'zone', old: 'North', new: 'West' }]],
      [asha.email, 'segment_changed', id, [{ field: 'segment', old: null, new: 'SMB' }]],
      [asha.email, 'assignee_changed', id, [{ field: 'assigned_to', old: null, new: ravi }]],
      [asha.email, 'assignee_changed', id, [{ field: 'assigned_to', old: ravi, new: null }]],
    ],
  );
  expect((await entries())[0]).toMatchObject({ subject: 'renewal', actorId: asha.id, ip: '127.0.0.1' });
  expect(desk.announced).toEqual(Array.from({ length: 5 }, () => ({ kind: 'month', month: '2027-04' })));
});

test('the value that is there already is a success without a write', async () => {
  const { desk, asha, id, row, entries } = await deskWithOne();
  await asha.calls(renewals.setZone, { renewal_id: id, zone: 'North' });

  expect(await asha.calls(renewals.setZone, { renewal_id: id, zone: 'North' })).toMatchObject({
    status: 200,
    reply: { version: 2 },
  });
  expect((await asha.calls(renewals.setZone, { renewal_id: id, zone: 'North', was: 'South' })).status).toBe(200);
  expect((await asha.calls(renewals.setAssignee, { renewalid: id, emailid: '' })).status).toBe(200);

  expect((await row())?.version).toBe(2);
  expect(await entries()).toHaveLength(1);
  expect(desk.announced).toHaveLength(1);
});

test('whoever saw an older value is refused, and nothing is written', async () => {
  const { asha, id, row, entries } = await deskWithOne();
  await asha.calls(renewals.setZone, { renewal_id: id, zone: 'North' });
  await asha.calls(renewals.setSegment, { renewal_id: id, segments: 'SMB' });
  await asha.calls(renewals.setAssignee, { renewalid: id, emailid: ravi });

  expect(await asha.calls(renewals.setZone, { renewal_id: id, zone: 'South', was: null })).toMatchObject({
    status: 409,
    reply: { message: 'Failed to Update Zone. Please try refreshing the page' },
  });
  expect(await asha.calls(renewals.setSegment, { renewal_id: id, segments: 'Micro', was: 'Startup' })).toMatchObject({
    status: 409,
    reply: { message: 'Failed to Update Segment. Please try refreshing the page' },
  });
  expect(await asha.calls(renewals.setAssignee, { renewalid: id, emailid: asha.email, was: '' })).toMatchObject({
    status: 409,
    reply: { message: 'Failed to Update Assigned To. Please try refreshing the page' },
  });
  expect(
    (await asha.calls(renewals.setAssignee, { renewalid: id, emailid: asha.email, was: 'Ravi@desk.example' })).status,
  ).toBe(200);

  expect(await row()).toMatchObject({ zone: 'North', segment: 'SMB', assignedToId: asha.id, version: 5 });
  expect(await entries()).toHaveLength(4);
});

test('an unknown renewal is refused in the words of each call', async () => {
  const { asha } = await deskWithOne();
  const answers = await Promise.all([
    asha.calls(renewals.setZone, { renewal_id: 999, zone: 'North' }),
    asha.calls(renewals.setSegment, { renewal_id: 999, segments: 'SMB' }),
    asha.calls(renewals.setAssignee, { renewalid: 999, emailid: ravi }),
    asha.calls(renewals.updateDetails, { renewal_id: 999, version: 1, zone: null, segments: null, assigned_to: null }),
    asha.calls(renewals.history, { renewal_id: 999 }),
  ]);
  expect(answers.map(({ status, reply }) => [status, reply.message])).toEqual([
    [404, 'Failed to Update Zone. Please try refreshing the page'],
    [404, 'Failed to Update Segment. Please try refreshing the page'],
    [404, 'Failed to Update Assigned To. Please try refreshing the page'],
    [404, 'Failed to Update Domain Details. Please try refreshing the page'],
    [404, 'No Data Present'],
  ]);
});

test.each(['nobody@desk.example', 'gone@desk.example', 'customer@acme.example', '%', "' or 1=1"])(
  'a renewal cannot be given to %j',
  async (email) => {
    const { asha, id, row, entries } = await deskWithOne();
    expect(await asha.calls(renewals.setAssignee, { renewalid: id, emailid: email })).toMatchObject({
      status: 422,
      reply: { message: 'Failed to Update Assigned To. Please try refreshing the page' },
    });
    expect(
      await asha.calls(renewals.updateDetails, {
        renewal_id: id,
        version: 1,
        zone: 'West',
        segments: null,
        assigned_to: email,
      }),
    ).toMatchObject({
      status: 422,
      reply: { message: 'Failed to Update Assigned To. Please try refreshing the page' },
    });
    expect(await row()).toMatchObject({ assignedToId: null, zone: null, version: 1 });
    expect(await entries()).toEqual([]);
  },
);

test('a zone, segment or renewal that there cannot be is refused before anything is asked', async () => {
  const { asha, id } = await deskWithOne();
  expect((await asha.calls(renewals.setZone, { renewal_id: id, zone: 'East' as 'North' })).status).toBe(400);
  expect((await asha.calls(renewals.setZone, { renewal_id: 1.5, zone: 'North' })).status).toBe(400);
  expect((await asha.calls(renewals.setSegment, { renewal_id: id, segments: 'smb' as 'SMB' })).status).toBe(400);
});

test('of two people who change the same zone from what they both saw, exactly one succeeds', async () => {
  const { desk, asha, id, row, entries } = await deskWithOne();
  const meera = await desk.as({ email: 'meera@desk.example' });

  const answers = await Promise.all([
    asha.calls(renewals.setZone, { renewal_id: id, zone: 'North', was: null }),
    meera.calls(renewals.setZone, { renewal_id: id, zone: 'South', was: null }),
  ]);

  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  const winner = answers[0].status === 200 ? 'North' : 'South';
  expect(await row()).toMatchObject({ zone: winner, version: 2 });
  expect((await entries()).map((entry) => entry.changes)).toEqual([[{ field: 'zone', old: null, new: winner }]]);
});

test('twenty edits at once leave a history without a gap: each starts from what the one before left', async () => {
  const { asha, id, row, entries } = await deskWithOne();
  const zones = ['North', 'West', 'South'] as const;

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      asha.calls(renewals.setZone, { renewal_id: id, zone: zones[i % 3] ?? 'North' }),
    ),
  );

  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  const changes = (await entries()).flatMap((entry) => entry.changes);
  expect(changes.map((change) => change.old)).toEqual([null, ...changes.slice(0, -1).map((change) => change.new)]);
  expect(await row()).toMatchObject({ zone: changes.at(-1)?.new, version: changes.length + 1 });
});

test('Update Domain Details saves all three fields as one step', async () => {
  const { desk, asha, id, row, entries } = await deskWithOne();

  const { reply } = await asha.calls(renewals.updateDetails, {
    renewal_id: id,
    version: 1,
    zone: 'West',
    segments: 'Startup',
    assigned_to: ravi,
  });

  expect(reply).toEqual({ version: 2 });
  expect(await row()).toMatchObject({ zone: 'West', segment: 'Startup', version: 2 });
  expect((await entries()).map((entry) => [entry.action, entry.changes])).toEqual([
    [
      'details_changed',
      [
        { field: 'zone', old: null, new: 'West' },
        { field: 'segment', old: null, new: 'Startup' },
        { field: 'assigned_to', old: null, new: ravi },
      ],
    ],
  ]);
  expect(desk.announced).toEqual([{ kind: 'month', month: '2027-04' }]);

  const unchanged = { renewal_id: id, version: 2, zone: 'West', segments: 'Startup', assigned_to: ravi } as const;
  expect((await asha.calls(renewals.updateDetails, unchanged)).reply).toEqual({ version: 2 });
  expect(await entries()).toHaveLength(1);
});

test('Update Domain Details on a row that a colleague changed meanwhile is refused whole', async () => {
  const { asha, id, row } = await deskWithOne();
  await asha.calls(renewals.setZone, { renewal_id: id, zone: 'South' });

  const stale = { renewal_id: id, version: 1, zone: 'West', segments: 'SMB', assigned_to: null } as const;
  expect(await asha.calls(renewals.updateDetails, stale)).toMatchObject({
    status: 409,
    reply: { message: 'Somebody has changed this renewal meanwhile. Please check and try again.' },
  });
  expect(await row()).toMatchObject({ zone: 'South', segment: null });

  const both = await Promise.all(
    (['West', 'North'] as const).map((zone) => asha.calls(renewals.updateDetails, { ...stale, version: 2, zone })),
  );
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
});

test('a member who was suspended keeps the renewal while its other details are saved', async () => {
  const { desk, asha, id, row } = await deskWithOne();
  const gone = await desk.account({ email: 'left@desk.example', status: 'SUSPENDED', role: 'RMEMBER' });
  await desk.db.update(renewalsTable).set({ assignedToId: gone.id });

  const { status } = await asha.calls(renewals.updateDetails, {
    renewal_id: id,
    version: 1,
    zone: 'West',
    segments: null,
    assigned_to: gone.email,
  });

  expect(status).toBe(200);
  expect(await row()).toMatchObject({ zone: 'West', assignedToId: gone.id });
});

test('staff without a renewal screen in the menu, and customers, reach none of it', async () => {
  const desk = await testServer();
  const sales = await desk.as({ email: 'sales@desk.example', menus: [] });
  const customer = await desk.as({ email: 'customer@acme.example', kind: 'customer' });
  for (const person of [sales, customer]) {
    expect((await person.calls(renewals.monthly, { month: '2027-04' })).status).toBe(403);
    expect((await person.calls(renewals.setZone, { renewal_id: 1, zone: 'North' })).status).toBe(403);
    expect((await person.calls(renewals.exportMonthly, {})).status).toBe(403);
  }
});

test.each([
  ['zone', (id: number) => [renewals.setZone, { renewal_id: id, zone: 'North' }] as const],
  ['segment', (id: number) => [renewals.setSegment, { renewal_id: id, segments: 'SMB' }] as const],
  ['assignee', (id: number) => [renewals.setAssignee, { renewalid: id, emailid: ravi }] as const],
])(
  'a click on the %s whose node died after its commit gets its answer, and is not done again, however long after',
  async (_, click) => {
    const { desk, asha, id, row, entries } = await deskWithOne();
    const [call, body] = click(id);
    const repeat = () => asha.calls<typeof call>(call, body, { 'idempotency-key': 'one-click' });
    await desk.pool.query(`create function no_answers() returns trigger language plpgsql as
    $$ begin raise exception 'the node died'; end $$;
    create trigger no_answers before update on idempotency_keys for each row when (old.status is not null)
    execute function no_answers()`);
    const first = await repeat();
    await desk.pool.query('drop function no_answers cascade');
    await desk.db.update(renewalsTable).set({ zone: 'West', segment: 'Enterprise', assignedToId: null });
    await desk.pool.query(`update idempotency_keys set held_at = now() - interval '10 minutes'`);

    expect(await repeat()).toMatchObject({ status: 200, reply: first.reply });
    expect(await row()).toMatchObject({ zone: 'West', segment: 'Enterprise', assignedToId: null });
    expect(await entries()).toHaveLength(1);
  },
);
