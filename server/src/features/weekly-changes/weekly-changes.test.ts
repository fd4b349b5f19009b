import { weeklyChanges } from '@desk/contract/renewal-work/weekly-changes';
import { InstructionState } from '@desk/contract/rules/instruction';
import { ClosedBecause, standingOf, type Stage } from '@desk/contract/rules/standing';
import { RenewalStatus } from '@desk/contract/words/lists';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { timetable } from '../../app/jobs.ts';
import { renewalSnapshotsTable } from '../../platform/db/tables/renewal-snapshots.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { stageSql } from '../../platform/db/tables/standing.ts';
import { memberTagsTable } from '../../platform/db/tables/team.ts';
import { leavesTable } from '../../platform/db/tables/work.ts';
import { testServer } from '../../testing/server.ts';
import { deskOnMonday } from '../my-day/testing/desk-on-monday.ts';

type Row = Partial<typeof r.$inferInsert>;

/** The desk of My day, with what is recorded at night, and what has changed since. */
async function openDesk() {
  const desk = await deskOnMonday();
  const { server, asha } = desk;
  return {
    ...desk,
    record: () => timetable.tasks['coverage']?.({}, server.services, new AbortController().signal),
    becomes: (id: number, row: Row) => server.db.update(r).set(row).where(eq(r.id, id)),
    since: async (ask: { week?: string; account_id?: number } = {}, who = asha) => {
      const { status, reply } = await who.calls(weeklyChanges.since, ask);
      expect(status).toBe(200);
      return reply;
    },
    /** "undecided → decided 2 [INR 3000.00] a.example, b.example". */
    changes: async (ask: { week?: string; account_id?: number } = {}, who = asha) => {
      const { status, reply } = await who.calls(weeklyChanges.since, ask);
      expect(status).toBe(200);
      return reply.changes.map(({ from, to, count, sums, rows }) => {
        const money = sums.map(({ currency, value }) => `${currency} ${value}`).join(', ');
        return `${from} → ${to} ${String(count)} [${money}] ${rows.map((row) => row.domain_name).join(', ')}`;
      });
    },
  };
}

test('before the first night nothing is known; afterwards what has changed since, in money, the most first', async () => {
  const { ids, renewal, record, becomes, since, changes, on } = await openDesk();
  const made = async (domain: string, price: string | null, more: object = {}) =>
    (await renewal(domain, ids.tarun, { price, ...more })).id;
  const won = await made('won.example', '1000.00');
  const large = await made('large.example', '5000.00');
  const lost = await made('lost.example', '2500.00', { status: 'Confirmation Received' });
  const dearer = await made('dearer.example', '300.00');
  await made('same.example', '700.00');
  const unpriced = await made('unpriced.example', null);
  expect(await since()).toEqual({ weeks: [], week: null, recorded_on: null, changes: [] });

  await record();
  await on('2026-11-25');
  expect(await since()).toEqual({ weeks: ['2026-11-23'], week: '2026-11-23', recorded_on: '2026-11-23', changes: [] });
  await becomes(won, { confirmationStatus: 'Confirmation Received' });
  await becomes(large, { confirmationStatus: 'Confirmation Received' });
  await becomes(lost, { confirmationStatus: 'Lost' });
  await becomes(dearer, { price: '450.00', zone: 'West' });
  await becomes(unpriced, { state: 'closed', closedBecause: 'renewed' });
  expect(await changes()).toEqual([
    'undecided → decided 2 [INR 6000.00] large.example, won.example',
    'decided → left 1 [INR 2500.00] lost.example',
    'undecided → undecided 1 [INR 150.00] dearer.example',
    'undecided → renewed 1 [] unpriced.example',
  ]);
  expect((await since()).changes[2]?.rows).toEqual([
    {
      ...{ renewal_id: dearer, domain_name: 'dearer.example', company_name: 'Acme Pvt Ltd', owner: 'Tarun' },
      ...{ renewal_date: '2026-12-10', value_before: '300.00', value: '450.00', currency: 'INR' },
    },
  ]);
});

test('on a Monday it is the week before that is told, a past week never changes, and each that was recorded can be looked at', async () => {
  const { ids, renewal, record, becomes, changes, since, on, server } = await openDesk();
  const { id } = await renewal('acme.example', ids.tarun);
  await record();
  await on('2026-11-26');
  await becomes(id, { confirmationStatus: 'Confirmation Received' });
  const before = await server.db.select().from(renewalSnapshotsTable);
  await record();
  expect(await server.db.select().from(renewalSnapshotsTable)).toEqual(before);

  await on('2026-11-30');
  await record();
  expect((await since()).weeks).toEqual(['2026-11-30', '2026-11-23']);
  expect(await changes()).toEqual(['undecided → decided 1 [INR 1000.00] acme.example']);
  await on('2026-12-01');
  expect(await changes()).toEqual([]);
  expect(await changes({ week: '2026-11-23' })).toEqual(['undecided → decided 1 [INR 1000.00] acme.example']);
});

test('a week that began while the desk stood still is that of the day on which it was recorded; one that nobody recorded is none', async () => {
  const { ids, renewal, record, since, on, asha } = await openDesk();
  await renewal('acme.example', ids.tarun);
  await on('2026-11-25');
  await record();
  await on('2026-11-27');
  expect(await since()).toMatchObject({ week: '2026-11-23', recorded_on: '2026-11-25' });
  expect(await asha.calls(weeklyChanges.since, { week: '2026-11-16' })).toMatchObject({ status: 404 });
});

