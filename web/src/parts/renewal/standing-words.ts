import { annualValue, type ValueFacts } from '@desk/contract/rules/annual-value';
import { decisionDay, standingOf, type StandingFacts } from '@desk/contract/rules/standing';
import { due, money } from '../../kit/text/format.ts';

/** How a renewal stands to its date on the business day `today`: "in 2 days", "9 days late", "extended, in 24 days", "renewed", "not decided". */
export const standingOn =
  (today: string) =>
  (renewal: StandingFacts): { words: string; isLate: boolean } => {
    const standing = standingOf(renewal, today);
    const isLate = standing === 'late';
    // The term after it is the one that can still be decided.
    if (isLate && renewal.closed_because === 'passed') return { words: 'not decided', isLate: false };
    if (standing === 'due' || isLate) return { words: due(decisionDay(renewal), today), isLate };
    const words = standing === 'extended' ? `extended, ${due(decisionDay(renewal), today)}` : standing;
    return { words, isLate };
  };

/** What a renewal is worth in a year, as the lists have it, and the price a user where that was agreed. */
export function valueWords(renewal: ValueFacts & { readonly currency: string }): string {
  const value = annualValue(renewal);
  const { currency, price_per_user: perUser } = renewal;
  if (value === undefined) return 'No price';
  return perUser === null ? money(value, currency) : `${money(value, currency)} (${money(perUser, currency)} a user)`;
}
