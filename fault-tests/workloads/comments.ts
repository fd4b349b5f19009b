import { randomUUID } from 'node:crypto';
import { followUp } from '../../contract/src/follow-up.ts';
import type { Product } from '../product.ts';
import type { Acknowledged, Workload } from '../acknowledged-writes.ts';

const RENEWALS = 20;

/** Comments on a few renewals: a row, the columns of the renewal and an entry of the audit log, together or not at all. */
export async function comments(product: Product): Promise<Workload> {
  const renewals = await product.ask<{ id: number }>('select id from renewals order by id desc limit $1', [RENEWALS]);
  const actions: Acknowledged[] = [];
  let turn = 0;
  return {
    name: 'comments',
    actions,
    next: (token) => {
      const key = randomUUID();
      const mark = `fault test ${key}`;
      const renewal_id = renewals[turn++ % renewals.length]?.id;
      const body = { comment: mark, renewal_id };
      return Promise.resolve({ path: followUp.addComment.path, body, key, token, mark, acknowledged: false });
    },
    open: () => Promise.resolve(0),
    look: async () => {
      const rows = await product.ask<{ mark: string; rows: number; entries: number }>(
        `with written as (select comment as mark, count(*)::int as rows from renewal_comments
           where comment like 'fault test %' group by 1),
         entries as (select c ->> 'new' as mark, count(*)::int as entries from audit_log, jsonb_array_elements(changes) c
           where action = 'comment_added' and c ->> 'field' = 'followup_comment' and c ->> 'new' like 'fault test %' group by 1)
         select mark, coalesce(rows, 0) as rows, coalesce(entries, 0) as entries from written full join entries using (mark)`,
      );
      return new Map(
        rows.map(({ mark, rows, entries }) => [mark, { rows, beside: { 'entries in the audit log': entries } }]),
      );
    },
    torn: async () => {
      const rows = await product.ask<{ id: number }>(
        `select r.id from renewals r cross join lateral
           (select comment from renewal_comments c where c.renewal_id = r.id order by c.id desc limit 1) newest
         where newest.comment like 'fault test %' and r.followup_comment is distinct from newest.comment`,
      );
      return rows.map(({ id }) => `comments: renewal ${id} does not show its newest comment`);
    },
  };
}
