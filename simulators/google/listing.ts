import { createHash } from 'node:crypto';
import { invalid } from './refusal.ts';
import type { State } from './state.ts';
import type { Subscription } from './wire.ts';

const DEFAULT_PAGE = 20;
const LARGEST_PAGE = 100;

/** A subscription as answers show it: offline billing hides the commitment interval. */
export function shown(subscription: Subscription): Subscription {
  if (subscription.billingMethod === 'ONLINE') return subscription;
  const { planName, isCommitmentPlan } = subscription.plan;
  return { ...subscription, plan: { planName, isCommitmentPlan } };
}

export function listSubscriptions(query: URLSearchParams, { accounts, store }: State) {
  const most = pageSize(query.get('maxResults'));
  const customer = query.get('customerId');
  const customerId = customer ? accounts.managed(customer).customerId : undefined;
  const prefix = (query.get('customerNamePrefix') ?? '').toLowerCase();
  const filter = createHash('sha256')
    .update(JSON.stringify([customerId, prefix]))
    .digest('base64url')
    .slice(0, 8);
  const { rows, last } = store.page(
    positionOf(query.get('pageToken'), filter),
    most,
    (row) => (customerId === undefined || row.customerId === customerId) && row.customerDomain.startsWith(prefix),
  );
  return {
    kind: 'reseller#subscriptions',
    subscriptions: rows.map(shown),
    ...(last !== undefined && { nextPageToken: Buffer.from(`${filter}:${last}`).toString('base64url') }),
  };
}

function pageSize(asked: string | null): number {
  if (asked === null) return DEFAULT_PAGE;
  const size = Number(asked);
  if (!Number.isInteger(size) || size < 1 || size > LARGEST_PAGE) {
    throw invalid(`Invalid value '${asked}' for maxResults: it must be from 1 to ${LARGEST_PAGE}`);
  }
  return size;
}

/** A token goes on with the list that gave it, and with no other. */
function positionOf(token: string | null, filter: string): number {
  if (!token) return 0;
  const [of, position] = Buffer.from(token, 'base64url').toString().split(':');
  if (of !== filter || !/^\d+$/.test(position ?? '')) throw invalid('Invalid value for: pageToken');
  return Number(position);
}
