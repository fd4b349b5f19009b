import type { IfNobodyActs } from '@desk/contract/rules/if-nobody-acts';
import type { ReminderChannel } from '@desk/contract/words/reach';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { PolicyStep } from '../../platform/db/tables/reminders.ts';
import { addDays } from '../../platform/time/days.ts';
import { CAME_BACK, WHAT_BECAME } from './came-back.ts';
import { groupedBy } from '../../platform/grouped-by.ts';
import type { KnownStep, Term } from './plan.ts';
import { horizonOf } from './policy.ts';
import { readReachableContactsBy } from './reachable-by-channel.ts';

/** Until when it can be decided: where no provider acts by itself, until the term is over. */
export const LAST_DAY = sql`coalesce(r.last_safe_day, r.term_end)`;
/** So many days before its first step a term's reminders are planned, and shown. */
const SHOWN_AHEAD = 45;

interface Row extends Record<string, unknown> {
  renewalId: number;
  customerId: number;
  lastDay: string;
  outcome: IfNobodyActs | null;
  segment: string | null;
}

const inThese = (ids: readonly number[] | undefined) =>
  ids === undefined ? sql`` : sql`and r.id = any(${sql.param([...ids])}::int[])`;

/** Rows of reminders with what became of them. */
const knownOf = (renewals: ReturnType<typeof sql>) => sql<KnownStep & { renewalId: number }>`
  select t.id, t.renewal_id as "renewalId", t.step_key as "stepKey", t.purpose, t.recipient::text as recipient, t.channel, t.due_on::text as "dueOn",
    t.state, t.stopped_by as "stoppedBy",
    t.state = 'sent' and ${CAME_BACK} as "cameBack"
  from reminder_steps t ${WHAT_BECAME} where t.renewal_id in (${renewals}) order by t.id`;

/** Open renewals that can still be decided, and of which a step may be due by now or soon. */
const open = (today: string, ahead: number, ids: readonly number[] | undefined) => sql`
  from renewals r join customers c on c.id = r.customer_id
  where r.state = 'open' and r.product = 'licence' and ${LAST_DAY} between ${today}::date and ${addDays(today, ahead)}::date ${inThese(ids)}`;

/** The terms that a policy is about, with whom it reaches and what is there of it. @param ids of renewals; undefined: all */
export async function readTerms(
  tx: Db,
  { steps, today, ids }: { steps: readonly PolicyStep[]; today: string; ids?: readonly number[] | undefined },
): Promise<Term[]> {
  const wanted = open(today, horizonOf(steps) + SHOWN_AHEAD, ids);
  const { rows } = await tx.execute<Row>(sql`
    select r.id as "renewalId", r.customer_id as "customerId", ${LAST_DAY}::text as "lastDay", r.if_nobody_acts as outcome,
      coalesce(r.segment, c.segment) as segment ${wanted} order by r.id`);
  const { rows: steady } = await tx.execute<KnownStep & { renewalId: number } & Record<string, unknown>>(
    knownOf(sql`select r.id ${wanted}`),
  );
  const known = groupedBy(steady, ({ renewalId }) => renewalId);
  const channels = new Set<ReminderChannel>(steps.map(({ channel }) => channel));
  const customers = rows.map(({ customerId }) => customerId);
  const reachable = await readReachableContactsBy(tx, channels, customers);
  const reachableBy = (channel: ReminderChannel, customerId: number) => reachable.get(channel)?.get(customerId) ?? [];
  return rows.map(({ customerId, ...term }) => ({
    ...term,
    known: known.get(term.renewalId) ?? [],
    reachable: { Email: reachableBy('Email', customerId), WhatsApp: reachableBy('WhatsApp', customerId) },
  }));
}
