import type { IfNobodyActs } from '@desk/contract/rules/if-nobody-acts';
import type { PolicyStep } from '../../platform/db/tables/reminders.ts';

/** The policy that is in force. `id` is null until an administrator has saved one. */
export interface Policy {
  readonly id: number | null;
  readonly isOn: boolean;
  readonly steps: readonly PolicyStep[];
}

const EARLY = `Your licences of {domain} ({product}, {seats} bought, {used} in use) end their term on {renewal_date}.

The same again for the next term, before tax: {amount}.

If we hear nothing from you: {if_nothing}

Please tell us by {last_day} what you would like. It takes a minute:

{link}`;
const MIDDLE = `The term of your licences of {domain} ({product}, {seats} bought, {used} in use) ends on {renewal_date}, and we do not know yet what you would like.

The same again for the next term, before tax: {amount}.

If we hear nothing from you: {if_nothing}

The last day on which we can still arrange it otherwise is {last_day}.

{link}`;
const LAST = `{last_day} is the last day on which we can arrange what follows for your licences of {domain} ({product}, {seats} bought, {used} in use).

The same again for the next term, before tax: {amount}.

If we hear nothing from you: {if_nothing}

{link}`;

const byMail = (daysBefore: number, to: PolicyStep['to'], subject: string, text: string): PolicyStep => ({
  ...{
    key: `email-${daysBefore}`,
    daysBefore,
    purpose: 'decision',
    outcomes: [],
    segments: [],
    channel: 'Email',
    to,
    subject,
    text,
  },
});

/** What an installation begins with: it is looked at, and switched on, by an administrator. */
export const STANDARD_STEPS: readonly PolicyStep[] = [
  byMail(60, 'first', 'Renewal of {domain} on {renewal_date}', EARLY),
  byMail(30, 'first', 'Renewal of {domain} on {renewal_date}', EARLY),
  byMail(14, 'first', 'Please decide by {last_day}: renewal of {domain}', MIDDLE),
  byMail(7, 'first', 'Please decide by {last_day}: renewal of {domain}', MIDDLE),
  byMail(3, 'everybody', 'Last days to decide: renewal of {domain}', LAST),
];
export const STANDARD_POLICY: Policy = { id: null, isOn: false, steps: STANDARD_STEPS };

/** A step as it is stored: versions of before there were reminders of payment name no purpose. */
export const withPurpose = (step: Omit<PolicyStep, 'purpose'> & Partial<Pick<PolicyStep, 'purpose'>>): PolicyStep => ({
  purpose: 'decision',
  ...step,
});

/** What decides which steps a term has. */
export interface SteppedTerm {
  /** Null: nobody knows. */
  readonly outcome: IfNobodyActs | null;
  readonly segment: string | null;
}

const isAmong = <T>(wanted: readonly T[], one: T | null, otherwise: T | undefined): boolean => {
  const known = one ?? otherwise;
  return wanted.length === 0 || (known !== undefined && wanted.includes(known));
};

/** The steps of a term, the earliest first. */
export const stepsOf = (steps: readonly PolicyStep[], { outcome, segment }: SteppedTerm): readonly PolicyStep[] =>
  steps
    .filter((step) => isAmong(step.outcomes, outcome, 'unknown') && isAmong(step.segments, segment, undefined))
    .toSorted((one, other) => other.daysBefore - one.daysBefore);

/** Days ahead of its last day at which the first step of any term can be due. */
export const horizonOf = (steps: readonly PolicyStep[]): number =>
  Math.max(0, ...steps.map(({ daysBefore }) => daysBefore));
