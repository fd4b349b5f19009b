import * as z from 'zod/mini';
import { call } from './call.ts';
import { body, emailAddress, line } from './fields.ts';
import { RenewalStatus, Segment } from './words/lists.ts';

const text = z.nullable(z.string());
const count = z.nullable(z.number());

/** Every screen on which a domain can be opened. */
export const DOMAIN_SCREENS = [
  'get_monthly_renewal',
  'get_renewal_data',
  'my_renewal_domain',
  'renewal_dashboard',
  'renewal_member_dashboard',
  'renewal_reseller',
  'manager_renewal_team',
  'centralized_dashboard',
  '{provider}_domains',
  '{directory_product}_renewal_data',
] as const;
const reading = { audience: 'staff', screens: DOMAIN_SCREENS, rows: 'all' } as const;
const ofDomain = { ...reading, body: body({ domain_name: line(253, 'Choose a domain') }) };
/** When what is shown was last read from its service, an instant; null: never, or it is our own. */
const as_of = text;

export const DomainContact = z.object({
  customer_name: text,
  contact_details_email: text,
  company_name: text,
  cont_number: text,
  cont_mobile: text,
  gst_number: text,
  resellerType: z.enum(['Y', 'N']),
  segments: z.nullable(Segment),
  /** Through whom the customer buys, the company and its person; null: directly. */
  reseller_company: text,
  reseller_name: text,
  reseller_email: text,
  /** Where the main contact is known from: CRM, Books; null: entered here. */
  source: text,
});
export type DomainContact = z.infer<typeof DomainContact>;

export const DomainPerson = z.object({ name: z.string(), role: text, email: text, phone: text, mobile: text });
export type DomainPerson = z.infer<typeof DomainPerson>;

export const ActivePlan = z.object({
  skuName: z.string(),
  usedSeats: count,
  maxSeats: count,
  plan: z.string(),
  status: z.string(),
  source: z.string(),
  provider_renewal_date: text,
});
export type ActivePlan = z.infer<typeof ActivePlan>;

export const DomainInvoice = z.object({
  plan_name: text,
  invoice_no: z.string(),
  invoice_date: z.string(),
  due_date: text,
  invoice_status: z.string(),
  product_type: text,
  /** Decimal text in `currency`. */
  total: z.string(),
  balance: z.string(),
  currency: z.string(),
});
export type DomainInvoice = z.infer<typeof DomainInvoice>;

/** Unpaid total, in rupees: one row, or none where nothing is owed. */
export const Outstanding = z.object({ invoice_count: z.number(), bcy_balance: z.string() });
export type Outstanding = z.infer<typeof Outstanding>;

export const DomainTicket = z.object({
  ticket_number: z.string(),
  subject: z.string(),
  status: z.string(),
  cf_ticket_closure_date: text,
  created_at: z.string(),
  create_time: z.string(),
  closedTime: text,
});
export type DomainTicket = z.infer<typeof DomainTicket>;

export const PastRenewal = z.object({
  plan: z.string(),
  skuName: z.string(),
  renewal_date: z.string(),
  provider_renewal_date: text,
  /** The customer's answer. */
  status: z.nullable(RenewalStatus),
  /** Bought seats of an annual plan, licences in use of a flexible one. */
  seats: count,
});
export type PastRenewal = z.infer<typeof PastRenewal>;

export const ResellerContact = z.object({
  reseller_name: z.string(),
  reseller_email: z.string(),
  company_name: z.string(),
  phone_number: text,
  gst_number: text,
  customer_domain_count: z.number(),
});
export type ResellerContact = z.infer<typeof ResellerContact>;

const NOT_FOUND = 'No Domain Found';

/** Of what grows without end the newest `MOST` are told; `total` is how many there are. */
export const MOST = 200;
const total = z.number();

/** All there is about a domain, and about a reseller. An empty section is an empty list. */
export const domainPage = {
  contact: call({
    path: 'adminpanel/get_domain_contact_detail/',
    ...ofDomain,
    reply: z.object({ domains: z.array(DomainContact), contacts: z.array(DomainPerson), as_of }),
    refusals: { 404: NOT_FOUND },
  }),
  plans: call({
    path: 'adminpanel/get_domain_status_details/',
    ...ofDomain,
    reply: z.object({ domains: z.array(ActivePlan), as_of }),
  }),
  /** Newest first, `MOST` of them. */
  invoices: call({
    path: 'adminpanel/get_account_history_details/',
    ...ofDomain,
    reply: z.object({ domains: z.array(DomainInvoice), total, as_of }),
  }),
  outstanding: call({
    path: 'adminpanel/get_domain_account_outstanding_details/',
    ...ofDomain,
    reply: z.object({ domains: z.array(Outstanding), as_of }),
  }),
  /** Newest first. */
  renewals: call({
    path: 'adminpanel/get_domain_renewal_data/',
    ...ofDomain,
    reply: z.object({ domains: z.array(PastRenewal), as_of }),
  }),
  /** Newest first, `MOST` of them. A host of everybody's mail is nobody's domain and has none. */
  deploymentTickets: call({
    path: 'adminpanel/get_deployment_ticket_details/',
    ...ofDomain,
    reply: z.object({ tickets: z.array(DomainTicket), total, as_of }),
  }),
  /** Likewise. */
  supportTickets: call({
    path: 'adminpanel/get_support_ticket_details/',
    ...ofDomain,
    reply: z.object({ tickets: z.array(DomainTicket), total, as_of }),
  }),
  reseller: call({
    path: 'adminpanel/get_domain_contact_detail_{provider}/',
    ...reading,
    body: body({ reseller_email: emailAddress('Choose a reseller') }),
    reply: z.object({ domain: z.array(ResellerContact) }),
    refusals: { 404: 'No resellers found.' },
  }),
  /**
   * The domains of a reseller's customers, by name, `MOST` of them. `reseller_domain`: what follows the @ in the reseller's e-mail; several
   * resellers can share one, and `reseller_email` then names which.
   */
  resellerCustomers: call({
    path: 'adminpanel/get_reseller_customer_{provider}/',
    ...reading,
    body: body({
      reseller_domain: line(253, 'Choose a reseller'),
      reseller_email: z.optional(emailAddress('Choose a reseller')),
    }),
    reply: z.object({ customers: z.array(z.object({ domain_name: z.string(), cust_id: z.number() })), total }),
  }),
};
