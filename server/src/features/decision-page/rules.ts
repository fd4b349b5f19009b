import { inSeats } from '@desk/contract/words/seats';
import { MOST_SEATS } from '@desk/contract/licences';
import { emailAddress, line, paragraph } from '@desk/contract/fields';
import { LeavingReason } from '@desk/contract/words/lists';
import * as z from 'zod/mini';
import type { Arranged, OwnRenewal } from '@desk/contract/own-renewals';
import type { IfNobodyActs } from '@desk/contract/rules/if-nobody-acts';
import { cameToNothing, isToDecide as isUndecided } from '@desk/contract/words/own-wish';

/** A subscription on the page, as it was offered and as it is now. */
export interface LineView {
  readonly renewalId: number;
  readonly domain: string;
  readonly product: string;
  readonly plan: string;
  readonly renewalType: string | null;
  readonly ifNobodyActs: IfNobodyActs;
  readonly seatsIfNobodyActs: number | null;
  readonly from: string;
  readonly to: string;
  readonly daysLeft: number;
  /** What "as it is" renews. */
  readonly bought: number;
  readonly used: number | null;
  /** For the bought seats, and for those that are suggested; null: no price is known. */
  readonly amount: string | null;
  readonly suggestion: { readonly seats: number; readonly amount: string | null } | undefined;
  /** What we offer in place of that; undefined: the same. */
  readonly offered: OfferedTerms | undefined;
  readonly lastDay: string;
  /** `closed`: it is settled, or not this customer's any more. */
  readonly standing: 'open' | 'closed' | 'too late';
  /** Who of the business has it. */
  readonly assignee: string | null;
  readonly decision: DecisionView | undefined;
  readonly wish: OwnRenewal['wish'];
  /** What we have decided, if nobody asked for the same; null: nothing. */
  readonly arranged: Arranged | null;
  /** What that comes to for the term; null: nothing, or no price is known. */
  readonly arrangedAmount: string | null;
}

/** Other seats or another plan, as they are offered. */
export interface OfferedTerms {
  readonly seats: number;
  readonly plan: string;
  readonly amount: string | null;
  /** The plan that is wished by who takes it; null: it stays. */
  readonly planName: 'ANNUAL' | 'ANNUAL_YEARLY_PAY' | null;
}

export interface DecisionView {
  readonly kind: Decision['decision'];
  readonly words: string;
  /** What it comes to for the term; null: nothing, or no price is known. */
  readonly amount: string | null;
  readonly by: string;
  readonly day: string;
}

/** The page of a link. */
export interface OfferView {
  readonly number: string;
  readonly version: number;
  /** The day in the business's time zone. */
  readonly today: string;
  readonly currency: string;
  readonly company: string;
  readonly recipient: { readonly name: string; readonly address: string };
  readonly lines: readonly LineView[];
}

/** What stands in the fields of a form, by their names, as it was typed. */
export type Typed = Readonly<Record<string, string>>;

/** A form that is not taken: what is wrong, and in which form and field. */
export interface Fault {
  readonly message: string;
  /** Of which form: the renewal's, that for all, or that for colleagues. */
  readonly form: string;
  readonly field: string;
}

/** A number of seats that is taken once its sum was seen. */
export interface ToConfirm {
  /** Of which form. */
  readonly form: string;
  readonly seats: number;
  readonly amount: string;
}

/** Of no number does the page show the sum. */
export const NO_NUMBER = '0';
export const FORWARD = 'forward';
export const ALL = 'all';
export const NEW_LINK = 'new-link';

