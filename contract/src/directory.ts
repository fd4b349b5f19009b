import * as z from 'zod/mini';
import { call } from './call.ts';
import { body, emailAddress, line, page } from './fields.ts';

export const DirectoryDomain = z.object({
  domain: z.string(),
  company: z.string(),
  /** The e-mail of the portal's person; of a customer who buys through a reseller the reseller's. */
  username: z.nullable(z.string()),
  /** Y: `username` is that of an active reseller. */
  reseller_status: z.enum(['Y', 'N']),
});
export type DirectoryDomain = z.infer<typeof DirectoryDomain>;

export const DirectoryReseller = z.object({
  /** The host of the reseller's e-mail address. */
  domain_name: z.string(),
  company_name: z.string(),
  reseller_email: z.string(),
  reseller_status: z.enum(['Y', 'N']),
});
export type DirectoryReseller = z.infer<typeof DirectoryReseller>;

export const ResellerCustomer = z.object({
  cust_id: z.number(),
  domain_name: z.string(),
  /** The customer: its main contact, else its company. */
  billing_contact_name: z.string(),
  /** Of the reseller, as the number and the e-mail are. */
  billing_company_name: z.string(),
  billing_contact_number: z.nullable(z.string()),
  reseller_email: z.string(),
});
export type ResellerCustomer = z.infer<typeof ResellerCustomer>;

const reading = { audience: 'staff', screens: ['{provider}_domains'], rows: 'all' } as const;
const NO_LETTER = 'Please select a letter to see data.';
const letter = z.pipe(
  z.string(NO_LETTER).check(z.regex(/^[A-Za-z]$/, NO_LETTER)),
  z.transform((text: string) => text.toUpperCase()),
);
/** How many names begin with each letter, `A` to `Z`; one with a digit in front is under none, a search finds it. */
const letters = z.record(z.string(), z.number());

/**
 * Domains of customers, those aside that are only wished for, and resellers under the domain of their e-mail. A customer is
 * active with a subscription that is not suspended and has not ended, a reseller with an active customer. Eight on a page by
 * name. The counts are of the lists' rows and may be 15 seconds old.
 */
export const directory = {
  domains: call({
    path: 'adminpanel/get_domain_details/',
    ...reading,
    body: body({ letter, page }),
    reply: z.object({ domains: z.array(DirectoryDomain), total: z.number() }),
  }),
  resellers: call({
    path: 'adminpanel/get_resellersdetails_{provider}/',
    ...reading,
    body: body({ letter, page }),
    reply: z.object({ customers: z.array(DirectoryReseller), total: z.number() }),
  }),
  customerCount: call({
    path: 'adminpanel/get_customer_count/',
    ...reading,
    body: body({}),
    reply: z.object({ count: z.object({ count: z.number(), active: z.number(), inactive: z.number() }), letters }),
  }),
  resellerCount: call({
    path: 'adminpanel/get_reseller_count_{provider}/',
    ...reading,
    body: body({}),
    reply: z.object({
      count: z.array(z.object({ reseller_count: z.number() })),
      active: z.array(z.object({ active: z.number() })),
      /** `active` is the specified name; it is how many are inactive. */
      inactive: z.array(z.object({ active: z.number() })),
      letters,
    }),
  }),
  /** Part of a domain or of a company, among customers or resellers. */
  search: call({
    path: 'adminpanel/get_search_domain/',
    ...reading,
    body: body({
      tabValue: z.enum(['customers', 'resellers']),
      search: line(253, 'Enter a part of a domain'),
      page,
    }),
    reply: z.object({ domains: z.array(z.union([DirectoryDomain, DirectoryReseller])), total: z.number() }),
  }),
  /**
   * Ten on a page by domain. `reseller_domain`: what follows the @ in the reseller's e-mail; several resellers can share
   * one, and `reseller_email` then names which.
   */
  resellerCustomers: call({
    path: 'adminpanel/get_reseller_domain_customers/',
    ...reading,
    body: body({
      reseller_domain: line(253, 'Choose a reseller'),
      reseller_email: z.optional(emailAddress('Choose a reseller')),
      page,
    }),
    reply: z.object({ customers: z.array(ResellerCustomer), total: z.number() }),
  }),
};
