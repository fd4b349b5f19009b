import { afterAll, beforeAll, expect, test } from 'vitest';
import { myDay } from '@desk/contract/renewal-work/my-day';
import type { Pool } from 'pg';
import { answerJson, serveOnLoopback } from '../../simulators/loopback/serve.ts';
import { logins } from './calls.ts';

let answered = { status: 200, body: {} as object };
/** So often it is busy first. */
let busy = 0;
let server: Awaited<ReturnType<typeof serveOnLoopback>>;
beforeAll(async () => {
  server = await serveOnLoopback((_request, response) => {
    busy -= 1;
    answerJson(response, busy >= 0 ? 503 : answered.status, answered.body);
    return Promise.resolve();
  }, 0);
});
afterAll(() => server.stop());

/** Nobody looks at what it is asked. */
const database = { query: () => Promise.resolve({ rows: [{ account_id: 1 }] }) } as unknown as Pool;
async function ask(status: number, body: object) {
  answered = { status, body };
  const person = await logins(database, () => server.url)('member@desk.example', 0);
  return person.calls(myDay.list, { scope: 'mine' });
}

test('what was answered is read', async () => {
  expect((await ask(200, { groups: [] })).reply).toEqual({ groups: [] });
});

test('who reads what was refused hears which call it was, and why; who looks at the status first hears that', async () => {
  const answer = await ask(403, { message: 'Not yours' });
  expect([answer.status, answer.message]).toEqual([403, 'Not yours']);
  expect(() => answer.reply).toThrow('adminpanel/get_my_day/ answered 403: Not yours');
});

test('who hears that the product is busy asks again', async () => {
  busy = 1;
  expect((await ask(200, { groups: [] })).reply).toEqual({ groups: [] });
});

test('a product that fails is no answer', async () => {
  await expect(ask(500, { message: 'Oops' })).rejects.toThrow('adminpanel/get_my_day/ answered 500: Oops');
});
