import type { ReminderPurpose } from '../words/reach.ts';

const ABOUT = {
  company: 'the customer’s company',
  domain: 'the domain',
  product: 'the product',
  seats: 'licences that are bought',
  used: 'licences in use',
  last_day: 'the last day on which it can be decided',
  renewal_date: 'the renewal date',
} as const;

/** What a text of a reminder may name in braces, by what it asks for, and what stands there in the mail. */
export const PLACEHOLDERS = {
  decision: {
    ...ABOUT,
    if_nothing: 'what happens if nobody decides, as a sentence',
    link: 'where the customer decides; alone in a paragraph it is a button',
    amount: 'the price of the next term, as it is offered',
  },
  payment: {
    ...ABOUT,
    owed: 'what the customer owes, by our invoices',
    invoices: 'these invoices with their days; alone in a paragraph they are a table',
  },
} as const;
export type Placeholder<Purpose extends ReminderPurpose> = Extract<keyof (typeof PLACEHOLDERS)[Purpose], string>;

const IN_BRACES = /\{([^{}\n]*)\}/g;

/** Names in braces that stand for nothing, each once. */
export const unknownPlaceholders = (text: string, purpose: ReminderPurpose): string[] => [
  ...new Set(
    [...text.matchAll(IN_BRACES)].flatMap(([, name = '']) =>
      Object.hasOwn(PLACEHOLDERS[purpose], name) ? [] : [name],
    ),
  ),
];

/** Why a text cannot be sent, as a sentence; undefined: it can. */
export function placeholderFault(text: string, purpose: ReminderPurpose): string | undefined {
  const [name] = unknownPlaceholders(text, purpose);
  if (name === undefined) return undefined;
  const known = Object.keys(PLACEHOLDERS[purpose]).map((one) => `{${one}}`);
  return `{${name}} stands for nothing. There are ${known.slice(0, -1).join(', ')} and ${known.at(-1) ?? ''}.`;
}

/** A text with its values. What is no placeholder stays as it is: a policy that has such is never saved. */
export const filledIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(IN_BRACES, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole));
