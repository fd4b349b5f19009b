import { eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { contactsTable as k } from '../../platform/db/tables/customers.ts';
import type { PolicyStep } from '../../platform/db/tables/reminders.ts';
import type { Sender } from '../../platform/mail/content.ts';
import type { Digest, DueStep } from './digest.ts';
import { manyReminders, oneReminder, whatsAppReminder, type Reminder } from './mail.ts';
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

/** About one renewal by the text of its step, about several by a table; by WhatsApp the approved template. */
export function messageOf(
  { lines, channel }: Digest<LineStep>,
  about: Omit<Reminder, 'lines'>,
  steps: readonly PolicyStep[],
  sender: Sender,
) {
  const reminder = { ...about, lines: lines.map(({ line }) => line) };
  if (channel === 'WhatsApp') return whatsAppReminder(reminder);
  const [first] = lines;
  const step = steps.find(({ key }) => key === first?.stepKey);
  return lines.length > 1 || step === undefined ? manyReminders(reminder, sender) : oneReminder(step, reminder, sender);
}
