import { timeline } from '../contract/src/timeline.ts';
import { fire, json, quantile } from './measure.ts';
import type { Bench } from './reads.ts';
import type { Line } from './report.ts';

const CLIENTS = 8;
const READS = 240;
const MOST_MS = 150;
/** As many comments as are on all renewals of the busiest domain. */
const BUSIEST = 5_000;

/** W12: what happened to a domain, its newest 50; beside it how the domain stands. */
export async function wholeTimeline({ client, product }: Bench): Promise<Line[]> {
  const statements = [
    `insert into outbox (channel, purpose, recipient, subject, state, created_by, created_at)
      select 'Email', 'renewal', 'it@customer.example', 'Your renewal', 'sent', 'member1@desk.example', now() - interval '1 minute' * n
      from generate_series(1, (select count(*)::int from renewals)) n`,
    `insert into outbox_renewals (message_id, renewal_id)
      select id, 1 + id % (select count(*)::int from renewals) from outbox where purpose = 'renewal' on conflict do nothing`,
    `insert into audit_log (at, actor, action, subject, subject_id, changes)
      select now() - interval '1 minute' * n, 'member1@desk.example', 'zone_changed', 'renewal',
        1 + n % (select count(*)::int from renewals), '[{"field":"zone","old":"West","new":"South"}]'
      from generate_series(1, 2 * (select count(*)::int from renewals)) n`,
    `insert into renewal_comments (renewal_id, comment, updated_by, updated_on)
      select (select min(id) from renewals), 'Called again (' || n || ')', 'member1@desk.example', now() - interval '1 hour' * n
      from generate_series(1, ${BUSIEST}) n`,
    'vacuum analyze',
  ];
  for (const statement of statements) await client.query(statement);
  const { rows: domains } = await client.query<{ name: string }>(
    `select name from domains order by md5(name::text) limit ${READS}`,
  );
  const { rows: busiest } = await client.query<{ name: string }>(
    'select domain_name as name from renewals order by id limit 1',
  );
  const { rows: counted } = await client.query<{ comments: number; renewals: number }>(
    'select (select count(*)::int from renewal_comments) as comments, (select count(*)::int from renewals) as renewals',
  );
  const [{ comments, renewals } = { comments: 0, renewals: 0 }] = counted;
  const among = `W12 ${comments.toLocaleString('en')} comments, ${renewals.toLocaleString('en')} renewals`;
  const line = async (what: string, path: string, names: readonly { name: string }[]): Promise<Line> => {
    const { ms } = await fire(product, CLIENTS, READS, (n) =>
      json(`/api/${path}`, { domain_name: names[n % names.length]?.name }),
    );
    const work = `${among}: ${what}; ${CLIENTS} clients, p95`;
    return { work, unit: 'ms', limit: null, product: quantile(ms, 0.95), most: MOST_MS };
  };
  return [
    await line('the timeline of a domain', timeline.entries.path, domains),
    await line(`the timeline of one with ${BUSIEST.toLocaleString('en')} comments`, timeline.entries.path, busiest),
    await line('how a domain stands', timeline.summary.path, domains),
  ];
}
