import { decisionDay, standingOf, type StandingFacts } from '@desk/contract/rules/standing';
import { due } from '../../kit/text/format.ts';

/** How a renewal stands to its date on the business day `today`: "in 2 days", "9 days late", "extended, in 24 days", "renewed". */
export const standingOn =
  (today: string) =>
  (renewal: StandingFacts): { words: string; isLate: boolean } => {
    const standing = standingOf(renewal, today);
    const isLate = standing === 'late';
    if (standing === 'due' || isLate) return { words: due(decisionDay(renewal), today), isLate };
    const words = standing === 'extended' ? `extended, ${due(decisionDay(renewal), today)}` : standing;
    return { words, isLate };
  };
