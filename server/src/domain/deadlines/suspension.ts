import { isWorkspace } from '../../providers/products.ts';

/** A subscription of a customer, as far as it says whether the provider will move the customer away. */
export interface Held {
  readonly id: number;
  readonly skuId: string;
  readonly isSuspended: boolean;
  readonly suspendedSince: Date | null;
  readonly termEndAt: Date | null;
}

const DAYS = 60;

/** The clock of a subscription runs from its suspension, of a commitment from its end where that is later. */
const idleSince = ({ suspendedSince, termEndAt }: Held): number =>
  Math.max(suspendedSince?.getTime() ?? 0, termEndAt?.getTime() ?? 0);

/**
 * When the provider moves a customer away of whom everything that counts is suspended, and which subscriptions go with them;
 * undefined where something is active, or where it is not known since when.
 */
export function moveAwayOf(held: readonly Held[]): { readonly at: Date; readonly ids: readonly number[] } | undefined {
  const counted = held.filter(({ skuId }) => isWorkspace(skuId));
  if (counted.length === 0 || counted.some((one) => !one.isSuspended || one.suspendedSince === null)) return undefined;
  const at = new Date(Math.max(...counted.map(idleSince)) + DAYS * 86_400_000);
  return { at, ids: counted.map(({ id }) => id) };
}
