import * as z from 'zod/mini';
import { call } from './call.ts';
import { body, line, page } from './fields.ts';
import { Standing } from './rules/standing.ts';

/** In rupees, decimal text. */
export const OutstandingDomain = z.object({ domain: z.string(), amount: z.string() });
export type OutstandingDomain = z.infer<typeof OutstandingDomain>;
/** Debtors without a domain here: their number, and their sum in rupees. */
export const WithoutDomain = z.object({ count: z.number(), amount: z.string() });
export type WithoutDomain = z.infer<typeof WithoutDomain>;
export const UpcomingRenewal = z.object({
  domain: z.string(),
  licence: z.number(),
  renewal_date: z.string(),
  standing: Standing,
});
export type UpcomingRenewal = z.infer<typeof UpcomingRenewal>;
export const TicketCount = z.object({ status: z.string(), count: z.number() });
export type TicketCount = z.infer<typeof TicketCount>;
export const TicketRow = z.object({
  ticket_id: z.string(),
  ticketNumber: z.string(),
  subject: z.string(),
  email: z.nullable(z.string()),
  status: z.string(),
  /** An instant. */
  created_at: z.string(),
  customerDomain: z.nullable(z.string()),
});
export type TicketRow = z.infer<typeof TicketRow>;

const reading = { audience: 'staff', screens: ['centralized_dashboard'], rows: 'all' } as const;
/** Part of a domain. */
const search = z.optional(line(253));
/** When it was last read from its service, an instant. */
const as_of = z.nullable(z.string());
/** The longest word of the help desk for how a ticket stands; what is longer is cut when it is read. */
export const LONGEST_TICKET_STATUS = 100;
const tickets = {
  ...reading,
  /** 15 on a page, newest first; `status` as the count names it. */
  body: body({
    status: line(LONGEST_TICKET_STATUS),
    search,
    page,
  }),
  reply: z.object({ tickets: z.array(TicketRow), total: z.number() }),
};

export const overview = {
  /** The five domains that owe the most, and what is owed beside all domains, whatever is searched for. */
  outstanding: call({
    path: 'adminpanel/get_top_outstanding_domain/',
    ...reading,
    body: body({ search }),
    reply: z.object({ domains: z.array(OutstandingDomain), without_domain: WithoutDomain, as_of }),
  }),
  /** The five renewals of this month with the most licences, renewed ones too; without those of customers who left. */
  upcoming: call({
    path: 'adminpanel/get_upcoming_renewals_dashboard/',
    ...reading,
    body: body({ search }),
    reply: z.object({ domains: z.array(UpcomingRenewal) }),
  }),
  /** Open or Closed. */
  deploymentTickets: call({
    path: 'adminpanel/get_deployment_tickets_status/',
    ...reading,
    body: body({}),
    reply: z.object({ tickets: z.array(TicketCount), as_of }),
  }),
  /** By the help desk's own words. */
  supportTickets: call({
    path: 'adminpanel/get_support_tickets_status/',
    ...reading,
    body: body({}),
    reply: z.object({ tickets: z.array(TicketCount), as_of }),
  }),
  supportList: call({ path: 'adminpanel/get_support_tickets_status_list/', ...tickets }),
  deploymentList: call({ path: 'adminpanel/get_deployment_tickets_status_list/', ...tickets }),
};
