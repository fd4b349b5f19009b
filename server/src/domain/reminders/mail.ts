import { grouped } from '@desk/contract/words/seats';
import type { IfNobodyActs } from '@desk/contract/rules/if-nobody-acts';
import { ifNothingIsDone } from '@desk/contract/rules/renewal-default';
import { filledIn, type Placeholder } from '@desk/contract/rules/reminder-text';
import type { OfferLine } from '../../platform/db/tables/offers.ts';
import { composeMail, type Block, type ComposedMail, type Sender } from '../../platform/mail/content.ts';
import { amountOf, oneLine } from '../../platform/mail/text.ts';
import { dayMonthYear, daysBetween } from '../../platform/time/days.ts';
import { proposalWords } from '../offers/mails.ts';

/** A renewal as a reminder tells it. Days are ISO, the price decimal text for the whole term. */
export interface LineFacts {
  readonly renewalId: number;
  readonly customerId: number;
  readonly company: string;
  readonly domain: string;
  readonly product: string;
  readonly plan: string;
  readonly seats: number | null;
  readonly used: number | null;
  readonly lastDay: string;
  readonly renewalDate: string;
  readonly outcome: IfNobodyActs | null;
  readonly seatsIfNobodyActs: number | null;
  readonly renewalType: string | null;
  readonly price: string | null;
  readonly currency: string;
}

/** Where a customer decides about some of the lines, and what is offered there; null: nothing of them can be. */
export interface OfferLink {
  readonly customerId: number;
  readonly href: string;
  readonly offer: { readonly lines: readonly OfferLine[]; readonly currency: string } | null;
}

export interface Reminder {
  /** Who is greeted. */
  readonly name: string;
  readonly today: string;
  readonly lines: readonly LineFacts[];
  /** One for each customer of the lines, in their order. */
  readonly links: readonly OfferLink[];
}

const count = (seats: number | null): string => (seats === null ? '-' : grouped(seats));

const consequence = (line: LineFacts, today: string): string =>
  ifNothingIsDone({
    renewal_type: line.renewalType,
    plan_name: line.plan,
    days_left: daysBetween(today, line.renewalDate),
    bought_seats: line.seats,
    if_nobody_acts: line.outcome ?? 'unknown',
    seats_if_nobody_acts: line.seatsIfNobodyActs,
  });

const offeredOf = ({ renewalId }: LineFacts, link: OfferLink | undefined): OfferLine | undefined =>
  link?.offer?.lines.find((one) => one.renewalId === renewalId);

/** As the page of the link and its quote say it; without an offer, as it was agreed for the term that runs. */
function priceWords(line: LineFacts, link: OfferLink | undefined): string {
  const offered = offeredOf(line, link);
  const price = offered ? offered.amount : line.price;
  return price === null ? 'to be agreed' : amountOf(price, link?.offer?.currency ?? line.currency);
}

/** What is offered in place of the present; undefined: nothing else is. */
function proposalOf(line: LineFacts, link: OfferLink | undefined): string | undefined {
  const offered = offeredOf(line, link);
  return offered?.proposed && proposalWords(offered, link?.offer?.currency ?? line.currency);
}

/** What stands in any reminder for what its text names of a renewal. */
export const aboutValues = (line: LineFacts) => ({
  company: oneLine(line.company),
  domain: oneLine(line.domain),
  product: oneLine(line.product),
  seats: count(line.seats),
  used: count(line.used),
  last_day: dayMonthYear(line.lastDay),
  renewal_date: dayMonthYear(line.renewalDate),
});

const valuesOf = (line: LineFacts, today: string, link?: OfferLink): Record<Placeholder<'decision'>, string> => ({
  ...aboutValues(line),
  if_nothing: consequence(line, today),
  link: link?.href ?? '',
  amount: priceWords(line, link),
});

const DECIDE = 'Decide now';
const LINK_ALONE = /^\s*\{link\}\s*$/;

/** The paragraphs of a text with its values; one that is what `alone` tests becomes that block. */
export const paragraphs = (
  text: string,
  values: Readonly<Record<string, string>>,
  { alone, block }: { readonly alone: RegExp; readonly block: Block },
): Block[] =>
  text
    .split(/\r?\n(?:[ \t]*\r?\n)+/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph): Block => (alone.test(paragraph) ? block : filledIn(paragraph.trim(), values)));

