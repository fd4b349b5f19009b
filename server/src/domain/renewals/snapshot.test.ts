import { getTableColumns } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import { snapshotColumns } from './snapshot.ts';

/** Of both tables, and a renewal's own: its key, its customer, its term, and when it was made. */
const OWN: readonly string[] = ['id', 'customerId', 'termStart', 'termEnd', 'renewalType', 'createdAt'];

test('a column that a renewal has of its subscription is part of the snapshot', () => {
  const ofSubscription = new Set(Object.keys(getTableColumns(subscriptionsTable)));
  const shared = Object.keys(getTableColumns(renewalsTable)).filter((name) => ofSubscription.has(name));
  const copied = Object.keys(snapshotColumns);
  expect(shared.filter((name) => !copied.includes(name) && !OWN.includes(name))).toEqual([]);
});
