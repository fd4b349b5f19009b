import type { OwnOrder } from '@desk/contract/own-domains';

const DAY_MS = 24 * 60 * 60 * 1000;

interface Order {
  id: number;
  accountId: number;
  state: 'queued' | 'unknown' | 'done' | 'refused';
  addedSeats: number;
  reason: string | null;
  finishedAt: Date | null;
}

/**
 * The newest order of a subscription as its customer sees it: as long as it is under way, whoever gave it; what became of the
 * own one for a day. Why it waits concerns us and Google.
 */
export function ownOrder(order: Order | null, personId: number, now: Date): OwnOrder | null {
  if (!order) return null;
  const { id, accountId, state, addedSeats, reason, finishedAt } = order;
  const isRecent = finishedAt === null || (accountId === personId && now.getTime() - finishedAt.getTime() < DAY_MS);
  if (!isRecent) return null;
  return {
    order_id: id,
    state: state === 'queued' ? 'submitted' : state,
    added_seats: addedSeats,
    reason: state === 'refused' ? reason : null,
  };
}
