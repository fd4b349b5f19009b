import { planWords } from '@desk/contract/words/plan-words';

/** The total that a plan is bought by: the committed one, or the ceiling; null where nothing is bought by the seat. */
export function boughtSeats({ planName, numberOfSeats, maximumSeats }: Seats): number | null {
  if (isAnnual(planName)) return numberOfSeats;
  return planName === 'FLEXIBLE' || planName === 'TRIAL' ? maximumSeats : null;
}
export interface Seats {
  planName: string;
  numberOfSeats: number | null;
  maximumSeats: number | null;
}
export const isAnnual = (planName: string) => planName.startsWith('ANNUAL');

/** Why seats of a plan are not bought. */
export const planClosed = (seats: Seats): string | null => {
  const plan = planWords(seats.planName);
  if (seats.planName === 'FREE') return `The plan “${plan}” costs nothing, and its seats are not bought.`;
  if (boughtSeats(seats) !== null) return null;
  return plan === '' ? 'Seats of this plan cannot be added here.' : `Seats of the plan “${plan}” cannot be added here.`;
};
/** Why seats of a subscription of this status are not bought. */
export const statusClosed = (status: string): string | null =>
  status === 'ACTIVE' ? null : 'Google has suspended this subscription.';

interface Known extends Seats {
  status: string;
  domainStatus: string;
  /** Google lists it. */
  alive: boolean;
  source: string;
  googleCustomerId: string | null;
}

/** Why seats cannot be added to a subscription, in words for the user. */
export function closedBecause(known: Known, isConnected: boolean): string | null {
  if (known.source === 'file' || known.googleCustomerId === null) return 'This subscription was not bought at Google.';
  if (!known.alive) return 'This subscription has ended.';
  if (known.domainStatus !== 'ACTIVE') return 'The domain is not active.';
  return (
    planClosed(known) ?? statusClosed(known.status) ?? (isConnected ? null : 'Google cannot be reached from here.')
  );
}
