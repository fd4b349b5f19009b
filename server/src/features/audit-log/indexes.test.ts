import { auditLog } from '@desk/contract/audit-log';
import { beforeAll, expect, test } from 'vitest';
import { plansOf } from '../../testing/plans.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

let desk: TestServer;
let asha: Awaited<ReturnType<TestServer['as']>>;
beforeAll(async () => {
  desk = await testServer();
  asha = await desk.as();
  await desk.pool.query(`insert into audit_log (at, actor, action, subject, changes)
    select timestamptz '2020-01-01' + n * interval '1 hour', 'person' || n % 20, 'edited', 'thing' || n % 10, '[]'
    from generate_series(1, 60000) n`);
  await desk.pool.query('analyze audit_log');
});

/** Than an entry in the midst of the log. */
const OLDER = { before: 30_000, before_at: '2023-06-04T00:00:00.000Z' };

test('what is older than an entry is found by its number alone, and by its instant', async () => {
  const ids = async (asked: object) =>
    (await asha.calls(auditLog.entries, asked)).reply.entries.map(({ entry_id }) => entry_id);
  const newest = (await asha.calls(auditLog.entries, { from: '2023-06-04', to: '2023-06-04', thing: 'thing0' })).reply;
  expect(newest.entries.find(({ entry_id }) => entry_id === OLDER.before)?.at).toBe(OLDER.before_at);

  expect(await ids(OLDER)).toEqual(Array.from({ length: 50 }, (_, n) => 29_999 - n));
  expect(await ids({ before: OLDER.before })).toEqual(await ids(OLDER));
  expect(await ids({ ...OLDER, before_at: '2023-06-04T00:00:00.001Z' })).toEqual([]);
});

/** How the database answers the one statement of some work that reads the log. */
async function planOf(work: () => Promise<{ status: number }>): Promise<string> {
  const [plan] = await plansOf(desk, 'audit_log', work);
  return plan ?? expect.unreachable('the log is read');
}

test.each([
  ['everything', {}, 'pkey'],
  ['what is older', OLDER, 'pkey'],
  ['some days', { from: '2022-04-01', to: '2022-04-30' }, 'pkey'],
  ['a thing', { thing: 'thing3' }, 'subject_at_id_index'],
  ['a thing that is not there', { thing: 'nothing' }, 'subject_at_id_index'],
  ['a person', { person: 'person7' }, 'actor_at_id_index'],
])('%s is read from an index, in its order', async (_what, filter, index) => {
  const plan = await planOf(() => asha.calls(auditLog.entries, filter));

  expect(plan).toMatch(new RegExp(`Index[^\\n]* using audit_log_first_${index} on audit_log_first l`));
  expect(plan).not.toContain('Seq Scan on audit_log_first');
});

test('what there is to choose from is found without reading the log', async () => {
  const plan = await planOf(() => asha.calls(auditLog.things, {}));

  expect(plan).toMatch(/Index Only Scan using audit_log_first_subject\w* on audit_log_first/);
  expect(plan).not.toContain('Seq Scan on audit_log_first');
});

test('filters together never read the whole log', async () => {
  const filter = { person: 'person7', thing: 'thing7', from: '2021-01-01', to: '2024-12-31', ...OLDER };

  expect(await planOf(() => asha.calls(auditLog.entries, filter))).not.toContain('Seq Scan on audit_log_first');
});
