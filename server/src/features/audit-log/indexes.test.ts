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

/** How the database answers the one statement of some work that reads the log. */
async function planOf(work: () => Promise<{ status: number }>): Promise<string> {
  const [plan] = await plansOf(desk, 'audit_log', work);
  return plan ?? expect.unreachable('the log is read');
}

test.each([
  ['everything', {}, 'at_id'],
  ['what is older', { before: 30_000 }, 'at_id'],
  ['some days', { from: '2022-04-01', to: '2022-04-30' }, 'at_id'],
  ['a thing', { thing: 'thing3' }, 'subject_at_id'],
  ['a thing that is not there', { thing: 'nothing' }, 'subject_at_id'],
  ['a person', { person: 'person7' }, 'actor_at_id'],
])('%s is read from an index, in its order', async (_what, filter, index) => {
  const plan = await planOf(() => asha.calls(auditLog.entries, filter));

  expect(plan).toMatch(new RegExp(`Index[^\\n]* using audit_log_\\w*${index}_index on audit_log l`));
  expect(plan).not.toContain('Seq Scan on audit_log');
});

test('what there is to choose from is found without reading the log', async () => {
  const plan = await planOf(() => asha.calls(auditLog.things, {}));

  expect(plan).toMatch(/Index Only Scan using audit_log_subject\w* on audit_log/);
  expect(plan).not.toContain('Seq Scan on audit_log');
});

test('filters together never read the whole log', async () => {
  const filter = { person: 'person7', thing: 'thing7', from: '2021-01-01', to: '2024-12-31', before: 30_000 };

  expect(await planOf(() => asha.calls(auditLog.entries, filter))).not.toContain('Seq Scan on audit_log');
});
