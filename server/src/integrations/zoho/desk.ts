import * as z from 'zod/mini';
import { ZohoProblem } from './problem.ts';
import { makeReading, type CallOptions } from './reading.ts';
import type { Sleep } from '../retrying.ts';
import type { Transport } from './transport.ts';

const text = z._default(z.nullable(z.string()), null);
const instant = z.pipe(
  z.iso.datetime({ offset: true }),
  z.transform((at) => new Date(at)),
);

const Ticket = z.pipe(
  z.object({
    id: z.string(),
    ticketNumber: z.string(),
    subject: text,
    email: text,
    status: z.string(),
    statusType: text,
    departmentId: z.string(),
    createdTime: instant,
    closedTime: z._default(z.nullable(instant), null),
    cf: z._default(z.nullable(z.record(z.string(), z.unknown())), null),
  }),
  z.transform((wire) => ({
    id: wire.id,
    number: wire.ticketNumber,
    subject: wire.subject,
    email: wire.email,
    /** A word of the organisation's own list; `statusType` is Open, On Hold or Closed. */
    status: wire.status,
    statusType: wire.statusType,
    departmentId: wire.departmentId,
    createdAt: wire.createdTime,
    closedAt: wire.closedTime,
    /** By their names in the API, `cf_…`. */
    customFields: wire.cf ?? {},
  })),
);
type DeskTicket = z.output<typeof Ticket>;
const TicketPage = z.object({ data: z.array(Ticket), count: z.int() });

interface TicketQuery {
  readonly from?: number | undefined;
  readonly departmentId?: string | undefined;
  /** Changed since; newest change first, so that a ticket that changes meanwhile hides no other. */
  readonly modifiedSince?: Date | undefined;
  /** Made from the first instant to the second; oldest first. For more tickets than Zoho lists at a time. */
  readonly createdBetween?: readonly [Date, Date] | undefined;
}

interface DeskPage {
  readonly rows: readonly DeskTicket[];
  /** Absent on the last page. */
  readonly nextFrom?: number | undefined;
}

/** Zoho Desk v1, read only. */
export interface ZohoDesk {
  /**
   * At most 100 tickets. The list is Zoho's search index, which may be behind by moments, and a ticket may be on two
   * pages. Zoho lists 5,000 at a time: beyond them a problem with reason `tooMany` asks for a shorter time.
   */
  listTickets(query?: TicketQuery, options?: CallOptions): Promise<DeskPage>;
}

const PER_PAGE = 100;
const MOST_LISTED = 5000;
/** Zoho's clock may be ahead of ours. */
const AHEAD_MS = 60 * 60_000;

const rangeOf = (from: Date, to: Date) => `${from.toISOString()},${to.toISOString()}`;

function nextOf(from: number, count: number): number | undefined {
  const next = from + PER_PAGE;
  if (next >= count) return undefined;
  if (next < MOST_LISTED) return next;
  const words = `Zoho lists at most ${MOST_LISTED} tickets at a time: read a shorter time.`;
  throw new ZohoProblem('refused', words, { reason: 'tooMany' });
}

export function makeDesk(
  transport: Transport,
  { organizationId, sleep, now }: { organizationId: string; sleep: Sleep; now: () => number },
): ZohoDesk {
  const read = makeReading(transport, sleep);
  return {
    listTickets: async ({ from = 0, departmentId, modifiedSince, createdBetween } = {}, { signal } = {}) => {
      const query = {
        from: String(from),
        limit: String(PER_PAGE),
        sortBy: createdBetween ? 'createdTime' : '-modifiedTime',
        departmentId,
        modifiedTimeRange: modifiedSince && rangeOf(modifiedSince, new Date(now() + AHEAD_MS)),
        createdTimeRange: createdBetween && rangeOf(...createdBetween),
      };
      const headers = { orgId: organizationId };
      const found = await read({ path: ['tickets', 'search'], query, headers, signal }, TicketPage);
      return found ? { rows: found.data, nextFrom: nextOf(from, found.count) } : { rows: [] };
    },
  };
}
