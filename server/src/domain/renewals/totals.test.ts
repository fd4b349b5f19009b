import { eq, inArray, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { ALL_REVISIONS } from '../../platform/db/revisions.ts';
import { customersTable } from '../../platform/db/tables/customers.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';
import { conditionOf, type Page } from './filter.ts';
import { totalOf } from './totals.ts';

const FILTERS: Partial<Page>[] = [{}, { segment: 'SMB' }, { licence: '< 99' }, { domain: 'acme' }];
const MONTHS = ['2027-01-15', '2027-02-15', '2027-03-01', '2027-03-31'];

async function open() {
  const desk = await testServer();
  const { pool } = desk;
  const ids: number[] = [];
  for (const [n, renewsOn] of [...MONTHS, ...MONTHS, ...MONTHS].entries())
    ids.push((await makeRenewal(desk.db, { domain: `d${n}.example`, renewsOn, seats: 10 + n })).id);
  const total = async (filter: Partial<Page>): Promise<number> => {
    const { rows } = await pool.query<{ revision: string }>(`select ${ALL_REVISIONS} as revision`);
    return totalOf(pool, rows[0]?.revision ?? '', conditionOf(filter));
  };
  const counted = async (filter: Partial<Page>): Promise<number> => {
    const { rows } = await desk.db.execute<{ n: number }>(
      sql`select count(*)::int as n from renewals r where ${conditionOf(filter)}`,
    );
    return rows[0]?.n ?? 0;
  };
  /** The months that were counted while something was done; undefined: all. */
  const months = async (work: () => Promise<unknown>) => {
    const spy = vi.spyOn(pool, 'query');
    await work();
    const asked = spy.mock.calls as unknown as [{ text?: string; values?: unknown[] }][];
    spy.mockRestore();
    return asked.flatMap(([{ text = '', values = [] }]) => {
      if (!text.includes('group by r.term_end')) return [];
      return [text.includes('unnest') ? values[0] : undefined];
    });
  };
  return { ...desk, ids, total, counted, months };
}

test('after a write only the months that were written are counted anew', async () => {
  const { db, ids, total, months } = await open();
  expect(await months(() => total({}))).toEqual([undefined]);
  expect(await months(() => total({}))).toEqual([]);

  await db
    .update(r)
    .set({ segment: 'SMB' })
    .where(eq(r.id, ids[0] ?? 0));
  expect(await months(() => total({}))).toEqual([['2027-01-01']]);
  expect(await months(() => total({ segment: 'SMB' }))).toEqual([undefined]);
  await db
    .update(r)
    .set({ termEnd: '2027-02-01' })
    .where(eq(r.id, ids[0] ?? 0));
  expect((await months(() => total({})))[0]).toHaveLength(2);
  expect(await total({ month: '2027-01' })).toBe(2);
});

test('whatever is written, every total is that of the rows', async () => {
  const { db, ids, total, counted } = await open();
  const [first = 0, second = 0, third = 0] = ids;
  const writes = [
    () =>
      db
        .update(r)
        .set({ segment: 'SMB' })
        .where(inArray(r.id, [first, third])),
    () => db.update(r).set({ termEnd: '2027-03-31' }).where(eq(r.id, second)),
    () => db.delete(r).where(eq(r.id, third)),
    () => db.update(customersTable).set({ companyName: 'Umbrella' }),
    () => makeRenewal(db, { domain: 'acme.example', renewsOn: '2028-07-01', seats: 5 }),
    () => db.update(r).set({ termEnd: '2027-12-01' }),
    () => db.delete(r).where(eq(r.state, 'open')),
  ];
  for (const write of writes) {
    await write();
    for (const filter of FILTERS) {
      const both = [filter, { ...filter, month: '2027-03' }];
      const totals = await Promise.all(both.flatMap((one) => [total(one), total(one)]));
      const [all = 0, inMarch = 0] = await Promise.all(both.map(counted));
      expect(totals, JSON.stringify(filter)).toEqual([all, all, inMarch, inMarch]);
    }
  }
});

test('a restored database is counted as a whole, though its numbers may be met a second time', async () => {
  const { pool, total, months } = await open();
  await total({});
  await pool.query('truncate month_revisions');
  await pool.query(`insert into month_revisions values ('2027-01-01', 0, 1)`);
  expect(await months(() => total({}))).toEqual([undefined]);
});

test('a count that fails is made anew by whoever asks next', async () => {
  const { pool, total, counted } = await open();
  await pool.query('alter table renewals rename to elsewhere');
  await expect(total({})).rejects.toThrow('does not exist');
  await pool.query('alter table elsewhere rename to renewals');
  expect(await total({})).toBe(await counted({}));
});
