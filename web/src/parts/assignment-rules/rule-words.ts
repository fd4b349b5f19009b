import type { InputOf, ReplyOf } from '@desk/contract/call';
import type { assignmentRules } from '@desk/contract/renewal-work/assignment-rules';
import { AssignmentChoice } from '@desk/contract/rules/next-action';
import { Segment, Zone } from '@desk/contract/words/lists';
import { inSeats } from '@desk/contract/words/seats';
import * as z from 'zod/mini';
import type { ValuesOf } from '../../kit/form/form.ts';
import { number, typedAmount } from '../../kit/text/format.ts';

export type Known = ReplyOf<typeof assignmentRules.list>;
/** A rule as it stands in the form, with the names of whom and what it names. */
export type Rule = Omit<Known['rules'][number], 'rule_id'>;
export type SentRule = InputOf<typeof assignmentRules.save>['rules'][number];

export const CHOICES: Readonly<Record<AssignmentChoice, string>> = {
  person: 'One person',
  least_value: 'Who has the least open value',
  round_robin: 'In turn',
};

/** What is sent of it. */
export const sentOf = ({
  people,
  zone,
  segment,
  seats_from,
  seats_to,
  reseller_id,
  product,
  choice,
}: Rule): SentRule => ({
  ...{ zone, segment, seats_from, seats_to, reseller_id, product, choice },
  people: people.map(({ account_id: id }) => id),
});

/** Under which name the draft of a rule is kept. Undefined: a new one. */
export const draftOf = (rule: Rule | undefined): string =>
  `assignment-rule ${rule === undefined ? 'new' : JSON.stringify(sentOf(rule))}`;

function seatWords({ seats_from: from, seats_to: to }: Pick<Rule, 'seats_from' | 'seats_to'>): string | undefined {
  if (from === null) return to === null ? undefined : `up to ${inSeats(to)}`;
  if (to === null) return `${inSeats(from)} or more`;
  return from === to ? inSeats(from) : `${number(from)} to ${inSeats(to)}`;
}

const segmentWords = (segment: string) => (segment === segment.toUpperCase() ? segment : segment.toLowerCase());

/** Which new renewals it is about: "West, education, 50 to 200 seats". */
export function conditionWords(rule: Rule): string {
  const { zone, segment, reseller, product } = rule;
  const words = [
    zone,
    segment && segmentWords(segment),
    seatWords(rule),
    product,
    reseller === null ? null : `through ${reseller}`,
  ].filter((one) => one !== null && one !== undefined);
  const text = words.join(', ');
  return text === '' ? 'All new renewals' : text.charAt(0).toUpperCase() + text.slice(1);
}

/** Who gets them: "in turn: Ritika, Ravi". */
export function peopleWords({ choice, people }: Pick<Rule, 'choice' | 'people'>): string {
  const names = people.map(({ name }) => name).join(', ');
  if (choice === 'person') return names;
  return `${choice === 'round_robin' ? 'in turn' : 'who has the least open value'}: ${names}`;
}

export const sentenceOf = (rule: Rule): string => `${conditionWords(rule)} → ${peopleWords(rule)}`;

const MOST_SEATS = 999_999;
const seats = z.string().check(
  z.refine((typed) => {
    const amount = typedAmount(typed);
    return /^\d*$/.test(amount) && Number(amount) <= MOST_SEATS;
  }, 'Enter a whole number of seats'),
);
const seatsOf = (typed: string): number | null => (typedAmount(typed) === '' ? null : Number(typedAmount(typed)));

/** What the form of a rule holds. `person` is chosen where one is meant, else `people`. */
export const Typed = z
  .object({
    ...{ zone: z.string(), segment: z.string(), seats_from: seats, seats_to: seats },
    ...{ product: z.string(), reseller_id: z.string(), reseller: z.string() },
    ...{ choice: AssignmentChoice, person: z.string(), people: z.array(z.string()) },
  })
  .check(
    z.check((ctx) => {
      const { seats_from, seats_to, choice, person, people } = ctx.value;
      const fault = (message: string, path: string) =>
        ctx.issues.push({ code: 'custom', message, path: [path], input: ctx.value });
      const [from, to] = [seatsOf(seats_from), seatsOf(seats_to)];
      if (from !== null && to !== null && from > to) fault('The most cannot be less than the least.', 'seats_to');
      if (choice === 'person' && person === '') fault('Choose one person', 'person');
      if (choice !== 'person' && people.length === 0) fault('Choose at least one', 'people');
    }),
  );
export type Typed = z.output<typeof Typed>;
export type Values = ValuesOf<typeof Typed>;

const NEW: Values = {
  ...{ zone: '', segment: '', seats_from: '', seats_to: '', product: '', reseller_id: '', reseller: '' },
  ...{ choice: 'person', person: '', people: [] },
};
const textOf = (value: string | number | null): string => (value === null ? '' : String(value));

/** The form of a rule; without one that of a new rule. */
export function valuesOf(rule: Rule | undefined): Values {
  if (rule === undefined) return NEW;
  const { zone, segment, seats_from, seats_to, product, reseller_id, reseller, choice } = rule;
  const people = rule.people.map(({ account_id: id }) => String(id));
  const [first = ''] = people;
  return {
    ...{ zone: textOf(zone), segment: textOf(segment), product: textOf(product) },
    ...{ seats_from: textOf(seats_from), seats_to: textOf(seats_to) },
    ...{ reseller_id: textOf(reseller_id), reseller: textOf(reseller) },
    ...(choice === 'person' ? { choice, person: first, people: [] } : { choice, person: '', people }),
  };
}

export type Person = Known['people'][number];

/** Those who can be named, and those whom the rule names already. */
export const namesFor = (known: Pick<Known, 'people'>, rule: Rule | undefined): readonly Person[] => [
  ...known.people,
  ...(rule?.people ?? []).filter(({ account_id: id }) => !known.people.some((one) => one.account_id === id)),
];

/** The rule of what was entered; why it was passed over holds as long as it names the same people. */
export function ruleOf(typed: Typed, names: readonly Person[], before: Rule | undefined): Rule {
  const chosen = typed.choice === 'person' ? [typed.person] : typed.people;
  const people = chosen.flatMap((id) => names.find((one) => String(one.account_id) === id) ?? []);
  const isSame = JSON.stringify(people) === JSON.stringify(before?.people);
  return {
    zone: Zone.options.find((one) => one === typed.zone) ?? null,
    segment: Segment.options.find((one) => one === typed.segment) ?? null,
    ...{ seats_from: seatsOf(typed.seats_from), seats_to: seatsOf(typed.seats_to) },
    ...(typed.reseller_id === ''
      ? { reseller_id: null, reseller: null }
      : { reseller_id: Number(typed.reseller_id), reseller: typed.reseller }),
    ...{ product: typed.product === '' ? null : typed.product, choice: typed.choice, people },
    passed_over: isSame ? (before?.passed_over ?? null) : null,
  };
}
