import * as z from 'zod/mini';
import { call } from './call.ts';
import { decided, decisionBody, decisionsReply, NOT_UNDONE } from './decisions.ts';
import { body, domainText, done, id, line, page, sorting } from './fields.ts';
import { AccountStatus } from './words/lists.ts';

/** The present owner of a domain that somebody else claims: the company, and its person in the portal where there is one. */
export const PresentOwner = z.object({
  customer_id: z.number(),
  company_name: z.string(),
  /** The person who has it, or had it when staff turned them down. */
  user_email: z.nullable(z.string()),
  /** How the domain stands there. */
  domain_status: AccountStatus,
  /** Of the company. */
  company_email: z.nullable(z.string()),
  /** Subscriptions on it that have not ended. */
  subscriptions: z.number(),
});
export type PresentOwner = z.infer<typeof PresentOwner>;

export const PendingDomain = z.object({
  domain_id: z.number(),
  domain_name: z.string(),
  user_email: z.string(),
  company_name: z.string(),
  /** A claim on a domain of ours: its present owner. Null: nobody else owns it. */
  present_owner: z.nullable(PresentOwner),
  /** It was turned down or suspended before, and its person asks again: how it stands. */
  asked_again: z.nullable(AccountStatus),
  /** Whether the claimant's e-mail address is one of the domain itself. */
  mail_fits: z.boolean(),
  /** When it was asked for, an instant. */
  timestamp: z.string(),
  /** The claimant, as they registered. */
  user_name: z.string(),
  user_phoneNumber: z.string(),
  user_status: AccountStatus,
  /** Active domains that the claimant has, and others that wait. */
  user_domains: z.number(),
  user_domains_waiting: z.number(),
});
export type PendingDomain = z.infer<typeof PendingDomain>;

export const DomainRow = z.object({
  domain_id: z.number(),
  domain_name: z.string(),
  domain_status: AccountStatus,
  /** Of the customer's person who has the domain, else of the company. */
  user_email: z.nullable(z.string()),
  company_name: z.string(),
  /** The person who has it in the portal. */
  owner_email: z.nullable(z.string()),
  timestamp: z.string(),
});
export type DomainRow = z.infer<typeof DomainRow>;

export const OwnDomain = z.object({
  /** The caller's number of it, for `remove_domain/`: another one than staff's, and of no order. */
  domain_id: z.number(),
  domain_name: z.string(),
  domain_status: AccountStatus,
  timestamp: z.string(),
});
export type OwnDomain = z.infer<typeof OwnDomain>;

export const SubscriptionRow = z.object({
  subscription_id: z.string(),
  customer_id: z.nullable(z.string()),
  sku_name: z.nullable(z.string()),
  plan_name: z.nullable(z.string()),
  status: z.nullable(z.string()),
  licensed_seats: z.nullable(z.number()),
  max_seats: z.nullable(z.number()),
  number_of_seats: z.nullable(z.number()),
  renewal_date: z.nullable(z.string()),
});
export type SubscriptionRow = z.infer<typeof SubscriptionRow>;

const EXISTS = 'Domain Already Exists';
const WAITS = 'This domain waits for its approval, which is decided on Approve Domain.';
/** Text of staff to the person concerned, sent with the decision. */
const reason = line(500);

/** A request as the list told it. */
export const domainRequest = {
  domain_id: id,
  domain_name: line(253),
  /** The claimant, as the list showed it: somebody else's later request is another decision. */
  user_email: z.optional(line(254)),
  present_owner: z.optional(
    z.strictObject({ customer_id: id, user_email: z.nullable(line(254)), domain_status: AccountStatus }),
  ),
};

export const DOMAIN_SORTS = ['domain_name', 'company_name', 'domain_status', 'timestamp'] as const;

