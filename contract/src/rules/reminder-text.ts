/** What a text of a reminder may name in braces, and what stands there in the mail. */
export const PLACEHOLDERS = {
  company: 'the customer’s company',
  domain: 'the domain',
  product: 'the product',
  seats: 'licences that are bought',
  used: 'licences in use',
  last_day: 'the last day on which it can be decided',
  renewal_date: 'the renewal date',
  if_nothing: 'what happens if nobody decides, as a sentence',
  link: 'where the customer decides; alone in a paragraph it is a button',
  amount: 'the price of the next term, as it is offered',
} as const;
export type Placeholder = keyof typeof PLACEHOLDERS;

const IN_BRACES = /\{([^{}\n]*)\}/g;

export const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(PLACEHOLDERS, name);

/** Names in braces that stand for nothing, each once. */
export const unknownPlaceholders = (text: string): string[] => [
  ...new Set([...text.matchAll(IN_BRACES)].flatMap(([, name = '']) => (isPlaceholder(name) ? [] : [name]))),
];

/** Why a text cannot be sent, as a sentence; undefined: it can. */
export function placeholderFault(text: string): string | undefined {
  const [name] = unknownPlaceholders(text);
  if (name === undefined) return undefined;
  const known = Object.keys(PLACEHOLDERS).map((one) => `{${one}}`);
  return `{${name}} stands for nothing. There are ${known.slice(0, -1).join(', ')} and ${known.at(-1) ?? ''}.`;
}

/** A text with its values. What is no placeholder stays as it is: a policy that has such is never saved. */
export const filledIn = (text: string, values: Readonly<Record<Placeholder, string>>): string =>
  text.replace(IN_BRACES, (whole, name: string) => (isPlaceholder(name) ? values[name] : whole));