/** `{link}` alone in a paragraph is a button, and a text without any has it at its end. What is offered stands before it. */
function withButton(
  text: string,
  values: Readonly<Record<Placeholder<'decision'>, string>>,
  offered: readonly string[],
): Block[] {
  const button: Block = { button: DECIDE, href: values.link };
  const blocks = paragraphs(text, values, { alone: LINK_ALONE, block: button });
  if (!text.includes('{link}')) return [...blocks, ...offered, button];
  const at = blocks.indexOf(button);
  return at === -1 ? [...blocks, ...offered] : blocks.toSpliced(at, 0, ...offered);
}

/** With greeting and regards. */
export const framed = (
  subject: string,
  { name }: Pick<Reminder, 'name'>,
  { brand }: Sender,
  blocks: readonly Block[],
) => composeMail(subject, `Dear ${oneLine(name)},`, ...blocks, `Regards,\n${oneLine(brand)}`);

/** About one renewal: by the text of its step. */
export function oneReminder(step: { subject: string; text: string }, about: Reminder, sender: Sender): ComposedMail {
  const [line] = about.lines;
  if (line === undefined) throw new Error('A reminder is about a renewal.');
  const [link] = about.links;
  const values = valuesOf(line, about.today, link);
  const offered = [proposalOf(line, link)].filter((words) => words !== undefined);
  return framed(filledIn(step.subject, values), about, sender, withButton(step.text, values, offered));
}

const HEAD = ['Domain', 'Product', 'Licences', 'Decide by', 'If we hear nothing'];

function tableOf(lines: readonly LineFacts[], today: string): Block {
  const rows = lines.map((line) => {
    const { domain, product, seats, last_day, if_nothing } = valuesOf(line, today);
    return [domain, product, seats, last_day, if_nothing];
  });
  const asLine = ([domain = '', product = '', seats = '', by = '', nothing = '']: readonly string[]) =>
    `${domain} (${product}, ${seats} licences), decide by ${by}. ${nothing}`;
  return { head: HEAD, rows, lines: rows.map(asLine) };
}

/** About several, which are due together: a line for each, and a button for each customer. @param more what else is due */
export function manyReminders(about: Reminder, more: readonly Block[], sender: Sender): ComposedMail {
  const { lines, links, today } = about;
  const [first] = lines;
  const day = dayMonthYear(first?.lastDay ?? today);
  const groups = links.flatMap((link): Block[] => {
    const { customerId, href } = link;
    const own = lines.filter((line) => line.customerId === customerId);
    const company = oneLine(own[0]?.company ?? '');
    const title = links.length > 1 ? [`${company}:`] : [];
    const button = links.length > 1 ? `${DECIDE} for ${company}` : DECIDE;
    const offered = own.flatMap((line) => proposalOf(line, link) ?? []);
    return [...title, tableOf(own, today), ...offered, { button, href }];
  });
  const isOne = lines.length === 1;
  const these = isOne ? '1 renewal' : `${lines.length} renewals`;
  return framed(`Please decide on ${these}, ${isOne ? '' : 'the first '}by ${day}`, about, sender, [
    `We do not know yet what you would like for ${these}. ${isOne ? 'It' : 'The first'} is to be decided by ${day}.`,
    ...groups,
    ...more,
  ]);
}

const NAMED = 3;

/** "a, b and 3 more". */
export function listed(names: readonly string[]): string {
  const [shown, more] = [names.slice(0, NAMED), names.length - NAMED];
  const parts = more > 0 ? [...shown, `${more} more`] : shown;
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

/** The approved template with its values: its words cannot be others. */
export function whatsAppReminder({ name, lines }: Reminder) {
  const domains = listed(lines.map(({ domain }) => oneLine(domain)));
  const products = listed([...new Set(lines.map(({ product }) => oneLine(product)))]);
  const day = dayMonthYear(lines.map(({ renewalDate }) => renewalDate).toSorted()[0] ?? '');
  const parameters = [oneLine(name), domains, products, day];
  return {
    subject: null,
    body: `Hello ${oneLine(name)}, the licences of ${domains} (${products}) are due for renewal on ${day}. Please confirm the renewal with us.`,
    letter: null,
    template: 'renewal_reminder_v1',
    parameters,
  };
}