export const domains = {
  pending: call({
    path: 'adminpanel/get_pending_domain/',
    audience: 'staff',
    screens: ['approve_domain'],
    rows: 'all',
    body: body({}),
    reply: z.object({ domains: z.array(PendingDomain) }),
  }),
  /**
   * Decides once what somebody asked for: a new domain, or one of ours that they say is theirs. To approve what somebody
   * else has, `present_owner` names that owner as the list told it; a person who has it loses it, and is told.
   */
  decide: call({
    path: 'adminpanel/set_pending_domain_status/',
    audience: 'staff',
    screens: ['approve_domain'],
    rows: 'all',
    body: body({ ...domainRequest, status: z.enum(['ACTIVE', 'REJECTED']) }),
    reply: decided,
    refusals: {
      404: 'Failed to Approve Domain...!',
      409: 'Failed to Approve Domain...!',
      422: 'This domain belongs to somebody else. Look at who has it now, and approve it again with that owner named.',
    },
    writes: true,
  }),
  /** Recent decisions, newest first: approvals and rejections for `approve_domain`, removed owners for `get_all_domain`. */
  decisions: call({
    path: 'adminpanel/get_domain_decisions/',
    audience: 'staff',
    screens: ['approve_domain', 'get_all_domain'],
    rows: 'all',
    body: body({}),
    reply: decisionsReply,
  }),
  /** Takes a decision back: the former owner and what was asked for stand as before. A mail that has not left does not leave. */
  undo: call({
    path: 'adminpanel/undo_domain_decision/',
    audience: 'staff',
    screens: ['approve_domain', 'get_all_domain'],
    rows: 'all',
    body: decisionBody,
    reply: done,
    refusals: NOT_UNDONE,
    writes: true,
  }),
  /** Takes a domain from its person, named as the list told it. The company keeps the domain, and everything sold there. */
  removeOwner: call({
    path: 'adminpanel/remove_domain_owner/',
    audience: 'staff',
    screens: ['get_all_domain'],
    rows: 'all',
    body: body({ domain_id: id, domain_name: line(253), owner_email: line(254), reason: z.optional(reason) }),
    reply: decided,
    refusals: {
      404: 'Not Domain Present or Could not fetch Domains',
      409: 'The domain has another owner by now, or none. Look at the list again.',
      422: WAITS,
    },
    writes: true,
  }),
  /** Ten on a page, by name unless sorted otherwise; `search` is part of a name or of a company's. */
  all: call({
    path: 'adminpanel/get_all_domain/',
    audience: 'staff',
    screens: ['get_all_domain'],
    rows: 'all',
    body: body({
      search: z.optional(line(253)),
      status: z.optional(AccountStatus),
      page,
      ...sorting(DOMAIN_SORTS),
    }),
    reply: z.object({ domains: z.array(DomainRow), total: z.number() }),
  }),
  setStatus: call({
    path: 'adminpanel/update_domain_status/',
    audience: 'staff',
    screens: ['get_all_domain'],
    rows: 'all',
    body: body({
      domain_id: id,
      domain_name: line(253),
      status: z.enum(['ACTIVE', 'SUSPENDED', 'REJECTED']),
      reason: z.optional(reason),
      seen: z.optional(AccountStatus),
    }),
    reply: z.object({ error: z.boolean(), message: z.string() }),
    refusals: {
      404: 'Not Domain Present or Could not fetch Domains',
      409: 'The domain has this status already, or is not the one you saw. Look at the list again.',
      422: WAITS,
    },
    writes: true,
  }),
  /** Subscriptions of a domain; a customer reaches only the own domains. */
  subscriptions: call({
    path: 'get_domain_subscription/',
    audience: 'signed-in',
    screens: ['get_all_domain', 'add_license', 'admin_add_license'],
    rows: { staff: 'all', customer: 'own' },
    body: body({ domain_name: line(253, 'Choose a domain') }),
    reply: z.object({ subscriptions: z.array(SubscriptionRow) }),
    refusals: { 404: 'No Subscription for this Domain' },
  }),
  own: call({
    path: 'get_user_domain/',
    audience: 'customer',
    screens: ['map_domain', 'add_license'],
    rows: 'own',
    body: body({}),
    reply: z.object({ domains: z.array(OwnDomain) }),
  }),
  /** Asks for a domain; staff approve it. One of ours that nobody has yet may be claimed; one's own that was rejected or suspended is asked for again. */
  add: call({
    path: 'add_domain/',
    audience: 'customer',
    screens: ['map_domain'],
    rows: 'own',
    body: body({ domainName: domainText }),
    reply: done,
    refusals: {
      400: 'Enter a domain such as company.example',
      403: EXISTS,
      409: 'Failed to add License..!! Twenty of your domains wait for a decision; ask again when one is decided.',
    },
    writes: true,
  }),
  /** Takes a rejected or suspended domain from one's list. What was sold there, and its status, stay. */
  remove: call({
    path: 'remove_domain/',
    audience: 'customer',
    screens: ['map_domain'],
    rows: 'own',
    body: body({ domain_id: id, domain_name: line(253) }),
    reply: done,
    refusals: {
      404: 'This domain is not in your list any more.',
      409: 'Only a rejected or suspended domain can be removed.',
    },
    writes: true,
  }),
};
