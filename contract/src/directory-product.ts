import * as z from 'zod/mini';
import { call } from './call.ts';
import { CrmStanding } from './customers.ts';
import { amount, body, day, done, id, line, month, page } from './fields.ts';
import { RenewalRow } from './renewals.ts';

const text = z.nullable(z.string());
const count = z.nullable(z.number());

/** A renewal of the directory product: what every renewal has, and what its contract says. */
export const DirectoryRenewal = z.object({
  ...RenewalRow.shape,
  /** Of the organisation; null: the contract was removed. */
  id: z.nullable(z.number()),
  /** The provider's name of the organisation, else the company. */
  customer_name: z.string(),
  /** Of the contract, in our own words. */
  customer_status: z.string(),
  /** The provider's count; null until it was read. */
  no_of_lic: count,
  /** The contract's count. */
  contract_licences: count,
  /** Of the price. */
  currency: z.string(),
  end_date: z.string(),
});
export type DirectoryRenewal = z.infer<typeof DirectoryRenewal>;

export const ContractStatus = z.enum(['ACTIVE', 'SUSPENDED', 'CANCELLED']);
export type ContractStatus = z.infer<typeof ContractStatus>;

/** An organisation at the provider, with our contract where there is one. */
export const Organization = z.object({
  ...z.partial(CrmStanding).shape,
  id: z.number(),
  /** The provider's; null: the contract was entered by us and the provider has not listed it. */
  organization_id: text,
  customer_name: z.string(),
  customer_email: text,
  plan_name: text,
  no_of_lic: count,
  /** The last complete sync listed it no longer. */
  gone: z.boolean(),
  domain_name: text,
  /** A domain of ours that its name or e-mail speaks of, where none is linked. */
  suggested_domain: text,
  /** Of the term that runs; of a contract that is over, the last. */
  end_date: text,
  contract_licences: count,
  /** For the whole contract and term, in `currency`. */
  price: text,
  currency: text,
  customer_status: z.nullable(ContractStatus),
  version: z.number(),
});
export type Organization = z.infer<typeof Organization>;

/** Which organisations: those that are listed and have no contract, or those whose licences differ from it. */
export const OrganizationState = z.enum(['unlinked', 'differs']);
export type OrganizationState = z.infer<typeof OrganizationState>;

const staff = { audience: 'staff', screens: ['{directory_product}_renewal_data'], rows: 'all' } as const;
const search = z.optional(line(253));
const filter = { month, domain: search };
const licences = z.int('Enter a whole number').check(z.gte(0, 'Enter a whole number'), z.lte(1_000_000));

export const directoryProduct = {
  /** One page of 10 by end date; `may_export`: whether the caller has the permission. */
  monthly: call({
    path: 'adminpanel/get_monthly_{directory_product}_renewal_data/',
    ...staff,
    body: body({ ...filter, page }),
    reply: z.object({ customer: z.array(DirectoryRenewal), total: z.number(), may_export: z.boolean() }),
  }),
  /** data.csv: all that the filter finds; recorded with the filter and the number of rows. */
  exportMonthly: call({
    path: 'adminpanel/export_monthly_{directory_product}_renewal_data/',
    ...staff,
    permission: 'export',
    body: body(filter),
    reply: done,
    download: 'data.csv',
  }),
  /** One page of 10 by name. */
  organizations: call({
    path: 'adminpanel/get_{directory_product}_organizations/',
    ...staff,
    body: body({ search, state: z.optional(OrganizationState), page }),
    reply: z.object({ organizations: z.array(Organization), total: z.number() }),
  }),
  /**
   * Links an organisation to a domain of ours and says when its contract ends: its renewals follow. Without an `id` the
   * contract is of an organisation that the provider has not listed yet; when it is listed and linked to the domain, it
   * takes this contract over. `plan_name` counts where the provider names no plan.
   */
  setContract: call({
    path: 'adminpanel/update_{directory_product}_contract/',
    ...staff,
    body: body({
      id: z.optional(id),
      version: z.optional(z.number()),
      domain_name: line(253, 'Choose a domain'),
      plan_name: z.optional(line(200)),
      end_date: day,
      contract_licences: z.nullable(licences),
      price: z.nullable(amount),
      currency: z.string().check(z.regex(/^[A-Z]{3}$/, 'Enter a currency such as INR')),
      customer_status: ContractStatus,
    }),
    reply: z.object({ id: z.number(), version: z.number() }),
    refusals: {
      400: 'Choose an end date from a year ago to ten years ahead.',
      403: 'This domain has another contract.',
      404: 'No Data Present',
      409: 'Somebody has changed this contract meanwhile. Please check and try again.',
      422: 'No Domain Found',
    },
    writes: true,
  }),
  /** Ends the contract of an organisation: its renewals close as ended, and it can be linked again. */
  removeContract: call({
    path: 'adminpanel/unlink_{directory_product}_contract/',
    ...staff,
    body: body({ id, version: z.number() }),
    reply: done,
    refusals: {
      404: 'No Data Present',
      409: 'Somebody has changed this contract meanwhile. Please check and try again.',
    },
    writes: true,
  }),
};
