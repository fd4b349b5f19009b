import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { databaseUrl, db, emptyDatabase } from '../../server/src/testing/clone.ts';
import { makeWorld } from '../../simulators/world/world.ts';
import { loadDemo } from './load.ts';

test.each(['2026-11-26', '2026-12-01', '2028-02-29', '2027-03-31'])(
  'on %s answers wait for somebody, by mail and by WhatsApp, one of them nobody’s, and one asks for nothing',
  async (today) => {
    await emptyDatabase();
    await loadDemo({ databaseUrl, world: makeWorld({ today }), today });
    const { rows } = await db.execute<{ words: string }>(sql`
      select concat(m.channel, ' ', m.kind, case when m.customer_id is null then ' of nobody' end,
        case when m.settled_at is null then ' waits' end, case when r.assigned_to_id is not null then ' on a renewal' end) as words
      from inbound_messages m left join outbox_renewals l on l.message_id = m.outbox_id left join renewals r on r.id = l.renewal_id
        and r.state = 'open' and r.followup_comment like 'Answered by%' order by m.id`);
    expect(rows.map(({ words }) => words)).toEqual([
      'Email auto-reply',
      'Email reply waits on a renewal',
      'Email reply of nobody waits',
      'Email reply waits on a renewal',
      'WhatsApp reply waits',
    ]);
  },
);
