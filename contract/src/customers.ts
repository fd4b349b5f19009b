import * as z from 'zod/mini';
import { call } from './call.ts';
import { body, domainText, done, emailAddress, id, line, page, phoneNumber, sorting } from './fields.ts';

/** Whether the last change was written to the CRM: not asked for, under way, done, or refused for good. */
export const CrmState = z.enum(['none', 'queued', 'done', 'refused']);
export type CrmState = z.infer<typeof CrmState>;

/** Whether what was sent to the CRM about a domain has arrived, and what that is or why it has not. */
export const CrmStanding = z.object({ crm_state: CrmState, crm_reason: z.nullable(z.string()) });
export type CrmStanding = z.infer<typeof CrmStanding>;

export const CustomerContact = z.object({
  contact_id: z.number(),
  contact_name: z.string(),
  website: z.nullable(z.string()),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  company_name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  timestamp: z.string(),
  crm_state: CrmState,
  /** Why it was not yet written to the CRM, or was refused. */
  crm_reason: z.nullable(z.string()),
});
export type CustomerContact = z.infer<typeof CustomerContact>;

const Reached = z.object({
  customer_email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
});

/** An unchanged value is accepted, however odd it is; a typed one must match the schema. */
const keptOr = (was: string | null, typed: z.ZodMiniType<string, string>) =>
  z.pipe(
    line(254),
    z.transform((text: string, { issues }) => {
      if (text === (was ?? '').trim()) return text;
      const read = typed.safeParse(text);
      if (read.success) return read.data;
      for (const { message } of read.error.issues) issues.push({ code: 'custom', message, input: text });
      return text;
    }),
  );

/** How a person can be reached who was reached as `was`: an e-mail cannot become blank, a number that is left empty is none. */
export const reachedNow = (was: z.infer<typeof Reached>) => {
  const number = z.union([z.literal(''), phoneNumber]);
  return z.object({
    customer_email: keptOr(was.customer_email, emailAddress('Email cannot be Blank')),
    phone: keptOr(was.phone, number),
    mobile: keptOr(was.mobile, number),
  });
};

export const ContactSync = z.object({
  state: z.enum(['queued', 'running', 'done', 'failed']),
  started_at: z.string(),
  finished_at: z.nullable(z.string()),
  /** People read, and those of them that were new or different. */
  contacts: z.number(),
  changed: z.number(),
  error: z.nullable(z.string()),
});
export type ContactSync = z.infer<typeof ContactSync>;

export const CONTACT_SORTS = [
  'contact_id',
  'contact_name',
  'first_name',
  'last_name',
  'email',
  'company_name',
  'timestamp',
] as const;

const updating = { audience: 'staff', screens: ['update_customer'], rows: 'all' } as const;

export const customers = {
  /** A new customer with a domain and a person, who is written to the CRM too. */
  add: call({
    path: 'adminpanel/add_customer/',
    audience: 'staff',
    screens: ['add_customer'],
    rows: 'all',
    body: body({
      formData: z.strictObject({
        domain_name: domainText,
        first_name: line(40, 'Enter the first name'),
        last_name: line(80, 'Enter the last name'),
        company_name: line(200, 'Enter the company name'),
        phone_number: phoneNumber,
        email: emailAddress('Email cannot be Blank'),
      }),
    }),
    reply: done,
    refusals: { 400: 'Enter a domain such as company.example', 409: 'Domain Already Exists' },
    writes: true,
  }),
  /**
   * Ten on a page, by company unless sorted otherwise; `search` is part of a company name, of a person's name or of an e-mail,
   * `name` and `company` of these alone.
   */
  all: call({
    path: 'adminpanel/get_all_customer/',
    ...updating,
    body: body({
      search: z.optional(line(253)),
      name: z.optional(line(120)),
      company: z.optional(line(200)),
      crm_state: z.optional(CrmState),
      page,
      ...sorting(CONTACT_SORTS),
    }),
    reply: z.object({ customer: z.array(CustomerContact), total: z.number() }),
  }),
  /** As `reachedNow` takes it; kept here at once, and written to the CRM by a job. `seen`: what the form started from; a colleague's change since is 409. */
  update: call({
    path: 'adminpanel/update_renewal_customer/',
    ...updating,
    body: body({
      formData: z.strictObject({
        contact_id: id,
        customer_email: line(254),
        phone: line(254),
        mobile: line(254),
      }),
      seen: z.optional(z.strictObject(Reached.shape)),
    }),
    reply: z.object({ error: z.boolean(), message: z.string() }),
    refusals: {
      404: 'No Data Present',
      409: 'Somebody has changed this customer meanwhile. Please check and try again.',
    },
    writes: true,
  }),
  /** Reads from the CRM who is new or different since the last time. */
  startSync: call({
    path: 'adminpanel/start_contact_sync/',
    ...updating,
    body: body({}),
    reply: done,
    refusals: { 409: 'A sync is already running.', 503: 'The CRM is not configured.' },
    writes: true,
  }),
  /** The last run; null before the first. */
  sync: call({
    path: 'adminpanel/get_contact_sync/',
    ...updating,
    body: body({}),
    reply: z.object({ sync: z.nullable(ContactSync), next_run: z.nullable(z.string()) }),
  }),
};

export const UPDATED = 'Data Updated Sucessfully';
