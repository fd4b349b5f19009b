import { approvalReasons, STANDARD_LIMITS } from '@desk/contract/rules/approval';
import { daysBetween } from '../../server/src/platform/time/days.ts';
import type { instructionsTable } from '../../server/src/platform/db/tables/instructions.ts';
import type { renewalDecisionsTable } from '../../server/src/platform/db/tables/renewal-decisions.ts';
import type { makeBuyers } from './buyers.ts';
import type { makeDemo } from './make-demo.ts';

type Demo = ReturnType<typeof makeDemo>;
type Renewal = Demo['renewals'][number];
type Wanted = Pick<typeof instructionsTable.$inferInsert, 'outcome' | 'seats'>;

/** How far off the ends are of which customers have decided. */
const [SOONEST, LATEST] = [6, 75];
const MOST = 5;

/** Fewer seats, many fewer, the flexible plan, none, in turn. */
const WANTS: readonly ((seats: number, used: number) => Wanted)[] = [
  (seats, used) => ({ outcome: 'renew', seats: Math.max(used, Math.ceil(seats * 0.9)) }),
  (_, used) => ({ outcome: 'renew', seats: used }),
  () => ({ outcome: 'flexible', seats: null }),
  () => ({ outcome: 'end', seats: null }),
  (seats) => ({ outcome: 'renew', seats: seats + 4 }),
];

const decisionFor = ({ outcome, seats }: Wanted) => {
  if (outcome === 'end') return { decision: 'do_not_renew', reason: 'Price Issue' } as const;
  if (outcome === 'flexible') return { decision: 'change', planName: 'FLEXIBLE' } as const;
  return { decision: 'change', seats } as const;
};

/** What some customers have decided in the portal, and nobody has confirmed yet. */
export function makeWishes(demo: Demo, { domains }: ReturnType<typeof makeBuyers>, today: string) {
  const ownerOf = new Map(domains.map(({ name, ownerId }) => [name, ownerId ?? null]));
  const subscriptions = new Map(demo.subscriptions.map((one) => [one.id, one]));
  const isSold = ({ subscriptionId }: Renewal) => {
    const { source, status, billingMethod } = subscriptions.get(subscriptionId) ?? {};
    return source === 'google' && status === 'ACTIVE' && billingMethod !== 'OFFLINE';
  };
  const isNear = ({ state, termEnd }: Renewal) => {
    const away = daysBetween(today, termEnd);
    return state === 'open' && away >= SOONEST && away <= LATEST;
  };
  const isDecidable = (renewal: Renewal) =>
    isNear(renewal) &&
    isSold(renewal) &&
    (renewal.numberOfSeats ?? 0) > 5 &&
    (ownerOf.get(renewal.domainName) ?? null) !== null;
  const decided = demo.renewals.filter(isDecidable).slice(0, MOST);
  const rows = decided.map((renewal, n) => {
    const [seats, used] = [renewal.numberOfSeats ?? 1, Math.max(1, renewal.licensedSeats ?? 1)];
    const want = WANTS[n % WANTS.length]?.(seats, used) ?? { outcome: 'end' as const, seats: null };
    const accountId = ownerOf.get(renewal.domainName) ?? 0;
    const at = new Date(`${today}T03:30:00Z`);
    return { renewal, seats, paidFor: want.outcome === 'flexible' ? used : want.seats, want, accountId, at };
  });
  const instructions = rows.map(
    ({ renewal, seats, paidFor, want, accountId, at }): typeof instructionsTable.$inferInsert => {
      const value = paidFor === null || !renewal.price ? null : (Number(renewal.price) / seats) * (paidFor ?? 0);
      const reasons = approvalReasons(
        {
          ...{ ...want, seatsNow: seats, seats: paidFor ?? null, value },
          ...{ isInOtherCurrency: renewal.currency !== 'INR', hasOverdueDebt: false, lacksPurchaseOrder: false },
        },
        STANDARD_LIMITS,
      );
      return {
        ...want,
        renewalId: renewal.id,
        termEndsAt: subscriptions.get(renewal.subscriptionId)?.termEndAt ?? null,
        source: 'customer',
        requestedById: accountId,
        approvalReasons: [...reasons] as ['end'],
        createdAt: at,
        changedAt: at,
      };
    },
  );
  const decisions = rows.map(({ renewal, want, accountId, at }): typeof renewalDecisionsTable.$inferInsert => ({
    ...decisionFor(want),
    renewalId: renewal.id,
    accountId,
    createdAt: at,
  }));
  return { instructions, decisions };
}
