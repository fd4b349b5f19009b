import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { customersTable } from '../../platform/db/tables/customers.ts';
import { googleSubscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import { makeDomain } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';
import { linkCustomers } from './customers.ts';

test.each([
  ['a wish that waits', 'PENDING', null],
  ['a wish that was declined', 'REJECTED', null],
  ['a domain that was approved', 'ACTIVE', 'C1'],
] as const)('by %s Google’s customer is told: %s leads to %s', async (_what, status, linked) => {
  const desk = await testServer();
  const buyer = await desk.account({ email: 'buyer@acme.example', kind: 'customer' });
  const { customerId } = await makeDomain(desk.db, { status, ownerId: buyer.id });
  await desk.db.insert(googleSubscriptionsTable).values({
    ...{ externalId: 'S-1', googleCustomerId: 'C1', domain: 'acme.example', skuId: '1010020027', skuName: 'Starter' },
    ...{ planName: 'ANNUAL', status: 'ACTIVE', runId: 0 },
  });

  await desk.db.transaction((tx) => linkCustomers(tx, {}));

  const [customer] = await desk.db.select().from(customersTable).where(eq(customersTable.id, customerId));
  expect(customer?.googleCustomerId).toBe(linked);
});