const NAME = line(100, 'Enter your name');
const KEY = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, 'Please load the page again'));
const SEATS = 'Enter a whole number of seats';
const choices = {
  version: z.string(),
  key: KEY,
  line: z.string(),
  seen: z._default(z.string(), ''),
  priced: z._default(z.string(), ''),
  choice: z.enum(['offered', 'renew', 'change', 'payment', 'talk', 'do_not_renew'], 'Choose what should happen'),
  seats: z._default(z.string().check(z.trim()), ''),
  payment: z._default(z.enum(['', 'ANNUAL', 'ANNUAL_YEARLY_PAY']), ''),
  other_payment: z._default(z.enum(['', 'ANNUAL', 'ANNUAL_YEARLY_PAY']), ''),
  reason: z._default(z.union([z.literal(''), LeavingReason]), ''),
  comment: z._default(paragraph(1_000), ''),
  name: NAME,
};
const Choice = z.object(choices);

interface Decision {
  readonly decision: 'renew' | 'change' | 'talk' | 'do_not_renew';
  readonly seats: number | null;
  readonly planName: 'ANNUAL' | 'ANNUAL_YEARLY_PAY' | null;
  readonly reason: z.infer<typeof LeavingReason> | null;
  readonly comment: string;
}

/** A decision as it was typed into the form of a line. */
export interface TypedDecision {
  readonly key: string;
  readonly version: number;
  /** The seats that the page showed (`seenOf`); empty: of a page that did not tell. */
  readonly seen: string;
  /** The number of seats whose sum the page showed, or `NO_NUMBER`; empty: of a page that shows none. */
  readonly priced: string;
  readonly name: string;
  /** `offered`: what the line offers, whatever that is. */
  readonly decision: Omit<Decision, 'decision'> & { readonly decision: Decision['decision'] | 'offered' };
}

/** Of an offer, what goes as it does by itself until somebody decides. */
export const isToDecide = ({ standing, decision, ...wishes }: LineView): boolean =>
  isUndecided({
    ...{ ...wishes, standing: standing === 'closed' ? 'decided' : 'due' },
    decision: decision ? { decision: decision.kind } : null,
  });

/** Whether nobody has said anything yet about a subscription that can be decided: all of those can be decided at once. */
export const isUnanswered = ({ standing, decision, arranged }: LineView): boolean =>
  standing === 'open' && !decision && !arranged;

/** Whether the form is shown without being asked for: what stands is changed only by who wants to. */
export const isFormOpen = (line: LineView): boolean =>
  isUnanswered(line) || (line.standing === 'open' && !line.arranged && cameToNothing(line.wish));

/** The seats of lines as a page shows them: who renews what they have renews so many. */
export const seenOf = (lines: readonly Pick<LineView, 'renewalId' | 'bought'>[]): string =>
  lines.map(({ renewalId, bought }) => `${renewalId}:${bought}`).join();

/** Whether others are asked about by now than a page showed: some were decided meanwhile. */
export const areOthers = (lines: readonly Pick<LineView, 'renewalId'>[], seen: string): boolean =>
  seen !== '' &&
  lines.map(({ renewalId }) => renewalId).join() !==
    seen
      .split(',')
      .map((one) => one.split(':')[0])
      .join();

/** Whether lines have other seats by now than a page showed. */
export function haveSeatsChanged(lines: readonly Pick<LineView, 'renewalId' | 'bought'>[], seen: string): boolean {
  const shown = seen.split(',');
  return seen !== '' && lines.some((line) => !shown.includes(seenOf([line])));
}

/** Whether what is offered is what they have, at another price. */
export const isPriceAlone = ({ offered, bought }: Pick<LineView, 'offered' | 'bought'>): boolean =>
  offered?.seats === bought && offered.planName === null;

/** What is decided about a line: who takes what is offered wishes for the seats that they were shown; who is offered what they have renews. */
export function decisionAbout(line: Pick<LineView, 'offered' | 'bought'>, { decision }: TypedDecision): Decision {
  if (decision.decision !== 'offered') return { ...decision, decision: decision.decision };
  if (!line.offered || isPriceAlone(line)) return { ...decision, decision: 'renew' };
  const { seats, planName } = line.offered;
  return { ...decision, decision: 'change', seats, planName };
}

