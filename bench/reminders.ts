import { STANDARD_STEPS } from '../server/src/domain/reminders/policy.ts';
import { planReminders } from '../server/src/domain/reminders/write-plan.ts';
import { timed } from './measure.ts';
import { withProductDb } from './product-db.ts';
import type { Bench } from './reads.ts';
import type { Line } from './report.ts';

const STEPS = 20_000;
const TERMS = STEPS / STANDARD_STEPS.length;
const MOST_MS = 5_000;

/** As many undecided terms as have that many steps, none of which is due yet. */
const UNDECIDED = `update renewals set confirmation_status = null, last_safe_day = current_date + 62 + id % 28
  where id in (select r.id from renewals r join customers c on c.id = r.customer_id
    where r.state = 'open' and r.product = 'licence' and c.email is not null order by r.id limit ${TERMS})`;
const OTHERS = `update renewals set last_safe_day = current_date + 300
  where state = 'open' and product = 'licence' and last_safe_day is distinct from current_date + 62 + id % 28`;

/** The same rows without a product: whom to ask follows from nothing, and no calendar is kept to. */
const BARE_PLAN = `insert into reminder_steps (renewal_id, policy_id, step_key, recipient, channel, due_on, state, created_at, changed_at)
  select r.id, (select max(id) from reminder_policies), 'bare-' || n, c.email, 'Email', r.last_safe_day - 10 * n, 'planned', now(), now()
  from renewals r join customers c on c.id = r.customer_id, generate_series(1, ${STANDARD_STEPS.length}) n
  where r.state = 'open' and r.product = 'licence' and r.last_safe_day = current_date + 62 + r.id % 28`;

/** W15: all reminders of a policy that was just switched on, and the next night, in which nothing has changed. */
export async function manyReminders({ client, databaseUrl }: Bench): Promise<Line[]> {
  await client.query('insert into reminder_policies (steps, is_on, created_at) values ($1, true, now())', [
    JSON.stringify(STANDARD_STEPS),
  ]);
  for (const statement of [UNDECIDED, OTHERS, 'vacuum analyze']) await client.query(statement);
  await client.query('begin');
  const limit = await timed(() => client.query(BARE_PLAN));
  await client.query('rollback');

  const today = new Date().toISOString().slice(0, 10);
  const days = { today, from: today, holidays: new Set<string>() };
  const [first, again] = await withProductDb(databaseUrl, async (db) => {
    const plan = () => timed(() => db.transaction((tx) => planReminders(tx, days)));
    return [await plan(), await plan()] as const;
  });
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from reminder_steps');
  const what = `W15 ${(rows[0]?.count ?? 0).toLocaleString('en')} reminders of ${TERMS.toLocaleString('en')} terms`;
  return [
    { work: `${what}, planned and written`, unit: 'ms', limit, product: first, most: MOST_MS },
    { work: `${what}, looked at again the next night`, unit: 'ms', limit: null, product: again, most: MOST_MS },
  ];
}
