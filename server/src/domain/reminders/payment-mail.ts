import { filledIn } from '@desk/contract/rules/reminder-text';
import type { Block, ComposedMail, Sender } from '../../platform/mail/content.ts';
import { amountOf, oneLine } from '../../platform/mail/text.ts';
import { dayMonthYear } from '../../platform/time/days.ts';
import { groupedBy } from '../../platform/grouped-by.ts';
import { aboutValues, framed, listed, paragraphs, type LineFacts } from './mail.ts';
import type { OpenInvoice } from './read-owed.ts';

/** By the customer who owes. */
export type Owed = ReadonlyMap<number, readonly OpenInvoice[]>;

/** Reminders of payment: who is greeted, the renewals that were decided, and what is owed. */
export interface PaymentReminder {
  readonly name: string;
  readonly lines: readonly LineFacts[];
  readonly owed: Owed;
}

const inHundredths = (amount: string): number => Math.round(Number(amount) * 100);

/** `INR 50,000.00`, and each other currency by itself. */
function sumWords(invoices: readonly OpenInvoice[]): string {
  const sums = [...groupedBy(invoices, ({ currency }) => currency)].map(([currency, own]) => {
    const sum = own.reduce((total, { balance }) => total + inHundredths(balance), 0);
    return amountOf((sum / 100).toFixed(2), currency);
  });
  return sums.join(' and ');
}

const dueWords = ({ dueOn }: OpenInvoice): string => (dueOn === null ? '-' : dayMonthYear(dueOn));

const invoiceWords = (invoice: OpenInvoice): string =>
  `${oneLine(invoice.number)} of ${amountOf(invoice.balance, invoice.currency)}${invoice.dueOn === null ? '' : `, due on ${dueWords(invoice)}`}`;

const tableOf = (invoices: readonly OpenInvoice[]): Block => ({
  head: ['Invoice', 'Due on', 'To pay'],
  rows: invoices.map((one) => [oneLine(one.number), dueWords(one), amountOf(one.balance, one.currency)]),
  lines: invoices.map(invoiceWords),
});

const INVOICES_ALONE = /^\s*\{invoices\}\s*$/;

/** About one renewal: by the text of its step; a text that does not name the invoices has them at its end. */
export function onePaymentReminder(
  step: { readonly subject: string; readonly text: string },
  about: PaymentReminder,
  sender: Sender,
): ComposedMail {
  const [line] = about.lines;
  if (line === undefined) throw new Error('A reminder is about a renewal.');
  const invoices = about.owed.get(line.customerId) ?? [];
  const values = {
    ...aboutValues(line),
    owed: sumWords(invoices),
    invoices: invoices.map(invoiceWords).join('; '),
  };
  const table = tableOf(invoices);
  const blocks = paragraphs(step.text, values, { alone: INVOICES_ALONE, block: table });
  const own = step.text.includes('{invoices}') ? blocks : [...blocks, table];
  return framed(filledIn(step.subject, values), about, sender, own);
}

const THANKS = 'If you have paid in these days, thank you: there is nothing more to do.';

/** What several renewals, of one or several customers, still wait for: the invoices of each customer. */
export function paymentBlocks({ lines, owed }: Omit<PaymentReminder, 'name'>): Block[] {
  const blocks = [...groupedBy(lines, ({ customerId }) => customerId)].flatMap(([customerId, own]): Block[] => {
    const invoices = owed.get(customerId) ?? [];
    const domains = listed([...new Set(own.map(({ domain }) => oneLine(domain)))]);
    const day = dayMonthYear(own[0]?.lastDay ?? '');
    const open = `For ${domains} we have your decision, and ${sumWords(invoices)} is still to be paid. Please pay by ${day}, so that we can renew in time.`;
    return [open, tableOf(invoices)];
  });
  return blocks.length === 0 ? [] : [...blocks, THANKS];
}

/** About several of which nothing is to be decided any more. */
export function manyPaymentReminders(about: PaymentReminder, sender: Sender): ComposedMail {
  const domains = listed([...new Set(about.lines.map(({ domain }) => oneLine(domain)))]);
  return framed(`Payment for the renewals of ${domains}`, about, sender, paymentBlocks(about));
}