/** Another number of seats than the one whose sum the page showed; undefined: there is none. */
export function unseenNumber({ priced, decision: { decision, seats } }: TypedDecision): number | undefined {
  if (priced === '' || decision !== 'change' || seats === null) return undefined;
  return String(seats) === priced ? undefined : seats;
}

const faultIn = (form: string, issue: { path: readonly PropertyKey[]; message: string } | undefined): Fault => ({
  ...{ form, field: String(issue?.path[0] ?? ''), message: issue?.message ?? 'Please look at the form again' },
});

const seatsIn = (typed: string): number | undefined => {
  const plain = typed.replace(/[\s,]/g, '');
  const seats = /^\d{1,6}$/.test(plain) ? Number(plain) : 0;
  return seats > 0 ? seats : undefined;
};

/** The form after a press on − or +, with the number that it leads to; undefined: it was sent by another button. */
export function counted(typed: Typed): Typed | undefined {
  const by = { '1': 1, '-1': -1 }[typed['step'] ?? ''];
  if (by === undefined) return undefined;
  const seats = Math.min(MOST_SEATS, Math.max(1, (seatsIn(typed['seats'] ?? '') ?? 0) + by));
  return { ...typed, choice: 'change', seats: String(seats), priced: NO_NUMBER };
}

type Read = z.infer<typeof Choice>;

/** What another number of seats comes to; the number that one has is no other number. */
function changeOf({ seats: typed, payment }: Read, form: string): TypedDecision['decision'] | Fault {
  const seats = seatsIn(typed);
  if (seats === undefined) return { form, field: 'seats', message: SEATS };
  if (seats > MOST_SEATS) return { form, field: 'seats', message: `At most ${inSeats(MOST_SEATS)}` };
  return { decision: 'change', seats, planName: payment === '' ? null : payment, reason: null, comment: '' };
}

const PLAIN = { seats: null, planName: null, reason: null, comment: '' };

function decisionIn(read: Read, form: string): TypedDecision['decision'] | Fault {
  switch (read.choice) {
    case 'offered':
    case 'renew':
    case 'talk':
      return { ...PLAIN, decision: read.choice };
    case 'change':
      return changeOf(read, form);
    case 'payment':
      if (read.other_payment === '') return { form, field: 'other_payment', message: 'Choose the payment' };
      return { ...PLAIN, decision: 'change', planName: read.other_payment };
    case 'do_not_renew':
      if (read.reason === '') return { form, field: 'reason', message: 'Choose a reason' };
      return { ...PLAIN, decision: 'do_not_renew', reason: read.reason };
  }
}

/** The decision in a form, or what is wrong with it. */
export function readDecision(typed: Typed): TypedDecision | Fault {
  const form = typed['line'] ?? '';
  const read = Choice.safeParse(typed);
  if (!read.success) return faultIn(form, read.error.issues[0]);
  const decision = decisionIn(read.data, form);
  if ('message' in decision) return decision;
  const { key, version, seen, priced, name, comment } = read.data;
  return { key, version: Number(version), seen, priced, name, decision: { ...decision, comment } };
}

/** What a mail program makes a link of, beside words with a dot in them: we mail it to whoever is named, with our own words around it. */
const ADDRESS = /@|:\/\/|\bwww\./i;
const isName = z.refine<string>((name) => !ADDRESS.test(name), 'Enter a name without an address');

const Forward = z.object({
  key: KEY,
  name: NAME.check(isName),
  to_name: line(100, 'Enter the name of your colleague').check(isName),
  to_address: emailAddress('Enter the e-mail of your colleague'),
});
export type TypedForward = z.infer<typeof Forward>;

/** To whom an offer is passed on, or what is wrong with it. */
export function readForward(typed: Typed): TypedForward | Fault {
  const read = Forward.safeParse(typed);
  return read.success ? read.data : faultIn(FORWARD, read.error.issues[0]);
}
