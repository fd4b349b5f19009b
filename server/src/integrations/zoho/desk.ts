import * as z from 'zod/mini';
import { ZohoProblem } from './problem.ts';
import { makeReading } from './reading.ts';
import { readRows, type Rows } from './rows.ts';
import type { CallOptions } from '../http/json-client.ts';
import type { Sleep } from '../http/retry.ts';
import type { Transport } from './transport.ts';

const text = z._default(z.nullable(z.string()), null);
const instant = z.pipe(
  z.iso.datetime({ offset: true }),
  z.transform((at) => new Date(at)),
);

const Ticket = z.pipe(
  z.object({
    id: z.string(),
    ticketNumber: text,
    subject: text,
    email: text,
    status: text,
    statusType: text,
    departmentId: z.string(),
    createdTime: instant,
    modifiedTime: z._default(z.nullable(instant), null),
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
    modifiedAt: wire.modifiedTime,
    closedAt: wire.closedTime,
    /** By their names in the API, `cf_…`. */
    customFields: wire.cf ?? {},
  })),
);
/** A ticket; its subject, e-mail and type may be missing. */
export type DeskTicket = z.output<typeof Ticket>;
const TicketPage = z.object({ data: z.array(z.unknown()), count: z.int() });

const Department = z.object({ id: z.string(), name: z.string() });
type DeskDepartment = z.output<typeof Department>;
const DepartmentPage = z.object({ data: z.array(Department) });

interface TicketQuery {
  readonly from?: number | undefined;
  /** Those changed at this instant and later. */
  readonly modifiedSince?: Date | undefined;
}

interface DeskPage extends Rows<DeskTicket> {
  /** Absent on the last page. */
  readonly nextFrom?: number | undefined;
}

/** Zoho Desk v1, read only. */
export interface ZohoDesk {
  /** Departments, those too that are switched off: their tickets remain. */
  listDepartments(options?: CallOptions): Promise<readonly DeskDepartment[]>;
  /**
   * At most 100 tickets, the oldest change first. The list is Zoho's search index, which may be behind by moments. Zoho
   * lists 5,000 at a time: beyond them a problem with reason `tooMany`; paging by the time of the last row instead of by
   * `nextFrom` never gets there, and misses none that changes meanwhile.
   */
  listTickets(query?: TicketQuery, options?: CallOptions): Promise<DeskPage>;
}

const PER_PAGE = 100;
const MOST_LISTED = 5000;
/** Zoho's clock may be ahead of ours. */
const AHEAD_MS = 60 * 60_000;
/** More than any organisation has; a service that repeats itself is not asked for ever. */
const MOST_DEPARTMENTS = 1000;

function nextOf(from: number, count: number): number | undefined {
  const next = from + PER_PAGE;
  return next < count ? next : undefined;
}

const tooMany = () => {
  const words = `Zoho lists at most ${MOST_LISTED} tickets at a time: read a shorter time.`;
  return new ZohoProblem('refused', words, { reason: 'tooMany' });
};

export function makeDesk(
  transport: Transport,
  { organizationId, sleep, now }: { organizationId: string; sleep: Sleep; now: () => number },
): ZohoDesk {
  const read = makeReading(transport, sleep);
  const headers = { orgId: organizationId };
  return {
    async listDepartments({ signal } = {}) {
      const known = new Map<string, DeskDepartment>();
      for (let from = 0; from < MOST_DEPARTMENTS; from += PER_PAGE) {
        const query = { from: String(from), limit: String(PER_PAGE) };
        const found = await read({ path: ['departments'], query, headers, signal }, DepartmentPage);
        for (const department of found?.data ?? []) known.set(department.id, department);
        if ((found?.data.length ?? 0) < PER_PAGE) break;
      }
      return [...known.values()];
    },
    async listTickets({ from = 0, modifiedSince } = {}, { signal } = {}) {
      if (from >= MOST_LISTED) throw tooMany();
      const until = new Date(now() + AHEAD_MS);
      const query = {
        from: String(from),
        limit: String(PER_PAGE),
        sortBy: 'modifiedTime',
        modifiedTimeRange: modifiedSince && `${modifiedSince.toISOString()},${until.toISOString()}`,
      };
      const found = await read({ path: ['tickets', 'search'], query, headers, signal }, TicketPage);
      if (!found) return { rows: [], odd: [] };
      return { ...readRows(Ticket, found.data, 'id'), nextFrom: nextOf(from, found.count) };
    },
  };
}
