import { eq } from 'drizzle-orm';
import type { booksInvoicesTable as b } from '../../../platform/db/tables/books.ts';
import { booksContactsTable } from '../../../platform/db/tables/books.ts';
import { contactsTable as k } from '../../../platform/db/tables/customers.ts';
import { renewalsTable as r } from '../../../platform/db/tables/renewals.ts';
import { syncRunsTable } from '../../../platform/db/tables/subscriptions.ts';
import { makeInvoice } from '../../../testing/fixtures.ts';
import { noon, RAVI, remindersDesk, step } from './reminders-desk.ts';

const TEXT = 'Thank you for your decision about {domain}: {owed} is to be paid by {last_day}.\n\n{invoices}';
/** A step that reminds who pays of what is owed. */
export const payment = (daysBefore: number, own: Parameters<typeof step>[1] = {}) =>
  step(daysBefore, {
    ...{ key: `email-payment-${daysBefore}`, purpose: 'payment', to: 'payer' },
    ...{ subject: 'Payment for {domain}', text: TEXT },
    ...own,
  });

/** Ravi buys and Meera pays; nothing is decided, and nothing owed. */
export async function deskWithPayer(
  steps = [step(30), payment(20)],
  clients: NonNullable<Parameters<typeof remindersDesk>[0]>['clients'] = {},
) {
  const desk = await remindersDesk({ steps, clients });
  for (const [name, role] of [
    ['Ravi Iyer', 'buyer'],
    ['Meera Shah', 'payer'],
  ] as const)
    await desk.db
      .update(k)
      .set({ roles: [role] })
      .where(eq(k.name, name));
  /** The books were read to the end. */
  const readBooks = async (day: string) => {
    await desk.db.delete(syncRunsTable);
    await desk.db.insert(syncRunsTable).values({ service: 'books', state: 'done', finishedAt: noon(day) });
  };
  await readBooks('10-20');
  await desk.db.insert(booksContactsTable).values({ zohoId: 'contact-1', name: 'Acme', email: RAVI });
  await desk.plan(noon('10-20'));
  const ofRenewal = (id = desk.acme.id) => eq(r.id, id);
  return {
    ...desk,
    readBooks,
    confirm: (id?: number) =>
      desk.db.update(r).set({ confirmationStatus: 'Confirmation Received' }).where(ofRenewal(id)),
    owe: (own: Partial<typeof b.$inferInsert> = {}, customerId = desk.acme.customerId) =>
      makeInvoice(desk.db, customerId, { date: '2026-11-01', dueOn: '2026-11-16', ...own }),
  };
}
export type PayerDesk = Awaited<ReturnType<typeof deskWithPayer>>;
/** What is sent on a day, the books being read, as `recipient: subject`. */
export const subjects = async (desk: PayerDesk, day: string) => {
  await desk.readBooks(day);
  const sent = await desk.send(noon(day));
  return sent.map(({ recipient, subject }) => `${recipient.split('@')[0] ?? ''}: ${subject ?? ''}`);
};
