import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { databaseUrl, pool as own } from '../../../testing/clone.ts';
import { silentLog } from '../../../testing/recorded-log.ts';
import { connect } from './connect.ts';
import { transact } from './write-to.ts';

beforeEach(async () => {
  await own.query('drop table if exists pipelined; create table pipelined (n int primary key)');
  return async () => {
    await own.query('drop table pipelined');
  };
});
const kept = async () => (await own.query<{ n: number }>('select n from pipelined order by n')).rows.map(({ n }) => n);

/** A pool of one connection, and how many messages it has sent that PostgreSQL answers to: "Sync" and simple queries. */
async function opened(isPooled = false) {
  const { pool, db } = connect(databaseUrl, silentLog(), { now: () => new Date(), max: 1, isPooled });
  onTestFinished(() => pool.end());
  const client = await pool.connect();
  client.release();
  const { connection } = client as unknown as { connection: pg.Connection & { sync: () => void } };
  const sent = { waits: 0 };
  for (const name of ['sync', 'query'] as const) {
    const send = connection[name].bind(connection) as (...given: unknown[]) => void;
    connection[name] = (...given: unknown[]) => {
      sent.waits += 1;
      send(...given);
    };
  }
  const waitsOf = async (work: () => Promise<unknown>): Promise<number> => {
    sent.waits = 0;
    await work();
    return sent.waits;
  };
  return { pool, db, connection, waitsOf };
}
const insert = (n: number) => ({ name: 'insert-n', text: 'insert into pipelined values ($1)', values: [n] });

