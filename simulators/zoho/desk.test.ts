import { expect, test } from 'vitest';
import { runningZoho } from './testing/running.ts';

const { zoho, say } = await runningZoho();
const headers = { orgid: zoho.env.ZOHO_DESK_ORG_ID };
const search = (query: string) => say('GET', `/api/v1/tickets/search?${query}`, { headers });

test('ten tickets come unless more are asked for, a hundred at most, with the count of all', async () => {
  const { body } = await search('');
  expect(body).toMatchObject({ count: zoho.desk.tickets().length });
  expect((body as { data: object[] }).data).toHaveLength(10);
  expect(((await search('limit=100')).body as { data: object[] }).data).toHaveLength(60);
});

test.each(['limit=101', 'limit=0', 'from=5000', 'sortBy=luck', 'modifiedTimeRange=today', 'searchStr=mx'])(
  '%s cannot be processed',
  async (query) => {
    expect(await search(query)).toMatchObject({ status: 422, body: { errorCode: 'UNPROCESSABLE_ENTITY' } });
  },
);

test('where there is nothing the answer has no body', async () => {
  expect(await search('status=Lost')).toEqual({ status: 204, body: undefined });
  expect(await search('from=60')).toEqual({ status: 204, body: undefined });
});

test('a call without the organisation is forbidden', async () => {
  expect(await say('GET', '/api/v1/tickets/search')).toMatchObject({ status: 403, body: { errorCode: 'FORBIDDEN' } });
});
