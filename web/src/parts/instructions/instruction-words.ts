import type { ApprovalReason } from '@desk/contract/rules/approval';
import type { InstructionState, Outcome, Pay } from '@desk/contract/rules/instruction';
import type { Consequence, Instruction, InstructionPlan, PlannedStep } from '@desk/contract/renewal-work/instructions';
import type { Tone } from '../../kit/text/badge.tsx';
import { businessCurrency } from '../../kit/text/business.ts';
import { counted, longDate, money, number } from '../../kit/text/format.ts';

/** Who sells the subscriptions, as people call it. */
export const PROVIDER = 'Google';

/** What is wanted of the next term; `seats` are of a renewal alone. */
export interface Wanted {
  readonly outcome: Outcome;
  readonly seats: number | null;
  readonly pay: Pay | null;
}

const byOutcome =
  (renew: (seats: string) => string, others: Readonly<Record<Exclude<Outcome, 'renew'>, string>>) =>
  ({ outcome, seats }: Pick<Wanted, 'outcome' | 'seats'>): string =>
    outcome === 'renew' ? renew(counted(seats ?? 0, 'seat')) : others[outcome];

const paidWords = (pay: Pay | null) => (pay === null ? '' : `, paid ${pay}`);

/** "560 seats, annual, paid yearly". */
export const wantedWords = ({ pay, ...wanted }: Wanted): string =>
  byOutcome((seats) => `${seats}, annual${paidWords(pay)}`, {
    flexible: 'Go on as flexible, without a commitment',
    proposed: 'Renew on the proposed offer',
    end: 'Do not renew',
  })(wanted);

/** What a button does that approves it. */
export const approveWords = byOutcome((seats) => `Approve ${seats}`, {
  flexible: 'Approve flexible',
  proposed: 'Approve the offer',
  end: 'Approve the end',
});
/** What a button does that has it set. */
export const setWords = byOutcome((seats) => `Set ${seats} at ${PROVIDER}`, {
  flexible: `Set flexible at ${PROVIDER}`,
  proposed: `Set the offer at ${PROVIDER}`,
  end: `Set the end at ${PROVIDER}`,
});
/** What a button does where a second person has to approve it. */
export const proposeWords = byOutcome((seats) => `Propose ${seats}`, {
  flexible: 'Propose flexible',
  proposed: 'Propose the offer',
  end: 'Propose the end',
});

/** What a button does where the provider has it so already: the decision stands, and nothing is set. */
export const confirmWords = byOutcome((seats) => `Confirm ${seats}`, {
  flexible: 'Confirm flexible',
  proposed: 'Confirm the offer',
  end: 'Confirm the end',
});

interface StateWords {
  readonly words: string;
  readonly tone: Tone;
}
export const STATES: Readonly<Record<InstructionState, StateWords>> = {
  draft: { words: 'Waits for approval', tone: 'attention' },
  approved: { words: 'Being set', tone: 'progress' },
  placed: { words: 'Being set', tone: 'progress' },
  verified: { words: `Set at ${PROVIDER}`, tone: 'good' },
  blocked: { words: 'Blocked', tone: 'bad' },
  drifted: { words: `Changed at ${PROVIDER}`, tone: 'bad' },
  fulfilled: { words: 'Done as wanted', tone: 'good' },
  refused: { words: 'Refused', tone: 'bad' },
  superseded: { words: 'Replaced', tone: 'quiet' },
  cancelled: { words: 'Taken back', tone: 'quiet' },
};

/** How it stands, for who looks at it: what they asked for and may have set at once waits for nobody else. @param isOwn whether they asked for it */
export const standingWords = ({ state, may_approve }: Instruction, isOwn: boolean): string =>
  state === 'draft' && may_approve && isOwn ? 'To be confirmed' : STATES[state].words;

/** What it comes to in money, where that is known. */
function moneyWords({ value, value_now, currency }: Consequence): string {
  if (value === null) return ', worth not known';
  const worth = `, ${money(value, currency)} a year`;
  const more = value_now === null ? 0 : Number(value) - Number(value_now);
  if (more === 0) return worth;
  return `${worth}, ${money(Math.abs(more).toFixed(2), currency)} ${more < 0 ? 'less' : 'more'} than now`;
}

function renewingWords({ seats, seats_now, ...rest }: Consequence): string {
  const instead = seats_now !== null && seats_now !== seats ? ` instead of ${number(seats_now)}` : ', as now';
  return `${counted(seats ?? 0, 'seat')}${seats_now === null ? '' : instead}${moneyWords({ seats, seats_now, ...rest })}.`;
}

/** The exact consequence in seats, money and date, in a sentence. */
export function consequenceWords(outcome: Outcome, consequence: Consequence, today: string): string {
  const { renewal_date, value_now, currency } = consequence;
  const day = longDate(renewal_date);
  const [isOver, ended] = [renewal_date < today, `Its term ended on ${day}.`];
  switch (outcome) {
    case 'renew':
      return `${isOver ? `${ended} Once it is set` : `From ${day}`}: ${renewingWords(consequence)}`;
    case 'flexible':
      return `${isOver ? `${ended} It` : `From ${day} it`} goes on from month to month for the seats in use, without a commitment.`;
    case 'proposed':
      return `${isOver ? `${ended} It` : `On ${day} it`} renews on the offer that was proposed, with the seats in use at least.`;
    case 'end':
      return `${isOver ? `${ended} Its` : `It ends on ${day}: its`} users lose the service${value_now === null ? '' : `, and ${money(value_now, currency)} a year is lost`}.`;
  }
}

