import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { noteUnchanged } from '../../domain/subscriptions/unchanged.ts';
import { lockNumber } from '../../platform/db/locks.ts';
import { instructionsTable as t } from '../../platform/db/tables/instructions.ts';
import { googleSubscriptionsTable as g, subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import type { ProviderSubscription } from '../../providers/port.ts';
import { eventually } from '../../testing/eventually.ts';
import { googleWithTerms } from './testing/instructions-desk.ts';

const { google, openDesk } = googleWithTerms();
const DAY = 24 * 3_600_000;

/** A desk whose wish is in place and due for a look, with what Google answered last. */
async function verified() {
  const answers: ProviderSubscription[] = [];
  const desk = await openDesk({
    twist: (provider) => ({
      read: async (...asked) => {
        const answer = await provider.read(...asked);
        answers.push(answer);
        return answer;
      },
    }),
  });
  await desk.places({ outcome: 'renew', seats: 92 });
  await desk.work();
  expect((await desk.newest()).state).toBe('verified');
  google().state.advanceTo(google().state.now() + DAY);
  /** Does it while somebody else holds something that `statement` takes. */
  const holding = async (statement: string, work: () => Promise<void>): Promise<void> => {
    const other = await desk.pool.connect();
    try {
      await other.query('begin');
      await other.query(statement);
      await work();
    } finally {
      await other.query('rollback');
      other.release();
    }
  };
  const asked = async () => {
    const [mirror] = await desk.db.select({ at: g.askedAt }).from(g).where(eq(g.externalId, desk.externalId));
    const [own] = await desk.db.select({ at: s.answeredAt }).from(s).where(eq(s.externalId, desk.externalId));
    return [mirror?.at.getTime(), own?.at?.getTime()];
  };
  return { ...desk, answer: () => answers.at(-1) ?? expect.unreachable('it was read'), holding, asked };
}

test('a look that finds what we have waits for no sync, and counts as an answer', async () => {
  const desk = await verified();
  const before = await desk.asked();
  await desk.holding(`select pg_advisory_xact_lock(${String(lockNumber('sync'))})`, desk.work);
  const { state, reason, readBackAt } = await desk.newest();
  expect([state, reason, readBackAt?.getTime()]).toEqual(['verified', null, google().state.now()]);
  const after = await desk.asked();
  expect(after).toEqual([google().state.now(), google().state.now()]);
  expect(after).not.toEqual(before);
});

test('what somebody else has in hand is followed once they are done with it', async () => {
  const desk = await verified();
  let look = Promise.resolve();
  await desk.holding(
    `select from subscriptions where id = ${String(desk.subscriptionId)} for no key update`,
    async () => {
      look = desk.work();
      await eventually(async () => {
        const { rows } = await desk.pool.query('select from pg_locks where not granted');
        expect(rows.length).toBeGreaterThan(0);
      });
    },
  );
  await look;
  expect(await desk.newest()).toMatchObject({ state: 'verified', reason: null });
});

test('an end that its instruction has not followed is followed, though the answer is what we have', async () => {
  const desk = await verified();
  const { id, termEndsAt } = await desk.newest();
  const later = new Date((termEndsAt?.getTime() ?? 0) + DAY);
  await desk.db.update(t).set({ termEndsAt: later }).where(eq(t.id, id));
  await desk.work();
  expect((await desk.newest()).termEndsAt).toEqual(termEndsAt);
});

const OTHER = {
  text: `coalesce(%, '') || 'x'`,
  integer: `coalesce(%, 0) + 1`,
  date: `coalesce(%, '2020-01-01') + 1`,
  'timestamp with time zone': `coalesce(%, '2020-01-01') + interval '1 millisecond'`,
} as const;
const WORDS: Readonly<Record<string, string>> = {
  if_nobody_acts: `'rolls_over'`,
  google_customer_id: `'C0other'`,
};

test('whatever is otherwise, in the mirror or in our subscription, is no answer that we have', async () => {
  const desk = await verified();
  await desk.work();
  const answer = desk.answer();
  const isSame = () =>
    noteUnchanged(desk.services.pool, answer, {
      now: new Date(google().state.now()),
      isQuiet: sql`true`,
      name: 'any-as-before',
    });
  expect(await isSame()).toBe(true);
  const { rows } = await desk.pool.query<{ table_name: string; column_name: string; data_type: keyof typeof OTHER }>(
    `select table_name, column_name, case data_type when 'USER-DEFINED' then 'text' else data_type end as data_type from information_schema.columns
      where table_name = 'google_subscriptions' and column_name not in ('external_id', 'run_id', 'asked_at')
        or table_name = 'subscriptions' and (column_name in (select column_name from information_schema.columns where table_name = 'google_subscriptions'
          and column_name <> 'external_id') or column_name in ('ended_at', 'suspended_since'))`,
  );
  expect(rows.length).toBeGreaterThan(30);
  for (const { table_name, column_name, data_type } of rows) {
    const key =
      table_name === 'subscriptions' ? `id = ${String(desk.subscriptionId)}` : `external_id = '${desk.externalId}'`;
    const [kept] = (await desk.pool.query<{ value: unknown }>(`select ${column_name}::text as value from ${table_name} where ${key}`)).rows; // prettier-ignore
    const other = WORDS[column_name] ?? OTHER[data_type].replace('%', column_name);
    await desk.pool.query(`update ${table_name} set ${column_name} = ${other} where ${key}`);
    expect([`${table_name}.${column_name}`, await isSame()]).toEqual([`${table_name}.${column_name}`, false]);
    const type = data_type === 'text' ? '' : `::${data_type}`;
    await desk.pool.query(`update ${table_name} set ${column_name} = ($1::text)${type} where ${key}`, [kept?.value]);
    expect(await isSame()).toBe(true);
  }
});
