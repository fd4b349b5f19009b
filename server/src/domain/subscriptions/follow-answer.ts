import type { Author } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { dayIn } from '../../platform/time/days.ts';
import type { ProviderSubscription } from '../../providers/port.ts';
import { calendarOf } from '../calendar/calendar.ts';
import { reconcileDeadlines } from '../deadlines/reconcile.ts';
import { applySyncedSubscription } from './apply-synced.ts';
import { askAgain } from '../renewals/ask-again.ts';
import { reconcileRenewalsOf } from '../renewals/reconcile.ts';

interface Answered {
  readonly subscriptionId: number;
  readonly answer: ProviderSubscription;
  readonly author: Author;
  /** Nothing is due: what is as we had it asks for nothing more, and most that is looked at is. */
  readonly isQuiet?: boolean;
}

/**
 * Adopts what a provider has just said of a subscription; its open renewal shows it, and its deadlines follow. Part of a transaction that has
 * acquired its lock. @returns the months that changed, `yyyy-mm`.
 */
export async function followAnswer(
  tx: Db,
  { config, now }: Pick<Services, 'config' | 'now'>,
  { subscriptionId, answer, author, isQuiet = false }: Answered,
): Promise<string[]> {
  const clock = now();
  const { isChanged, productChanges } = await applySyncedSubscription(tx, answer, { author, now: clock });
  if (isQuiet && !isChanged) return [];
  const today = dayIn(config.BUSINESS_TIME_ZONE, clock);
  // Whoever reads it first: the list of the night finds no change any more.
  const askedAgain = await askAgain(tx, productChanges, { today, author });
  const { changedMonths } = await reconcileRenewalsOf(tx, subscriptionId, { today, author });
  const calendar = await calendarOf(tx, config);
  await reconcileDeadlines(tx, { now: clock, calendar, subscriptionIds: [subscriptionId] });
  return [...new Set([...askedAgain, ...changedMonths])];
}
