import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { databaseUrl } from '../../../testing/clone.ts';
import { silentLog } from '../../../testing/recorded-log.ts';
import { connect } from './connect.ts';
import { checkPooler } from './pooler.ts';

function pooled() {
  const { pool, db } = connect(databaseUrl, silentLog(), { now: () => new Date(), max: 1, isPooled: true });
  onTestFinished(() => pool.end());
  const settingOf = async (name: string): Promise<string | undefined> =>
    (await pool.query<{ is: string }>('select current_setting($1) as is', [name])).rows[0]?.is;
  return { pool, db, settingOf };
}

const TIMEOUTS = {
  statement_timeout: '10s',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '15s',
};

test('a session is told nothing as it opens; each transaction has its timeouts, which end with it', async () => {
  const { db, settingOf } = pooled();
  const seen = await db.transaction(async (tx) => {
    const { rows } = await tx.execute<Record<string, string>>(
      sql`select current_setting('statement_timeout') as statement_timeout, current_setting('lock_timeout') as lock_timeout,
        current_setting('idle_in_transaction_session_timeout') as idle_in_transaction_session_timeout`,
    );
    return rows[0];
  });
  expect(seen).toEqual(TIMEOUTS);
  for (const name of Object.keys(TIMEOUTS)) expect(await settingOf(name)).toBe('0');
});

test('no statement is prepared under its name, however often it comes', async () => {
  const { pool, db } = pooled();
  for (let n = 0; n < 6; n += 1) {
    await pool.query({ name: 'by-hand', text: 'select $1::int as n', values: [n] });
    await db.transaction((tx) => tx.execute(sql`select ${n}::int as n`));
  }
  expect((await pool.query('select name from pg_prepared_statements')).rows).toEqual([]);
});

test('the isolation that a transaction asks for is kept', async () => {
  const { db } = pooled();
  const read = () => db.transaction((tx) => tx.execute<{ is: string }>(sql`select current_setting('transaction_isolation') as is`), { isolationLevel: 'repeatable read' }); // prettier-ignore
  expect((await read()).rows).toEqual([{ is: 'repeatable read' }]);
});

test('a pooler that leads elsewhere, or cannot be asked, is told before anybody asks through it', async () => {
  await checkPooler(databaseUrl, databaseUrl);
  const elsewhere = Object.assign(new URL(databaseUrl), { pathname: '/postgres' }).href;
  await expect(checkPooler(elsewhere, databaseUrl)).rejects.toThrow('leads to another database');
  const nowhere = Object.assign(new URL(databaseUrl), { port: '1' }).href;
  await expect(checkPooler(nowhere, databaseUrl)).rejects.toThrow(
    /POOLER_DATABASE_URL cannot be asked: .*ECONNREFUSED/,
  );
});