describe.each([
  ['a direct connection', false],
  ['a connection to a pooler', true],
])('on %s', (_, isPooled) => {
  test('a transaction begins with its first statement, and commits with its last', async () => {
    const { pool, db, waitsOf } = await opened(isPooled);
    const one = (n: number) => db.transaction((tx) => tx.execute(sql`insert into pipelined values (${n})`));
    expect(await waitsOf(() => one(1))).toBe(2);
    const both = (n: number) => transact(pool, (tx) => tx.execute(sql`insert into pipelined values (${n})`), () => insert(n + 1)); // prettier-ignore
    expect(await waitsOf(() => both(2))).toBe(2);
    expect(await waitsOf(() => transact(pool, () => Promise.resolve(), () => insert(4)))).toBe(1); // prettier-ignore
    expect(await waitsOf(() => db.transaction(() => Promise.resolve()))).toBe(0);
    expect(await kept()).toEqual([1, 2, 3, 4]);
  });

  test('a last statement that fails commits nothing, and the connection goes on', async () => {
    const { pool } = await opened(isPooled);
    const twice = () => transact(pool, (_tx, connection) => connection.query(insert(1)), () => insert(1)); // prettier-ignore
    await expect(twice()).rejects.toMatchObject({ code: '23505' });
    await transact(pool, (_tx, connection) => connection.query(insert(2)), () => insert(3)); // prettier-ignore
    expect(await kept()).toEqual([2, 3]);
  });

  test('the only statement of a work takes the begin and the commit along; when it fails, nothing is kept, and nothing may follow it', async () => {
    const { pool, waitsOf } = await opened(isPooled);
    const only = (n: number) => transact(pool, (_tx, connection, last) => connection.query(last(insert(n))));
    expect(await waitsOf(() => only(1))).toBe(1);
    await expect(only(1)).rejects.toMatchObject({ code: '23505' });
    expect(await waitsOf(() => only(2))).toBe(1);
    const followed = () => transact(pool, async (_tx, connection, last) => {
      await connection.query(last(insert(3)));
      return connection.query(insert(4));
    }); // prettier-ignore
    await expect(followed()).rejects.toThrow('has committed its transaction');
    await only(5);
    await pool.query(insert(6));
    // With a statement after the work, which a key has, it is that which commits.
    await transact(pool, (_tx, connection, last) => connection.query(last(insert(7))), () => insert(8)); // prettier-ignore
    const refused = transact(pool, (_tx, connection, last) => connection.query(last(insert(9))), () => insert(8)); // prettier-ignore
    await expect(refused).rejects.toMatchObject({ code: '23505' });
    expect(await kept()).toEqual([1, 2, 3, 5, 6, 7, 8]);
  });

  test('a first statement that fails is told, and its transaction is undone', async () => {
    const { db } = await opened(isPooled);
    const half = (n: number) => db.transaction(async (tx) => {
      const { rows } = await tx.execute(sql`select 10 / ${n}::int as half`);
      await tx.execute(sql`insert into pipelined values (${n})`);
      return rows;
    }); // prettier-ignore
    // Often enough to get a name, which it has lost when its text was refused.
    for (let n = 0; n < 5; n += 1) await expect(half(0)).rejects.toThrow();
    expect(await half(5)).toEqual([{ half: 2 }]);
    const unknown = () => db.transaction((tx) => tx.execute(sql`select ${1}::int from pipelined_later`));
    for (let n = 0; n < 5; n += 1) await expect(unknown()).rejects.toMatchObject({ cause: { code: '42P01' } });
    await own.query('create table pipelined_later ()');
    onTestFinished(async () => {
      await own.query('drop table pipelined_later');
    });
    expect((await unknown()).rows).toEqual([]);
    expect(await kept()).toEqual([5]);
  });

  test('where the transaction cannot begin, what follows does not run', async () => {
    const { pool, connection } = await opened(isPooled);
    const { parse } = connection as unknown as { parse: (statement: { text: string }) => void };
    Object.assign(connection, {
      parse: (statement: { text: string }) => {
        parse.call(connection, statement.text === 'begin' ? { text: 'begin nothing' } : statement);
      },
    });
    const work = () => transact(pool, (_tx, client) => client.query(insert(1)), () => insert(2)); // prettier-ignore
    await expect(work()).rejects.toMatchObject({ code: '42601' });
    expect(await kept()).toEqual([]);
    Object.assign(connection, { parse });
    await work();
    expect(await kept()).toEqual([1, 2]);
  });

  test('where it cannot begin, nothing that was asked for at the same time runs either', async () => {
    const { db } = await opened(isPooled);
    const statuses: string[] = [];
    const both = (options?: { isolationLevel: 'serializable' }) =>
      db.transaction(async (tx) => {
        const asked = [1, 2].map((n) => tx.execute(sql`insert into pipelined values (${n})`));
        statuses.push(...(await Promise.allSettled(asked)).map(({ status }) => status));
      }, options);
    await expect(both({ isolationLevel: 'nonsense' as 'serializable' })).rejects.toThrow();
    expect([statuses, await kept()]).toEqual([['rejected', 'rejected'], []]);
    await both();
    expect(await kept()).toEqual([1, 2]);
  });

  test('a commit is not done where a statement had failed and its error was passed over', async () => {
    const { db } = await opened(isPooled);
    const careless = db.transaction(async (tx) => {
      await tx.execute(sql`insert into pipelined values (${1})`);
      await tx.execute(sql`insert into pipelined values (${1})`).catch(() => undefined);
    });
    await expect(careless).rejects.toMatchObject({ cause: { code: '25P02' } });
    expect(await kept()).toEqual([]);
  });

  test('what has no parameters, and a stream, follow a begin of their own', async () => {
    const { pool, db } = await opened(isPooled);
    const inside = `select now() = statement_timestamp() as "isAlone", current_setting('transaction_isolation') as level`;
    const seen = await db.transaction(async (tx) => (await tx.execute(sql.raw(inside))).rows, {
      isolationLevel: 'repeatable read',
    });
    expect(seen).toEqual([{ isAlone: false, level: 'repeatable read' }]);
    const streamed = async () => {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const rows = client.query(new pg.Query('insert into pipelined values (9) returning n'));
        await new Promise((resolve, reject) => rows.once('end', resolve).once('error', reject));
        await client.query('rollback');
      } finally {
        client.release();
      }
    };
    await streamed();
    expect(await kept()).toEqual([]);
  });
});

test('a first statement that nobody answers is looked up as any other; a transaction that has not asked yet waits for nothing', async () => {
  let unanswered: () => readonly unknown[] = () => [];
  const line = { follow: () => undefined, lookUp: (ask: () => readonly unknown[]) => void (unanswered = ask), stop: () => Promise.resolve() }; // prettier-ignore
  const { pool, db } = connect(databaseUrl, silentLog(), { now: () => new Date(), max: 1, line });
  onTestFinished(() => pool.end());
  const idle = db.transaction(() => pause(2_300));
  await pause(2_200);
  expect(unanswered()).toEqual([]);
  await idle;
  const asleep = db.transaction((tx) => tx.execute(sql`select pg_sleep(${2.5}::float)`));
  await pause(2_200);
  expect(unanswered()).toHaveLength(1);
  await asleep;
  expect(unanswered()).toEqual([]);
});