const REASONS: Readonly<Record<Exclude<ApprovalReason, 'other-currency'>, string>> = {
  end: 'the renewal ends',
  fall: 'the seats fall by more than the limit',
  value: 'a year of it is worth more than the limit',
  'unknown-value': 'nobody knows what it is worth',
  debt: 'an invoice of the customer is overdue',
  'purchase-order': 'the purchase order is missing',
};
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;

const reasonWords = (reason: ApprovalReason, currency: string): string =>
  reason === 'other-currency' ? `its price is in ${currency} but the limit is in ${businessCurrency}` : REASONS[reason];

/** Who has to approve it, and why; undefined: whoever asks for it may have it set. */
export function approvalWords(
  { approval_reasons: reasons, currency }: Pick<Consequence, 'approval_reasons' | 'currency'>,
  { isOfCustomer = false, verb = 'Waits for approval' }: { isOfCustomer?: boolean; verb?: string } = {},
): string | undefined {
  if (reasons.length === 0)
    return isOfCustomer
      ? `${verb} by who has the renewal, their manager or an administrator: the customer asked for it.`
      : undefined;
  const why = listed(reasons.map((one) => reasonWords(one, currency)));
  return `${verb} by an administrator or the manager of who has the renewal, because ${why}.`;
}

type Dated = Pick<InstructionPlan, 'last_safe_day' | 'renewal_date' | 'seats'>;

/** By when a step is to be done; once that day is over, that it is. */
function byWords(lastSafeDay: string | null, today: string): string {
  if (lastSafeDay === null) return '';
  const day = longDate(lastSafeDay);
  return lastSafeDay < today ? ` at once: the last safe day was ${day}` : ` by ${day}`;
}

/** A step in few words, with its day: "Switch to flexible by 27 Nov 2026". */
function stepWords(step: PlannedStep, plan: Dated, today: string, isFirstOfTwo: boolean): string {
  const { last_safe_day, renewal_date, seats } = plan;
  switch (step.do) {
    case 'commit':
      return `Annual with ${number(seats)} ${step.after === 'now' ? 'now' : `on ${longDate(renewal_date)}`}`;
    case 'set-seats':
      return `${counted(seats ?? 0, 'seat')} ${step.after === 'now' ? 'now' : `on ${longDate(renewal_date)}`}`;
    case 'set-renewal':
      return `${isFirstOfTwo ? 'Switch to flexible' : step.text}${byWords(last_safe_day, today)}`;
  }
}
export const stepsWords = (steps: readonly PlannedStep[], plan: Dated, today: string): readonly string[] =>
  steps.map((step) =>
    stepWords(
      step,
      plan,
      today,
      steps.some((one) => one.do === 'commit'),
    ),
  );

const HOW_MANY = ['no step', 'one step', 'two steps'] as const;
const SUBJECTS: Readonly<Record<Exclude<Outcome, 'renew'>, string>> = {
  flexible: 'Going on as flexible',
  proposed: 'The proposed offer',
  end: 'The end',
};

/** Whether the provider has it so already, so that nothing is set there. */
export const isAsWanted = (plan: InstructionPlan | undefined): boolean =>
  plan !== undefined && plan.problem === null && plan.steps?.length === 0;

/** What a toast says once it may be set; where something is in its way, that. */
export function sentWords(wanted: Wanted, domain: string, plan: InstructionPlan | undefined): string {
  const decided = `${wantedWords(wanted)}, ${domain}.`;
  if (isAsWanted(plan)) return `Confirmed: ${decided} ${PROVIDER} has it so already.`;
  const problem = plan?.problem ?? null;
  return problem === null ? `${PROVIDER} is being told: ${decided}` : `Decided: ${decided} ${problem}`;
}

/** What a wish takes at the provider: "80 takes two steps at Google. Switch to flexible by …". */
export function planWords({ outcome, seats }: Pick<Wanted, 'outcome' | 'seats'>, plan: InstructionPlan, today: string) {
  const { steps, problem } = plan;
  if (problem !== null || steps === null)
    return { text: problem ?? `${PROVIDER} does not answer now.`, hint: 'Each sync looks at it again.' };
  const subject = outcome === 'renew' ? number(seats) : SUBJECTS[outcome];
  if (isAsWanted(plan)) return { text: `${PROVIDER} has it so already.`, hint: 'Nothing has to be set there.' };
  const count = HOW_MANY[steps.length] ?? counted(steps.length, 'step');
  return { text: `${subject} takes ${count} at ${PROVIDER}.`, hint: `${stepsWords(steps, plan, today).join('. ')}.` };
}

/** Of one that goes on, that was ended, that was replaced: what became of it meanwhile, and by whom. */
const QUICKER: Readonly<Partial<Record<InstructionState, (one: Instruction, newest: Instruction) => string>>> = {
  refused: ({ reason }) => `Somebody was quicker: it is refused. ${reason ?? ''}`.trim(),
  cancelled: () => 'Somebody was quicker: it is taken back.',
  superseded: (_, newest) => `${newest.requested_by} was quicker and asks for another thing: ${wantedWords(newest)}.`,
};

/** What somebody asked for while somebody else wanted something of the same renewal. */
export const meanwhileWords = (asked: Instruction): string =>
  `${asked.requested_by} was quicker: ${wantedWords(asked)}. Press again to ask for this in its place.`;

/** What became of an instruction while somebody looked at it. @param all of its renewal, newest first */
export function quickerWords(all: readonly Instruction[], id: number): string {
  const [newest, one] = [all[0], all.find(({ instruction_id }) => instruction_id === id)];
  if (!newest || !one || one.state === 'draft') return 'Somebody was quicker. Look at it again.';
  const ended = QUICKER[one.state]?.(one, newest);
  const state = STATES[one.state].words;
  return ended ?? `${one.approved_by ?? 'Somebody'} was quicker and approved it. It is now: ${state}.`;
}
