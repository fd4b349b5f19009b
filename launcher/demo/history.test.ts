import { followUp } from '../../contract/src/follow-up.ts';
import { renewals } from '../../contract/src/renewals.ts';
import { expect, test } from 'vitest';
import { databaseUrl, pool } from '../../server/src/testing/clone.ts';
import { testServer } from '../../server/src/testing/server.ts';
import { makeWorld } from '../../simulators/world/world.ts';
import { loadDemo } from './load.ts';

const today = '2026-11-21';

test('Follow Up Comments of each row of the demo is the newest entry of its history, and empty where there is none', async () => {
  const desk = await testServer();
  await loadDemo({ databaseUrl, world: makeWorld({ today }), today });
  const asha = await desk.as({ email: 'reader@desk.example' });
  const { rows: months } = await pool.query<{ month: string }>(
    `select distinct to_char(term_end, 'YYYY-MM') as month from renewals where product = 'licence'`,
  );

  const differing: unknown[] = [];
  let message = 0;
  for (const { month } of months) {
    for (const row of (await asha.calls(renewals.monthly, { month })).reply.customer) {
      const { reply } = await asha.calls(followUp.comments, { renewal_id: row.renewal_id });
      const newest = reply.followup_comment[0]?.followup_comment ?? null;
      if (row.followup_comments !== newest) differing.push([row.domain_name, row.followup_comments, newest]);
      if (newest !== null) message += 1;
    }
  }

  expect(differing).toEqual([]);
  expect(message).toBeGreaterThan(300);
  // The other product's renewals, which have a list of their own, and whatever else there is.
  const { rows: left } = await pool.query(`select r.id from renewals r where r.followup_comment is distinct from
    (select c.comment from renewal_comments c where c.renewal_id = r.id order by c.id desc limit 1)`);
  expect(left).toEqual([]);
});
