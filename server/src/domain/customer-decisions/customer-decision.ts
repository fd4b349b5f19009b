import { NO_OTHER_LICENCES, NO_STATUS_FIELDS } from '@desk/contract/rules/status-fields';
import { inSeats } from '@desk/contract/words/seats';
import type { BodyOf } from '@desk/contract/call';
import { LEFT, type Decision, type RenewalStatus } from '@desk/contract/words/lists';
import type { ownRenewals } from '@desk/contract/own-renewals';
import type * as z from 'zod/mini';

type Status = z.infer<typeof RenewalStatus>;
type Asked = BodyOf<typeof ownRenewals.decide>;

/** A decision as it is kept: of each kind only what belongs to it. */
export interface CustomerDecision {
  decision: Decision;
  seats: number | null;
  planName: NonNullable<Asked['plan_name']> | null;
  reason: NonNullable<Asked['reason']> | null;
  comment: string;
}

export const decisionOf = ({ decision, seats, plan_name, reason, comment }: Asked): CustomerDecision => ({
  decision,
  seats: decision === 'change' ? (seats ?? null) : null,
  planName: decision === 'change' ? (plan_name ?? null) : null,
  reason: decision === 'do_not_renew' ? (reason ?? null) : null,
  comment,
});

/** The status that a decision gives to a renewal of the status `now`; that it is lost is for staff to say. */
export function statusAfter({ decision }: CustomerDecision, now: Status | null): Status {
  // Staff's words for a customer who leaves say more than the customer's wish.
  if (decision === 'do_not_renew' && now !== null && LEFT.has(now)) return now;
  return decision === 'renew' ? 'Confirmation Received' : 'In Discussion';
}

/** Columns of the renewal set by the decision, beside its comment. */
export function workAfter(
  request: CustomerDecision,
  { confirmationStatus: before }: { confirmationStatus: Status | null },
) {
  const confirmationStatus = statusAfter(request, before);
  return {
    confirmationStatus,
    ...(confirmationStatus !== before && NO_STATUS_FIELDS),
    // As it is: with no others than there are.
    ...(request.decision === 'renew' && NO_OTHER_LICENCES),
    ...(request.decision === 'do_not_renew' && { highlightCase: 'Red' as const }),
  };
}

/** Whether somebody says what was said before, and staff have not gone on to something else since. */
export const isRepeated = (decision: CustomerDecision, before: object | undefined, status: Status | null): boolean => {
  const previous: Partial<Record<string, unknown>> = { ...before };
  return (
    status === statusAfter(decision, status) &&
    Object.entries(decision).every(([key, value]) => previous[key] === value)
  );
};

const PLANS: Record<NonNullable<CustomerDecision['planName']>, string> = {
  ANNUAL: 'the annual plan, paid monthly',
  ANNUAL_YEARLY_PAY: 'the annual plan, paid yearly',
  FLEXIBLE: 'the flexible plan',
};

function changeInWords({ seats, planName }: CustomerDecision): string {
  const count = seats === null ? [] : [inSeats(seats)];
  const plan = planName === null ? [] : [PLANS[planName]];
  return `change at renewal to ${[...count, ...plan].join(' on ')}`;
}

const WORDS: Record<Decision, (decision: CustomerDecision) => string> = {
  renew: () => 'renew as it is',
  change: changeInWords,
  talk: () => 'wants to talk before the renewal',
  do_not_renew: ({ reason }) => `do not renew, ${reason ?? ''}`,
};

/** To the customer: `Change at renewal to 40 seats on the flexible plan`. */
export function wordsOf(choice: CustomerDecision): string {
  const words = choice.decision === 'talk' ? 'talk to us before the renewal' : WORDS[choice.decision](choice);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The follow-up history's line: `Customer: change at renewal to 40 seats on the flexible plan. "We are growing."` */
export const sentenceOf = (choice: CustomerDecision): string =>
  `Customer: ${WORDS[choice.decision](choice)}.${choice.comment === '' ? '' : ` "${choice.comment}"`}`;
