import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../server/src/platform/db/schema/migrate.ts';
import { scratchDatabase } from '../server/src/testing/scratch.ts';
import { fill } from './data-set.ts';
import { monthsBack } from './earlier-terms.ts';
import { grow } from './scale-up.ts';

test('no month is filled twice, none is one of the data set, and years fill alike', () => {
  const months = Array.from({ length: 500 }, (_, n) => monthsBack(n));
  // The data set has each subscription's term twice, a year apart.
  const ends = months.flatMap((back) => [back, back + 12]);

  expect(new Set(ends).size).toBe(1_000);
  expect(Math.min(...ends)).toBe(24);
  expect(months.slice(0, 8)).toEqual([24, 48, 72, 96, 120, 144, 168, 25]);
});

/** Of a month of the data set, what is stored in it and how often that was written. */
const ASKED = `select m.month, revision, count(r.id)::int as rows
  from (select month, sum(revision) as revision from month_revisions group by month) m
  left join renewals r on date_trunc('month', r.term_end)::date = m.month
  where m.month >= date_trunc('month', current_date) - interval '12 months' group by m.month, revision order by m.month`;
const SCHEMA = `select indexdef as text from pg_indexes where tablename = 'renewals'
  union all select conname::text || pg_get_constraintdef(oid) from pg_constraint where conrelid = 'renewals'::regclass
  union all select concat(tgname, tgenabled) from pg_trigger where tgrelid = 'renewals'::regclass and not tgisinternal order by 1`;

test('more is stored, in months of earlier years, whose revisions say so; months that are asked for stay as they are', async () => {
  const { url } = await scratchDatabase();
  await migrate(url);
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  const rowsOf = async (statement: string): Promise<unknown[]> => (await client.query<object>(statement)).rows;
  await fill(client, 0.01);
  const [asked, schema] = [await rowsOf(ASKED), await rowsOf(SCHEMA)];

  await grow(client, 10_000 - 1_200);

  expect(await rowsOf('select count(*)::int as count from renewals')).toEqual([{ count: 10_000 }]);
  expect(asked).toHaveLength(24);
  expect(await rowsOf(ASKED)).toEqual(asked);
  expect(await rowsOf(SCHEMA)).toEqual(schema);
  expect(
    await rowsOf(`select distinct date_trunc('month', term_end) from renewals
      where date_trunc('month', term_end)::date not in (select month from month_revisions)`),
  ).toEqual([]);
  expect(
    await rowsOf('select distinct state, closed_because from renewals where term_end < current_date - 500'),
  ).toEqual([{ state: 'closed', closed_because: 'renewed' }]);
});
