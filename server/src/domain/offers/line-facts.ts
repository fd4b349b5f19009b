import { sql } from 'drizzle-orm';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { lastSafeDayToDecide } from '../renewals/own-renewals.ts';

/** Columns of what a line is made of (`LineFacts`), of renewals joined with their subscriptions. */
export const lineFactColumns = {
  renewalId: r.id,
  domain: sql<string>`${r.domainName}::text`,
  product: r.skuName,
  skuId: s.skuId,
  plan: r.planName,
  termStart: r.termStart,
  termEnd: r.termEnd,
  numberOfSeats: r.numberOfSeats,
  usedSeats: r.licensedSeats,
  price: r.price,
  pricePerUser: r.pricePerUser,
  currency: r.currency,
  lastSafeDay: lastSafeDayToDecide,
};
