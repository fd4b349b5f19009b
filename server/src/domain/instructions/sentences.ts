import { grouped, inSeats } from '@desk/contract/words/seats';
import type { PlannedStep } from '@desk/contract/renewal-work/instructions';
import { dayMonthYear } from '../../platform/time/days.ts';
import type { AtTermEnd, Blocked, Facts, Pay, Step } from '../../providers/port.ts';

type Plain = Exclude<Blocked, { because: 'below-assigned' }>['because'];

const SENTENCES: Readonly<Record<Plain, string>> = {
  suspended: 'The subscription is suspended, and a suspended one does not renew. Have it restored first.',
  offline: 'The provider does not bill this subscription by itself: its renewal is arranged by hand.',
  'no-commitment': 'This plan has no term whose end could be set.',
  'no-term': 'The provider does not tell when the term ends.',
  over: 'The term has ended otherwise than was wished, and the provider cannot go back.',
  'unknown-plan': 'The provider tells a plan that is not known here.',
  'assigned-unknown':
    'The provider does not tell how many seats are in use, so it is not known whether fewer can be had.',
  'not-offered': 'The provider cannot do this by itself.',
};

const GOES_ON = 'it goes on as a flexible plan after the term';

function whyBlocked(blocked: Blocked): string {
  if (blocked.because !== 'below-assigned') return SENTENCES[blocked.because];
  const { assigned, wanted } = blocked;
  return `Free ${inSeats(assigned - wanted)} first: ${grouped(assigned)} assigned, ${grouped(wanted)} wanted.`;
}

const otherwise = ({ because }: Blocked): string =>
  because === 'below-assigned' ? `Otherwise ${GOES_ON}, until that is done.` : `Until it is, ${GOES_ON}.`;

/**
 * Why a wish cannot be placed as things stand, for the people who have to do something about it.
 * @param goesOn it is set to go on without a commitment, should its term end meanwhile.
 */
export const blockedSentence = (blocked: Blocked, goesOn: boolean): string =>
  goesOn ? `${whyBlocked(blocked)} ${otherwise(blocked)}` : whyBlocked(blocked);

/** Who is assigned a seat moves each day, and what is to be done about it stays the same: other numbers are no other reason. */
export const isSameReason = (one: string | null, other: string | null): boolean =>
  withoutNumbers(one) === withoutNumbers(other);

const withoutNumbers = (reason: string | null) => reason?.replaceAll(/\d[\d,]*( seats?\b)?/g, '#');

const PAID: Readonly<Record<Pay, string>> = { monthly: 'paid monthly', yearly: 'paid yearly' };

function settingInWords(to: AtTermEnd): string {
  if (to.then === 'flexible') return 'go on as a flexible plan when the term ends';
  if (to.then === 'end') return 'end with the term';
  switch (to.seats) {
    case 'committed':
      return `renew all seats, ${PAID[to.pay]}`;
    case 'assigned':
      return `renew the seats in use, ${PAID[to.pay]}`;
    case 'proposed':
      return 'renew on the offer that was proposed';
  }
}

/** What was read where it is not what was decided and read back before. */
export function changedSentence({ atTermEnd }: Facts): string {
  const now = atTermEnd === null ? '' : ` It will now ${settingInWords(atTermEnd)}.`;
  return `It was set as wanted, and somebody changed it at the provider.${now} Say which of both holds.`;
}

/** What was decided would give back seats of which nobody knew then. */
export const boughtSentence = ({ bought, before, now }: { bought: number; before: number; now: number }): string =>
  `When this was decided, ${grouped(before)} seats were bought; now it is ${grouped(now)}. It would give back ${grouped(bought)} that nobody has decided about. Say which of both holds.`;

/** What the provider does when the term ends, if nothing is placed, and without a term; null: it does not say. */
export const atProviderInWords = ({ plan, atTermEnd, isSuspended }: Facts): string | null => {
  if (isSuspended) return 'Suspended: it does not renew';
  if (atTermEnd === null) return plan === 'flexible' ? 'Go on as a flexible plan' : null;
  const words = settingInWords(atTermEnd);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function inWords(step: Step): string {
  switch (step.do) {
    case 'set-renewal':
      return `Set the renewal at the provider: ${settingInWords(step.to)}`;
    case 'set-seats':
      return `Bring the seats from ${step.from} to ${step.to}`;
    case 'commit':
      return `Make it annual with ${inSeats(step.seats)}, ${PAID[step.pay]}`;
  }
}

/** A step as people read it. @param termEnd the day on which the term ends */
export const stepOnWire = (step: Step, termEnd: string): PlannedStep => ({
  do: step.do,
  after: step.after,
  text: step.after === 'now' ? inWords(step) : `${inWords(step)}, once the term has ended on ${dayMonthYear(termEnd)}`,
});
