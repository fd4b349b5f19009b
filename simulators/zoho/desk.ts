import { addDays } from '../world/calendar.ts';
import type { World } from '../world/types.ts';
import { ZohoRefusal } from './refusal.ts';
import type { ZohoAnswer, ZohoRequest } from './wire.ts';

export const DESK_ORGANIZATION = '60012345';
/** The third is switched off, as one that a company no longer has. */
const DEPARTMENTS = [
  { id: '1892000000000007', name: 'Deployment', isEnabled: true },
  { id: '1892000000000008', name: 'Technical Support', isEnabled: true },
  { id: '1892000000000009', name: 'Complaints', isEnabled: false },
] as const;

const MOST_PER_PAGE = 100;
const MOST_DEPARTMENTS = 200;
const LAST_FROM = 4999;
const PARAMETERS = ['from', 'limit', 'sortBy', 'departmentId', 'status', 'modifiedTimeRange', 'createdTimeRange'];
const SUBJECTS = ['MX change', 'Users to migrate', 'Mail is late', 'New laptop for a user', 'Password of an admin'];
const STATUSES = ['Open', 'Closed', 'On Hold', 'Escalated', 'Closed'] as const;
const TYPES = { Open: 'Open', Closed: 'Closed', 'On Hold': 'On Hold', Escalated: 'Open' } as const;

interface Ticket {
  id: string;
  ticketNumber: string;
  subject: string;
  email: string | null;
  status: string;
  statusType: string;
  departmentId: string;
  channel: string;
  createdTime: string;
  modifiedTime: string;
  closedTime: string | null;
  cf: { cf_domain: string | null; cf_ticket_closure_date: string | null };
}

/** Two tickets for each customer, one of either department; the first is the oldest. */
function ticketsOf({ customers, today }: World): Ticket[] {
  return customers.flatMap(({ domain, contacts: [person] }, customer) =>
    DEPARTMENTS.slice(0, 2).map(({ id: departmentId }, which) => {
      const number = customer * 2 + which;
      const status = STATUSES[number % STATUSES.length] ?? 'Open';
      const made = addDays(today, -((customers.length - customer) % 90) - 3);
      const closed = addDays(made, 2);
      return {
        id: `1892000000${100_000 + number}`,
        ticketNumber: String(101 + number),
        subject: SUBJECTS[number % SUBJECTS.length] ?? '',
        email: person?.email ?? null,
        status,
        statusType: TYPES[status],
        departmentId,
        channel: 'Email',
        createdTime: `${made}T05:00:00.000Z`,
        modifiedTime: `${status === 'Closed' ? closed : made}T06:00:00.000Z`,
        closedTime: status === 'Closed' ? `${closed}T06:00:00.000Z` : null,
        cf: { cf_domain: domain, cf_ticket_closure_date: status === 'Closed' ? closed : null },
      };
    }),
  );
}

const refusal = (status: number, errorCode: string, message: string) => new ZohoRefusal(status, { errorCode, message });
const unprocessable = (message: string) => refusal(422, 'UNPROCESSABLE_ENTITY', message);

function whole(query: URLSearchParams, name: string, [otherwise, least, most]: readonly [number, number, number]) {
  const value = Number(query.get(name) ?? otherwise);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw unprocessable(`The value passed for the '${name}' parameter is invalid.`);
}

function inRange(query: URLSearchParams, name: string, time: string): boolean {
  const range = query.get(name);
  if (range === null) return true;
  const [from = Number.NaN, to = Number.NaN] = range.split(',').map((end) => Date.parse(end));
  if (Number.isNaN(from) || Number.isNaN(to))
    throw unprocessable(`The value passed for the '${name}' parameter is invalid.`);
  return Date.parse(time) >= from && Date.parse(time) <= to;
}

const isOf = (query: URLSearchParams, name: string, value: string) =>
  query.get(name)?.split(',').includes(value) ?? true;

const ORDERS = ['modifiedTime', 'createdTime'] as const;
function ordered(tickets: readonly Ticket[], sortBy: string): Ticket[] {
  const field = ORDERS.find((one) => one === sortBy.replace(/^-/, ''));
  if (!field) throw unprocessable("The value passed for the 'sortBy' parameter is invalid.");
  const sorted = tickets.toSorted((one, other) => Date.parse(one[field]) - Date.parse(other[field]));
  return sortBy.startsWith('-') ? sorted.reverse() : sorted;
}

function checkOrganization({ organization }: ZohoRequest): void {
  if (organization !== DESK_ORGANIZATION)
    throw refusal(403, 'FORBIDDEN', 'You are not allowed to access this organization.');
}

function departments(request: ZohoRequest): ZohoAnswer {
  checkOrganization(request);
  const from = whole(request.query, 'from', [0, 0, LAST_FROM]);
  const limit = whole(request.query, 'limit', [10, 1, MOST_DEPARTMENTS]);
  const data = DEPARTMENTS.slice(from, from + limit);
  return data.length === 0 ? { status: 204 } : { status: 200, body: { data } };
}

/** The organisation's help desk. */
export function makeDesk(world: World) {
  const tickets = ticketsOf(world);

  function search(request: ZohoRequest): ZohoAnswer {
    checkOrganization(request);
    const { query } = request;
    const strange = [...query.keys()].find((name) => !PARAMETERS.includes(name));
    if (strange !== undefined) throw unprocessable(`Extra query parameter '${strange}' is present in the input.`);
    const from = whole(query, 'from', [0, 0, LAST_FROM]);
    const limit = whole(query, 'limit', [10, 1, MOST_PER_PAGE]);
    const found = tickets.filter(
      (ticket) =>
        isOf(query, 'departmentId', ticket.departmentId) &&
        isOf(query, 'status', ticket.status) &&
        inRange(query, 'modifiedTimeRange', ticket.modifiedTime) &&
        inRange(query, 'createdTimeRange', ticket.createdTime),
    );
    const data = ordered(found, query.get('sortBy') ?? '-createdTime').slice(from, from + limit);
    return data.length === 0 ? { status: 204 } : { status: 200, body: { data, count: found.length } };
  }

  return {
    tickets: (): readonly Ticket[] => tickets,
    /** Somebody works on a ticket. */
    change: (ticket: Ticket, change: Partial<Omit<Ticket, 'id'>>) => void Object.assign(ticket, change),
    /** Deleted, merged into another or marked as spam: the search tells none of them. */
    remove(ticket: Ticket): void {
      const at = tickets.indexOf(ticket);
      if (at >= 0) tickets.splice(at, 1);
    },
    calls: { 'desk.tickets': search, 'desk.departments': departments },
  };
}
