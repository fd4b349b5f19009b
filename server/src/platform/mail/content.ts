import { oneLine } from './text.ts';

/** The sender: the name on every message, the address (PUBLIC_URL) that its links begin with, and the number to call, where it has one. */
export interface Sender {
  readonly brand: string;
  readonly address: string;
  readonly phone?: string | undefined;
}

/** "call us on +91 22 5550 0100". */
export const callUs = ({ phone }: Pick<Sender, 'phone'>): string =>
  phone === undefined ? 'call us' : `call us on ${phone}`;

/** The end of a mail that takes something from its reader. */
export const ifMistaken = (sender: Pick<Sender, 'phone'>): string =>
  `If you think that this is a mistake, please ${callUs(sender)}.`;

/**
 * A piece of a mail. Text is a paragraph; `facts` are lines with a label; a `code` is what its reader types; a `table` has
 * `lines` where there are no tables; a `button` leads to the page on which to act. Nothing in it is markup.
 */
export type Block =
  | string
  | { readonly facts: readonly (readonly [label: string, value: string])[] }
  | { readonly text: string; readonly code: string }
  | {
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
      readonly lines: readonly string[];
    }
  | { readonly button: string; readonly href: string };
export type MailContent = readonly Block[];

/** A mail as it is stored: `body` is its text, `letter` the source of its HTML, rendered when it is sent. */
export interface ComposedMail {
  readonly subject: string;
  readonly body: string;
  readonly letter: MailContent;
}

function asText(block: Block): string {
  if (typeof block === 'string') return block;
  if ('facts' in block) return block.facts.map(([label, value]) => `${label}: ${value}`).join('\n');
  if ('code' in block) return `${block.text} ${block.code}.`;
  if ('lines' in block) return block.lines.join('\n');
  return `${block.button}:\n${block.href}`;
}

/** The mail as plain text: an empty line between its blocks. */
export const textOf = (letter: MailContent): string => `${letter.map(asText).join('\n\n')}\n`;

/** Both forms of one mail. */
export const composeMail = (subject: string, ...letter: MailContent): ComposedMail => ({
  subject: oneLine(subject),
  body: textOf(letter),
  letter,
});

/** A message of which the text alone is known: its paragraphs. */
export const contentFromText = (text: string): MailContent =>
  text
    .split(/\r?\n(?:[ \t]*\r?\n)+/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');

/** A page of the desk: never made from what a request says of itself. */
export function pageUrl({ address }: Sender, path: string, search: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(search).toString();
  return `${address.replace(/\/+$/, '')}${path}${query === '' ? '' : `?${query}`}`;
}
