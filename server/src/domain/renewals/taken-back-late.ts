import { sql } from 'drizzle-orm';
import { audit, type Author } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import type { instructionsTable } from '../../platform/db/tables/instructions.ts';
import { planCall } from '../work-items/plan-call.ts';
import { shortDay } from '../work-items/short-day.ts';
import { refusedWords } from '../work-items/undecided.ts';
import type { Renewal } from './comments.ts';

type Wish = Pick<typeof instructionsTable.$inferSelect, 'source' | 'outcome' | 'seats'>;

/**
 * What a customer wanted of a term that is over, and is taken back now, is planned as a call on the renewal that is open: of the closed one
 * nobody has any work.
 * @param today `yyyy-mm-dd`
 * @returns the month of the renewal that is open; undefined: none is, or staff alone had asked for it
 */
export async function callAfterTakenBack(
  tx: Db,
  author: Author,
  { subscriptionId, termEnd }: Renewal,
  { wish, reason, today }: { wish: Wish; reason: string; today: string },
): Promise<string | undefined> {
  if (wish.source !== 'customer') return undefined;
  const { rows } = await tx.execute<{ id: number; month: string }>(sql`
    select id, to_char(term_end, 'YYYY-MM') as month from renewals
    where subscription_id = ${subscriptionId} and state = 'open' for no key update`);
  const [open] = rows;
  if (!open) return undefined;
  const words = refusedWords({ state: 'cancelled', outcome: wish.outcome, seats: wish.seats, reason });
  const call = `${words} The term ended on ${shortDay(termEnd, today)}. Speak with the customer.`;
  await audit(tx, author, ...(await planCall(tx, { renewalId: open.id, reason: call }, today)));
  return open.month;
}
