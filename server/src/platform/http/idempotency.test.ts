import { sql } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Write } from '../db/db.ts';
import { db, pool } from '../../testing/clone.ts';
import { testServer } from '../../testing/server.ts';
import { withIdempotencyKey, type Answer } from './idempotency.ts';
import { Refusal } from './refusal.ts';

let accountId: number;
let written: number;
beforeEach(async () => {
  const desk = await testServer();
  ({ id: accountId } = await desk.account());
  written = 0;
});

const count = (): Promise<Answer> => {
  written += 1;
  return Promise.resolve({ status: 200, reply: `{"written":${written}}` });
};
const ask = (run: (write: Write) => Promise<Answer> = count, body = '{}') =>
  withIdempotencyKey({ db, pool }, { accountId, key: 'k1', path: 'adminpanel/x/', body }, run);
/** As if nobody had worked on it for so long. */
const age = (seconds: number) =>
  pool.query(`update idempotency_keys set held_at = now() - make_interval(secs => $1)`, [seconds]);

test('a repeat gets the stored answer, and the write is done once', async () => {
  await ask();
  expect(await ask()).toMatchObject({ status: 200, reply: '{"written":1}' });
  expect(written).toBe(1);
});

test('another body under the same key is refused', async () => {
  await ask();
  await expect(ask(count, '{"seats":1}')).rejects.toMatchObject({ status: 422 });
});

test.each([
  ['refused', () => Promise.reject(new Refusal(409, 'No'))],
  ['failed', () => Promise.reject(new Error('Broken'))],
])('a write that was %s frees its key: the repeat is tried anew', async (_, run) => {
  await expect(ask(run)).rejects.toThrow();
  expect(await ask()).toMatchObject({ reply: '{"written":1}' });
});

test('a key that cannot be freed, as the database is away, is freed as soon as it is back', async () => {
  await pool.query(`create function none_freed() returns trigger language plpgsql as
    $$ begin raise exception 'away'; end $$`);
  await pool.query(`create trigger none_freed before delete on idempotency_keys execute function none_freed()`);
  await expect(ask(() => Promise.reject(new Error('Broken')))).rejects.toThrow('Broken');
  await expect(ask()).rejects.toMatchObject({ status: 425 });
  await pool.query('drop function none_freed cascade');

  const again = () => ask().catch((error: unknown) => error);
  await expect.poll(again, { timeout: 4_000 }).toMatchObject({ status: 200 });
  expect(written).toBe(1);
});

test('an answer that cannot be stored is given all the same, and a repeat does not write again', async () => {
  await pool.query(`create function no_answers() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full'; end $$`);
  await pool.query(
    `create trigger no_answers before update on idempotency_keys for each row execute function no_answers()`,
  );
  const answer = await ask();
  await pool.query('drop function no_answers cascade');

  expect(answer).toEqual({ status: 200, reply: '{"written":1}' });
  await expect(ask()).rejects.toMatchObject({ status: 425 });
  expect(written).toBe(1);
});

/** Rows committed by the transactions of writes. */
const rows = () =>
  pool
    .query<{ name: string }>(`select name from installation where name like 'row %' order by name`)
    .then((found) => found.rows.map(({ name }) => name));
const insert = (write: Write, name: string) =>
  write((tx) => tx.execute(sql`insert into installation (name, value) values (${`row ${name}`}, '')`));
const writing = (name: string) => async (write: Write) => {
  await insert(write, name);
  return { status: 200, reply: '{}' };
};

test('a write that nobody hears of again may be begun anew within ten seconds; if it ends all the same, it is undone', async () => {
  let goOn: () => void = () => undefined;
  const first = ask(async (write) => {
    await new Promise<void>((resolve) => (goOn = resolve));
    return writing('first')(write);
  });
  await expect.poll(() => pool.query('select from idempotency_keys').then(({ rowCount }) => rowCount)).toBe(1);
  await expect(ask(writing('second'))).rejects.toMatchObject({ status: 425, more: { retry_after: 1 } });
  await age(5);
  await expect(ask(writing('second'))).rejects.toMatchObject({ status: 425, more: { retry_after: 1 } });
  await age(9);
  await ask(writing('second'));

  goOn();
  await expect(first).rejects.toMatchObject({ status: 425 });
  expect(await rows()).toEqual(['row second']);
});

test('a write that takes long is held by the node that works on it, and by nobody once it has ended', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const heldFor = async () => {
    const { rows } = await pool.query<{ seconds: number }>(
      'select extract(epoch from now() - held_at)::int as seconds from idempotency_keys',
    );
    return rows[0]?.seconds;
  };
  let goOn: () => void = () => undefined;
  const first = ask(async (write) => {
    await new Promise<void>((resolve) => (goOn = resolve));
    return writing('first')(write);
  });
  for (let times = 0; times < 2; times += 1) {
    await expect.poll(() => pool.query('select from idempotency_keys').then(({ rowCount }) => rowCount)).toBe(1);
    await age(9);
    vi.advanceTimersByTime(2_500);
    await expect.poll(heldFor).toBeLessThan(8);
    await expect(ask(writing('second'))).rejects.toMatchObject({ status: 425, more: { retry_after: 1 } });
  }
  goOn();
  await first;
  expect(vi.getTimerCount()).toBe(0);
  expect(await rows()).toEqual(['row first']);
});

test('a write whose connection broke after the commit is not begun again, however long after', async () => {
  const broken = async (write: Write): Promise<Answer> => {
    await insert(write, 'first');
    throw new Error('Connection terminated');
  };
  await expect(ask(broken)).rejects.toThrow('Connection terminated');
  // For all that anybody knows its node is about to keep the answer.
  await expect(ask(writing('second'))).rejects.toMatchObject({ status: 425, more: { retry_after: 1 } });
  await age(36_000);
  await expect(ask(writing('second'))).rejects.toMatchObject({
    status: 409,
    message: 'This was done already. Please look at it again.',
  });
  expect(await rows()).toEqual(['row first']);
});

const replying = (write: Write, reply: object) =>
  write(
    (tx) => tx.execute(sql`insert into installation (name, value) values ('row replied', '')`),
    () => reply,
  );

test('an answer that the transaction decides is kept with it: a repeat gets it though the node died before it answered', async () => {
  const broken = async (write: Write): Promise<Answer> => {
    await replying(write, { version: 2 });
    throw new Error('The node dies');
  };
  await expect(ask(broken)).rejects.toThrow('The node dies');
  expect(await ask()).toEqual({ status: 200, reply: '{"version":2}' });
  expect([await rows(), written]).toEqual([['row replied'], 0]);
});

test('a refusal after such a transaction, and an answer that is another one after all, count', async () => {
  const refused = async (write: Write): Promise<Answer> => {
    await write(() => Promise.resolve(), () => ({ version: 2 })); // prettier-ignore
    throw new Refusal(409, 'No');
  };
  await expect(ask(refused)).rejects.toMatchObject({ status: 409 });
  await ask(async (write) => {
    await replying(write, { version: 2 });
    return { status: 200, reply: '{"version":3}' };
  });
  expect(await ask()).toEqual({ status: 200, reply: '{"version":3}' });
});

test('a write of several transactions is done when the first of them is', async () => {
  const several = async (write: Write): Promise<Answer> => {
    await insert(write, 'first');
    return writing('second')(write);
  };
  expect(await ask(several)).toMatchObject({ reply: '{}' });
  expect(await rows()).toEqual(['row first', 'row second']);
});
