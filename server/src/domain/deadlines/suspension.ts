import { isVault, isWorkspace } from '../../providers/products.ts';

/** A subscription of a customer, as far as it says whether the provider will move the customer away. */
export interface Held {
  readonly id: number;
  readonly skuId: string;
  readonly isSuspended: boolean;
  readonly suspendedSince: Date | null;
  readonly termEndAt: Date | null;
  /** The provider suspended it, or waits for the customer: in its own words, joined by commas; null: nobody has. */
  readonly suspensionReasons: string | null;
  /** A contract by hand. */
  readonly isOffline: boolean;
}

/** For so many days everything of a customer may be suspended before the provider moves the customer away. */
export const IDLE_DAYS = 60;

/** The clock of a subscription runs from its suspension, of a commitment from its end where that is later. */
const idleSince = ({ suspendedSince, termEndAt }: Held): number =>
  Math.max(suspendedSince?.getTime() ?? 0, termEndAt?.getTime() ?? 0);

const PROVIDERS_OWN = new Set(['PENDING_TOS_ACCEPTANCE', 'OTHER']);
const isOfProvider = ({ suspensionReasons }: Held): boolean =>
  (suspensionReasons ?? '').split(',').some((reason) => PROVIDERS_OWN.has(reason.trim()));

/** One of these keeps the customer, whatever is suspended (support.google.com/channelservices, 12572807). */
const keepsCustomer = (one: Held): boolean =>
  !one.isSuspended || isVault(one.skuId) || one.isOffline || isOfProvider(one);

/**
 * When the provider moves a customer away of whom everything is suspended, and which subscriptions go with them; undefined where
 * something keeps the customer, or where it is not known since when.
 */
export function moveAwayOf(held: readonly Held[]): { readonly at: Date; readonly ids: readonly number[] } | undefined {
  const counted = held.filter(({ skuId }) => isWorkspace(skuId));
  if (counted.length === 0 || held.some(keepsCustomer)) return undefined;
  if (counted.some(({ suspendedSince }) => suspendedSince === null)) return undefined;
  const at = new Date(Math.max(...counted.map(idleSince)) + IDLE_DAYS * 86_400_000);
  return { at, ids: counted.map(({ id }) => id) };
}
