import * as z from 'zod/mini';
import { call } from './call.ts';
import { DOMAIN_SCREENS } from './domain-page.ts';
import { body, line } from './fields.ts';

export const HIT_KINDS = ['domain', 'person', 'invoice', 'ticket', 'subscription'] as const;

export const SearchHit = z.object({
  kind: z.enum(HIT_KINDS),
  /** The domain whose page shows it. What is of no domain of ours is found in its own list, by who has that. */
  domain_name: z.string(),
  /** Name of the hit: the domain, the person, the number of the invoice or of the ticket, the subscription's id. */
  title: z.string(),
  /** In a few words what it is: the company, how the person is reached, the ticket's subject. */
  detail: z.string(),
  /** The open renewal of the domain that is due first. */
  renewal: z.nullable(z.object({ renewal_id: z.number(), renewal_date: z.string() })),
  /** The name is only like the one that was typed. */
  is_similar: z.boolean(),
});
export type SearchHit = z.infer<typeof SearchHit>;

/** Of each kind at most so many are told. */
export const MOST_HITS = 6;

/** One search over all that a domain's page shows; what fits best comes first within its kind. */
export const search = {
  /** A part of a domain, a company, a person's name, e-mail or phone number; the beginning of a GSTIN, of the number of an invoice or a ticket, or of a subscription's id. */
  everything: call({
    path: 'adminpanel/search_everything/',
    audience: 'staff',
    screens: DOMAIN_SCREENS,
    rows: 'all',
    body: body({ query: line(100, 'Enter what to search for') }),
    reply: z.object({ hits: z.array(SearchHit) }),
  }),
};