test('weeks of two years ago are deleted', async () => {
  const { ids, renewal, record, since, on } = await openDesk();
  await renewal('acme.example', ids.tarun);
  await record();
  await on('2028-11-20');
  await record();
  expect((await since()).weeks).toEqual(['2028-11-20', '2026-11-23']);
  await on('2028-11-27');
  await record();
  expect((await since()).weeks).toEqual(['2028-11-27', '2028-11-20']);
});

test('a manager sees the own people and what is nobody’s, who has the team’s screen everybody, a member nobody', async () => {
  const { ids, renewal, record, becomes, changes, on, tarun, meenal, server } = await openDesk();
  const owners = { tarun: ids.tarun, meenal: ids.meenal, asha: ids.asha, nobody: null };
  const made: number[] = [];
  for (const [name, owner] of Object.entries(owners)) made.push((await renewal(`${name}.example`, owner)).id);
  await record();
  await on('2026-11-25');
  for (const id of made) await becomes(id, { confirmationStatus: 'Lost' });
  const lost = (...names: string[]) => [
    `undecided → left ${String(names.length)} [INR ${String(names.length)}000.00] ${names.map((name) => `${name}.example`).join(', ')}`,
  ];
  expect(await changes()).toEqual(lost('tarun', 'meenal', 'asha', 'nobody'));
  expect(await changes({ account_id: ids.meenal })).toEqual(lost('meenal'));
  expect(await changes({ account_id: 0 })).toEqual(lost('nobody'));

  expect((await tarun.calls(weeklyChanges.since, {})).status).toBe(403);
  await server.db
    .insert(memberTagsTable)
    .values({ accountId: ids.meenal, managerId: ids.tarun, zones: [], segments: [] });
  expect(await changes({}, tarun)).toEqual(lost('tarun', 'meenal', 'nobody'));
  expect(await changes({ account_id: ids.meenal }, tarun)).toEqual(lost('meenal'));
  expect((await tarun.calls(weeklyChanges.since, { account_id: ids.asha })).status).toBe(403);
  expect((await meenal.calls(weeklyChanges.since, { account_id: ids.meenal })).status).toBe(403);
});

test('the stage is what the standing is on any day, for all statuses, ends of a term and instructions', async () => {
  const { db } = await testServer();
  const STAGES = {
    ...{ due: 'undecided', late: 'undecided', extended: 'undecided' },
    ...{ decided: 'decided', renewed: 'renewed', left: 'left', suspended: 'suspended' },
  } as const satisfies Record<ReturnType<typeof standingOf>, Stage>;
  const all = [null, ...RenewalStatus.options].flatMap((status) =>
    [null, ...ClosedBecause.options].flatMap((because) =>
      [null, ...InstructionState.options].map((instruction) => ({ status, because, instruction })),
    ),
  );
  const { rows } = await db.execute<{ stage: Stage }>(sql`
    select ${sql.raw(stageSql('r.'))} as stage from json_to_recordset(${JSON.stringify(
      all.map(({ status, because, instruction }) => ({
        ...{ confirmation_status: status, closed_because: because, instruction_state: instruction },
      })),
    )}::json) as r (confirmation_status text, closed_because text, instruction_state text)`);
  const found = all.map((one, at) => ({ ...one, stage: rows[at]?.stage }));
  const expected = all.map((one) => {
    const facts = { renewal_date: '2026-12-10', extension_date: null, confirmation_status: one.status };
    const standing = standingOf({ ...facts, closed_because: one.because, instruction: one.instruction }, '2026-11-23');
    return { ...one, stage: STAGES[standing] };
  });
  expect(found).toEqual(expected);
});

test('dollars are never taken from rupees: a price in another currency is compared with none', async () => {
  const { ids, renewal, record, becomes, changes, on } = await openDesk();
  const { id } = await renewal('acme.example', ids.tarun, { price: '1200.00' });
  await record();
  await on('2026-11-25');
  await becomes(id, { currency: 'USD', price: '40.00' });
  expect(await changes()).toEqual([]);
  await becomes(id, { confirmationStatus: 'Lost' });
  expect(await changes()).toEqual(['undecided → left 1 [USD 40.00] acme.example']);
});

test('of what is worth more or less the largest difference is told first, also where it is a loss', async () => {
  const { ids, renewal, record, becomes, changes, on } = await openDesk();
  const made = async (domain: string) => (await renewal(domain, ids.tarun, { price: '5000.00' })).id;
  const [rupees, dollars, won] = [
    await made('rupees.example'),
    await made('dollars.example'),
    await made('won.example'),
  ];
  await becomes(dollars, { currency: 'USD' });
  await becomes(won, { price: '100.00' });
  await record();
  await on('2026-11-25');
  await becomes(rupees, { price: '1000.00' });
  await becomes(dollars, { price: '5040.00' });
  await becomes(won, { confirmationStatus: 'Confirmation Received' });
  expect(await changes()).toEqual([
    'undecided → undecided 2 [INR -4000.00, USD 40.00] rupees.example, dollars.example',
    'undecided → decided 1 [INR 100.00] won.example',
  ]);
});

test('what somebody who is away has is told as theirs, not as that of who covers', async () => {
  const { ids, renewal, record, becomes, changes, on, server } = await openDesk();
  const { id } = await renewal('acme.example', ids.tarun);
  await record();
  await on('2026-11-25');
  await becomes(id, { confirmationStatus: 'Lost' });
  const leave = { from: '2026-11-25', to: '2026-11-25', coverId: ids.meenal, createdById: ids.asha };
  await server.db.insert(leavesTable).values({ ...leave, accountId: ids.tarun });
  expect(await changes({ account_id: ids.tarun })).toEqual(['undecided → left 1 [INR 1000.00] acme.example']);
  expect(await changes({ account_id: ids.meenal })).toEqual([]);
});
