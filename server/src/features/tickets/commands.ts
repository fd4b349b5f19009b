import { LONGEST_TICKET_STATUS } from '@desk/contract/overview';
import { and, getTableColumns, inArray, ne, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { changesBetween } from '../../platform/audit/audit.ts';
import { excluded } from '../../platform/db/sql/excluded.ts';
import { ticketsTable as t } from '../../platform/db/tables/tickets.ts';
import { canonicalDomain } from '../../platform/domain-names/canonical.ts';
import { typedDomain } from '../../platform/domain-names/typed.ts';
import { cleaned } from '../../domain/customers/match-person.ts';
import type { DeskTicket } from '../../integrations/zoho/desk.ts';
import { dayOf, departmentOf, hostOf, NO_STATUS, REMOVED } from './rules.ts';

type Facts = Omit<typeof t.$inferSelect, 'runId'>;

/** Other data of the help desk that a ticket's row needs. */
export interface TicketContext {
  /** Names of the departments by id. */
  departments: ReadonlyMap<string, string>;
  timeZone: string;
}

function domainOf({ customFields }: DeskTicket, email: string | null): string | null {
  const field = customFields['cf_domain'];
  const named = typeof field === 'string' ? typedDomain(field) : undefined;
  return named ?? canonicalDomain(hostOf(email)) ?? null;
}

const statusOf = ({ status }: DeskTicket): string =>
  cleaned(status?.slice(0, LONGEST_TICKET_STATUS) ?? null) ?? NO_STATUS;

function ticketFacts(ticket: DeskTicket, { departments, timeZone }: TicketContext): Facts {
  const email = cleaned(ticket.email)?.toLowerCase() ?? null;
  return {
    zohoId: ticket.id,
    number: cleaned(ticket.number) ?? '',
    department: departmentOf(departments.get(ticket.departmentId) ?? ''),
    subject: cleaned(ticket.subject) ?? '',
    email,
    status: statusOf(ticket),
    statusType: cleaned(ticket.statusType) ?? (ticket.closedAt ? 'Closed' : 'Open'),
    domainName: domainOf(ticket, email),
    openedAt: ticket.createdAt,
    closedAt: ticket.closedAt,
    closureDate: dayOf(ticket.customFields['cf_ticket_closure_date'], timeZone),
    modifiedAt: ticket.modifiedAt,
  };
}

/** The help desk has these, whether or not they could be understood. */
export async function markSeen(tx: Db, runId: number, ids: readonly string[]): Promise<void> {
  await tx
    .update(t)
    .set({ runId })
    .where(inArray(t.zohoId, [...ids]));
}

/** After a run through all tickets: what it did not see is there no more, and nobody works on it. Returns how many. */
export async function closeUnseen(tx: Db, runId: number): Promise<number> {
  const wasAnySeen = sql`exists (select from tickets seen where seen.run_id = ${runId})`;
  const { rowCount } = await tx
    .update(t)
    .set({ status: REMOVED, statusType: 'Closed' })
    .where(and(ne(t.runId, runId), ne(t.statusType, 'Closed'), wasAnySeen));
  return rowCount ?? 0;
}

/** Brings our tickets to what the help desk says; returns how many are new or different. */
export async function storeTickets(
  tx: Db,
  runId: number,
  listed: readonly DeskTicket[],
  context: TicketContext,
): Promise<number> {
  const tickets = [...new Map(listed.map((ticket) => [ticket.id, ticket])).values()];
  const ids = tickets.map(({ id }) => id);
  const known = await tx.select().from(t).where(inArray(t.zohoId, ids));
  const old = new Map(known.map((row) => [row.zohoId, row]));
  const changed = tickets
    .map((ticket) => ticketFacts(ticket, context))
    .filter((row) => changesBetween({ ...old.get(row.zohoId) }, { ...row }).length > 0);
  if (changed.length > 0) {
    const set = excluded(getTableColumns(t));
    const values = changed.map((row) => ({ ...row, runId }));
    await tx.insert(t).values(values).onConflictDoUpdate({ target: t.zohoId, set });
  }
  await markSeen(tx, runId, ids);
  return changed.length;
}
