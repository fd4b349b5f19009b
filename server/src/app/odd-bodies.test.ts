import { contract } from '@desk/contract';
import { ROLES, type Call, type Role } from '@desk/contract/call';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { testServer, type TestServer } from '../testing/server.ts';

const calls = Object.values(contract)
  .flatMap((group) => Object.values<Call>(group))
  .filter((call) => !call.upload && call.path !== 'logout/');

const STAFF = ROLES.filter((role) => role !== 'CUSTOMER');
let desk: TestServer;
const staff = new Map<Role, Awaited<ReturnType<TestServer['as']>>>();
let customer: Awaited<ReturnType<TestServer['as']>>;
beforeAll(async () => {
  desk = await testServer();
  for (const role of STAFF) staff.set(role, await desk.as({ email: `${role}@desk.example`.toLowerCase(), role }));
  customer = await desk.as({ email: 'buyer@acme.example', kind: 'customer' });
});

type Schema = { properties?: Record<string, Schema> };
/** The body's fields by name, each with a value that may be of any kind; objects within go on in the same way. */
const oddFor = (schema: Schema): fc.Arbitrary<unknown> => {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return odd;
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record(Object.fromEntries(fields.map(([name, inner]) => [name, oddFor(inner)])), {
        requiredKeys: [],
      }),
    },
    { weight: 1, arbitrary: odd },
  );
};
const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    ...[
      '',
      ' ',
      '\0',
      '\r\nBcc: x@y.example',
      '%',
      '../../etc/passwd',
      "'; drop table accounts; --",
      'ＡDMIN@desk.example',
      'a@b.example',
    ],
    ...['2026-13', '2026-02-30', '{{7*7}}', '<img src=x onerror=alert(1)>', 'x'.repeat(10_000), '\ud800'],
    ...[-1, 0, 1, 1.5, 2 ** 31, Number.MAX_SAFE_INTEGER, 1e308, true, null],
  ),
);

test.each(calls)('$path answers any body with what it is, never with a failure of its own', async (call) => {
  const who = (call.audience === 'customer' ? undefined : staff.get(call.roles?.[0] ?? 'ADMIN')) ?? customer;
  const bodies = oddFor(z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' }) as Schema);
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const { status, reply } = await who.calls(call, body);
      expect([status, reply.message].join(' ')).not.toMatch(/^5(?!03)/);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    }),
    { numRuns: 60 },
  );
});
