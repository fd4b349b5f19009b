import { expect, test } from 'vitest';
import { runningZoho } from './testing/running.ts';

const { world, zoho, say } = await runningZoho();

test('the books answer in pages, to their organisation alone', async () => {
  const page = await say('GET', '/books/v3/contacts?organization_id=60001&per_page=20&page=2');
  expect(page).toMatchObject({
    status: 200,
    body: { code: 0, page_context: { page: 2, per_page: 20, has_more_page: false } },
  });
  expect((page.body as { contacts: object[] }).contacts).toHaveLength(world.customers.length - 20);
  expect(await say('GET', '/books/v3/contacts?organization_id=1')).toMatchObject({ status: 404, body: { code: 6041 } });
});

test('a fault of a call comes as often as was asked for, and to that call alone', async () => {
  const tasks = () => say('GET', '/crm/v8/Tasks?fields=Subject');
  zoho.faults.next({ kind: 'throttled', times: 2, only: 'tasks.list' });
  expect((await say('GET', '/crm/v8/Contacts?fields=Email')).status).toBe(200);
  expect([(await tasks()).status, (await tasks()).status, (await tasks()).status]).toEqual([429, 429, 204]);
});

test('an answer that is lost leaves its effect, a cut line does not', async () => {
  const post = () => say('POST', '/crm/v8/Tasks', { json: { data: [{ Subject: 'Raise invoice' }] } });
  for (const kind of ['applied-but-answer-lost', 'reset'] as const) {
    zoho.faults.next({ kind, only: 'tasks.create' });
    await expect(post()).rejects.toThrow('fetch failed');
  }
  expect(zoho.crm.effects().tasksCreated).toBe(1);
  expect(zoho.calls('tasks.create')).toBe(2);
});

test('faults are set and the state is read over HTTP too', async () => {
  const ask = (method: string, path: string, json?: object) => say(method, path, { ...(json && { json }) });
  expect((await ask('POST', '/__admin/fault', { kind: 'earthquake' })).status).toBe(400);
  expect(await ask('POST', '/__admin/fault', { kind: 'unavailable', only: 'tasks.list' })).toMatchObject({
    body: { faults: [{ kind: 'unavailable', times: 1, only: 'tasks.list' }] },
  });
  expect((await ask('GET', '/crm/v8/Tasks?fields=Subject')).status).toBe(503);
  expect(await ask('GET', '/__admin/state')).toMatchObject({ body: { effects: zoho.crm.effects(), faults: [] } });
});

test('an address that Zoho does not have is told', async () => {
  expect(await say('GET', '/crm/v8/Leads?fields=Email')).toMatchObject({
    status: 404,
    body: { code: 'INVALID_URL_PATTERN' },
  });
});

test('the books block whoever calls more than a hundred times a minute', async () => {
  const ask = () => say('GET', '/books/v3/invoices?organization_id=60001&per_page=1');
  const answers = await Promise.all(Array.from({ length: 105 }, ask));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(100);
  expect(await ask()).toMatchObject({ status: 429, body: { code: 44 } });
});
