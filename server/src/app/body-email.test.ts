import { contract } from '@desk/contract';
import type { Call } from '@desk/contract/call';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { auditLogTable } from '../platform/db/tables/audit.ts';
import { testServer, type TestServer } from '../testing/server.ts';

const calls = Object.values(contract)
  .flatMap((group) => Object.values<Call>(group))
  .filter((call) => call.audience !== 'public' && !call.emailIsTarget && !call.upload);

let desk: TestServer;
let staff: Awaited<ReturnType<TestServer['as']>>;
let customer: Awaited<ReturnType<TestServer['as']>>;
beforeAll(async () => {
  desk = await testServer();
  staff = await desk.as({ email: 'asha@desk.example', mayExport: true });
  customer = await desk.as({ email: 'buyer@acme.example', kind: 'customer' });
});

const refusals = async (call: Call) =>
  (await desk.db.select().from(auditLogTable).where(eq(auditLogTable.subject, call.path))).length;

test.each(calls)(
  '$path refuses and records a body that names somebody else, and an e-mail that is no text',
  async (call) => {
    const who = call.audience === 'customer' ? customer : staff;
    const allowed = call.roles === undefined || call.roles.includes('ADMIN');

    expect((await who.calls(call, { email: 'other@desk.example' })).status).toBe(403);
    expect(await refusals(call)).toBe(allowed ? 1 : 0);
    for (const odd of [[who.email], { email: who.email }, 7])
      expect((await who.calls(call, { email: odd })).status).toBe(allowed ? 400 : 403);
  },
);

test('a body with two e-mails is refused, whichever comes last', async () => {
  const ask = (payload: string) =>
    desk.app.inject({
      method: 'POST',
      url: '/api/get_profile/',
      payload,
      headers: { 'content-type': 'application/json', authorization: customer.token ?? '' },
    });
  const own = `"email":"${customer.email}"`;
  const others = `"email":"${staff.email}"`;

  expect((await ask(`{${own},${others}}`)).statusCode).toBe(400);
  expect((await ask(`{${others},${own}}`)).statusCode).toBe(400);
});
