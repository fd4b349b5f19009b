import { mailLog } from '@desk/contract/mail-log';
import { beforeAll, expect, test } from 'vitest';
import { plansOf, vacuumAnalyze } from '../../testing/plans.ts';
import { openDesk } from './testing/mails.ts';

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk();
  await desk.pool.query(`insert into outbox (channel, purpose, recipient, subject, body, state, created_by, created_at)
    select 'Email', (array['renewal', 'renewal', 'otp', 'notice'])[1 + n % 4], 'person' || n || '@company' || n % 4000 || '.example',
      'Renewal of company' || n % 4000, repeat('licences ', 40), case when n % 300 = 0 then 'failed' else 'sent' end, 'system',
      timestamptz '2020-01-01' + n * interval '10 minutes'
    from generate_series(1, 40000) n`);
  await vacuumAnalyze(desk.pool);
});

const planOf = async (filter: object) => {
  const plans = await plansOf(desk, 'outbox', () => desk.asha.calls(mailLog.list, filter));
  return plans.join('\n');
};

test.each([
  ['all', {}],
  ['a purpose', { purpose: 'notice' }],
  ['some days', { from: '2020-03-01', to: '2020-03-31' }],
])('the newest of %s are found in their index alone', async (_what, filter) => {
  expect(await planOf(filter)).toContain('Index Only Scan using outbox_newest on outbox');
});

test('an address is found by its trigrams', async () => {
  const plan = await planOf({ search: 'person777@' });
  expect(plan).toContain('Bitmap Index Scan on outbox_trigram');
  expect(plan).not.toContain('Seq Scan on outbox');
});
