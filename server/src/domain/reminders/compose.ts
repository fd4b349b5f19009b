import { eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { contactsTable as k } from '../../platform/db/tables/customers.ts';
import type { PolicyStep } from '../../platform/db/tables/reminders.ts';
import type { ComposedMail, Sender } from '../../platform/mail/content.ts';
import { toPayOf, type Digest, type DueStep } from './digest.ts';
import { manyReminders, oneReminder, whatsAppReminder, type Reminder } from './mail.ts';
import { manyPaymentReminders, onePaymentReminder, paymentBlocks, type Owed } from './payment-mail.ts';
import { readOwed } from './read-owed.ts';
import type { Line } from './read-lines.ts';

/** A step that is due, with what is told of its renewal. */
export interface LineStep extends DueStep {
  readonly contactId: number | null;
  readonly line: Line;
}

/** Who is greeted: the contact, else the reseller or the company whose own address it is. */
export async function nameOf(db: Db, { contactId, line }: LineStep): Promise<string> {
  const [contact] = contactId === null ? [] : await db.select({ name: k.name }).from(k).where(eq(k.id, contactId));
  return contact?.name ?? line.through ?? line.company;
}

/** What the customers of a message owe, of those whom it reminds to pay. */
export const owedOf = (db: Db, { lines }: Digest<LineStep>, today: string): Promise<Owed> =>
  readOwed(db, toPayOf(lines), today);

interface About extends Omit<Reminder, 'lines'> {
  readonly owed: Owed;
}

/** About several: a table of what is to be decided, and what is to be paid. */
function manyOf({ lines }: Digest<LineStep>, about: About, sender: Sender): ComposedMail {
  const of = (wanted: LineStep['purpose']) => lines.flatMap(({ purpose, line }) => (purpose === wanted ? [line] : []));
  const [toDecide, toPay] = [of('decision'), { ...about, lines: of('payment') }];
  if (toDecide.length === 0) return manyPaymentReminders(toPay, sender);
  return manyReminders({ ...about, lines: toDecide }, paymentBlocks(toPay), sender);
}

/** About one renewal by the text of its step, about several by a table; by WhatsApp the approved template. */
export function messageOf(digest: Digest<LineStep>, about: About, steps: readonly PolicyStep[], sender: Sender) {
  const reminder = { ...about, lines: digest.lines.map(({ line }) => line) };
  if (digest.channel === 'WhatsApp') return whatsAppReminder(reminder);
  const [first] = digest.lines;
  const step = steps.find(({ key }) => key === first?.stepKey);
  // A step that asks for something else by now says nothing of what this one asks.
  if (digest.lines.length > 1 || step?.purpose !== first?.purpose || step === undefined)
    return manyOf(digest, about, sender);
  return step.purpose === 'payment' ? onePaymentReminder(step, reminder, sender) : oneReminder(step, reminder, sender);
}
