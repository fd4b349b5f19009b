import type { Facts } from './facts.ts';
import { shortDay } from './short-day.ts';

/** By when something has to be restored where all that its customer has is suspended, as a sentence after another; empty where something keeps them. */
export function restoreWords({ restoreBy }: Facts, today: string): string {
  if (restoreBy === null) return '';
  return restoreBy < today
    ? ` Restore it now: its last safe day was ${shortDay(restoreBy, today)}, and the provider moves the customer away.`
    : ` Restore it by ${shortDay(restoreBy, today)}, or the provider moves the customer away.`;
}
