import * as z from 'zod/mini';
import { call } from '../call.ts';
import { reachedNow } from '../customers.ts';
import { DOMAIN_SCREENS } from '../domain-page.ts';
import { body, done, emailAddress, id, line } from '../fields.ts';
import { RENEWAL_SCREENS } from '../rules/pages.ts';
import { ContactRole, SilencedCause } from '../words/reach.ts';

const text = z.nullable(z.string());

/** As what somebody is asked, in the order in which they are. `contact`: nobody has said what they are. */
export const ReachedAs = z.enum(['reseller', 'buyer', 'payer', 'technician', 'contact', 'company']);
export type ReachedAs = z.infer<typeof ReachedAs>;

/**
 * Why somebody is not asked: a viewer, without an e-mail address, at one that is not written to, at that of a viewer, at one where somebody
 * is asked before them, or of a company that buys through a reseller.
 */
export const NotAsked = z.enum(['viewer', 'no_address', 'silenced', 'viewers_address', 'same_address', 'reseller']);
export type NotAsked = z.infer<typeof NotAsked>;

/** Since when, an instant, and why somebody is not written to. */
const Silenced = z.object({ cause: SilencedCause, reason: z.string(), since: z.string() });

const Standing = z.object({
  /** Who is asked first has 1; null: they are not asked. */
  place: z.nullable(z.number()),
  /** Null: a viewer. */
  asked_as: z.nullable(ReachedAs),
  /** Null: they are asked. */
  not_asked: z.nullable(NotAsked),
  /** Why their address is not written to; null: it is. */
  silenced: z.nullable(Silenced),
  /** Their number, +91…, where nothing is written to it by WhatsApp, and why. */
  silenced_number: z.nullable(z.extend(Silenced, { number: z.string() })),
});
export type Standing = z.infer<typeof Standing>;

export const AskedPerson = z.extend(Standing, {
  contact_id: z.number(),
  name: z.string(),
  email: text,
  phone: text,
  mobile: text,
  /** What staff said they are; null: nobody has said. */
  roles: z.nullable(z.array(ContactRole)),
  /** What they are in the words of the CRM, and what follows of it where nobody has said. */
  crm_role: text,
  suggested_roles: z.array(ContactRole),
  /** The CRM knows them: their name is changed there. */
  is_in_crm: z.boolean(),
});
export type AskedPerson = z.infer<typeof AskedPerson>;

/** The company's own address, or a reseller's. */
const AskedCompany = z.extend(Standing, { name: z.string(), email: text });
export type AskedCompany = z.infer<typeof AskedCompany>;

const Reached = z.object({ customer_email: text, phone: text, mobile: text });
type Reached = z.infer<typeof Reached>;

const roles = z.array(ContactRole).check(
  z.maxLength(ContactRole.options.length),
  z.refine(
    (chosen) => !chosen.includes('viewer') || new Set(chosen).size === 1,
    'A viewer is told nothing: choose Viewer alone, or the others',
  ),
);
const name = line(120, 'Enter the name');

/** A person as staff enters them; null: somebody new, who has an e-mail address. Of whom we know an unchanged value is accepted. */
export const personNow = (was: Reached | null) =>
  z.object({
    ...reachedNow(was ?? { customer_email: null, phone: null, mobile: null }).shape,
    ...(was === null && { customer_email: emailAddress('Email cannot be Blank') }),
    name,
    roles,
  });

const reading = { audience: 'staff', screens: DOMAIN_SCREENS, rows: 'all' } as const;
const writing = { audience: 'staff', screens: [...RENEWAL_SCREENS, 'update_customer'], rows: 'all' } as const;
const domain_name = line(253, 'Choose a domain');
const typed = line(254);
const NOT_FOUND = 'No Domain Found';

/** Who of a customer is asked what follows a term. */
export const contacts = {
  /** First who is asked, in that order; then who is not. */
  all: call({
    path: 'adminpanel/get_contacts/',
    ...reading,
    body: body({ domain_name }),
    reply: z.object({
      people: z.array(AskedPerson),
      company: AskedCompany,
      /** Through whom the customer buys: the reseller alone is asked. Null: directly. */
      reseller: z.nullable(AskedCompany),
      nobody_reachable: z.boolean(),
    }),
    refusals: { 404: NOT_FOUND },
  }),
  /**
   * Adds a person, or changes the one of `contact_id`, as `personNow` takes them; how somebody is reached is written to the CRM by a job. No
   * roles: nobody has said. `seen`: what the form started from; a colleague's change since is 409.
   */
  save: call({
    path: 'adminpanel/save_contact/',
    ...writing,
    body: body({
      domain_name,
      contact_id: z.optional(id),
      person: z.strictObject({ name, customer_email: typed, phone: typed, mobile: typed, roles }),
      seen: z.optional(z.strictObject({ name: z.string(), roles: z.nullable(z.array(ContactRole)), ...Reached.shape })),
    }),
    reply: z.object({ contact_id: z.number() }),
    refusals: {
      404: 'This person is not there any more.',
      409: 'Somebody has changed this person meanwhile. Please check and try again.',
    },
    writes: true,
  }),
  /** An address or a number of the customer, or of its reseller, is written to again. Of who unsubscribed it is said why. */
  confirmAddress: call({
    path: 'adminpanel/confirm_address/',
    ...writing,
    body: body({
      domain_name,
      address: line(254, 'Choose an address'),
      reason: z.optional(line(300)),
    }),
    reply: done,
    refusals: {
      404: 'Nobody of this customer has this address, or it is written to already.',
      422: 'They asked not to be written to. Say why they are again.',
    },
    writes: true,
  }),
};

export const NAME_OF_CRM = 'The CRM knows this person: please change the name there.';
export const ADDRESS_TAKEN = 'Somebody of this customer has this address already.';
