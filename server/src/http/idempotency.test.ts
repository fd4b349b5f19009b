import { beforeEach, expect, test } from 'vitest';
import { db, pool } from '../testing/clone.ts';
import { house } from '../testing/house.ts';
import { once, type Answer } from './idempotency.ts';
import { Refusal } from './refusal.ts';

let accountId: number;
let written: number;
beforeEach(async () => {
  const desk = await house();
  ({ id: accountId } = await desk.account());
  written = 0;
});

const write = (): Promise<Answer> => {
  written += 1;
  return Promise.resolve({ status: 200, reply: `{"written":${written}}` });
};
const ask = (run = write, body = '{}') => once(db, { accountId, key: 'k1', path: 'adminpanel/x/', body }, run);
const age = (minutes: number) =>
  pool.query(`update idempotency_keys set created_at = now() - make_interval(mins => $1)`, [minutes]);

test('a repeat gets the stored answer, and the write is done once', async () => {
  await ask();
  expect(await ask()).toMatchObject({ status: 200, reply: '{"written":1}' });
  expect(written).toBe(1);
});

test('another body under the same key is refused', async () => {
  await ask();
  await expect(ask(write, '{"seats":1}')).rejects.toMatchObject({ status: 422 });
});

test.each([
  ['refused', () => Promise.reject(new Refusal(409, 'No'))],
  ['failed', () => Promise.reject(new Error('Broken'))],
])('a write that was %s frees its key: the repeat is tried anew', async (_, run) => {
  await expect(ask(run)).rejects.toThrow();
  expect(await ask()).toMatchObject({ reply: '{"written":1}' });
});

test('an answer that cannot be stored is given all the same, and a repeat does not write again', async () => {
  await pool.query(`create function no_answers() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full'; end $$`);
  await pool.query(
    `create trigger no_answers before update on idempotency_keys for each row execute function no_answers()`,
  );
  const answer = await ask().finally(() => pool.query('drop function no_answers cascade'));

  expect(answer).toEqual({ status: 200, reply: '{"written":1}' });
  await expect(ask()).rejects.toMatchObject({ status: 409 });
  expect(written).toBe(1);
});

test('a write that takes minutes is not begun a second time, one that was never heard of again is', async () => {
  let end: (answer: Answer) => void = () => undefined;
  const first = ask(() => {
    written += 1;
    return new Promise((resolve) => (end = resolve));
  });
  await expect.poll(() => written).toBe(1);

  await age(9);
  await expect(ask()).rejects.toMatchObject({ status: 409 });
  await age(11);
  expect(await ask()).toMatchObject({ reply: '{"written":2}' });

  end({ status: 200, reply: '{}' });
  await first;
});
