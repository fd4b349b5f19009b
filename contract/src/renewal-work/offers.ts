import * as z from 'zod/mini';
import { call } from '../call.ts';
import { amount, body, id, line, paragraph } from '../fields.ts';
import { wishedSeats } from '../licences.ts';
import { DeliveryState } from '../notifications.ts';
import { RENEWAL_SCREENS } from '../rules/pages.ts';

const text = z.nullable(z.string());

/** The plans that an offer can propose: each for a year. */
export const PROPOSED_PLANS = ['ANNUAL', 'ANNUAL_YEARLY_PAY'] as const;

/** A subscription of an offer. Amounts are decimal text of the whole term, in the offer's currency; null: no price is known. */
export const OfferedLine = z.object({
  renewal_id: z.number(),
  domain_name: z.string(),
  sku_name: z.string(),
  plan_name: z.string(),
  /** First and last day of the term that is offered. */
  from: z.string(),
  to: z.string(),
  seats: z.number(),
  used_seats: z.nullable(z.number()),
  unit_price: text,
  amount: text,
  /** What staff offer in place of the present; null where that stays. Null in all: the next term is offered as the present one is. */
  proposed: z.nullable(
    z.object({
      seats: z.nullable(z.number()),
      plan_name: text,
      unit_price: text,
      /** What the subscription has. */
      present: z.object({ seats: z.number(), plan_name: z.string(), unit_price: text }),
    }),
  ),
});
export type OfferedLine = z.infer<typeof OfferedLine>;

/** `live`: nobody has decided by it. `used`: somebody has. `expired`: the terms are over. `revoked`: by hand, by a newer version, or because they have another product by now. */
export const OfferLinkState = z.enum(['live', 'used', 'expired', 'revoked']);
export type OfferLinkState = z.infer<typeof OfferLinkState>;

/** What became of the mail with a link. `bounced`: its address takes no mail. */
const LinkDelivery = z.enum([...DeliveryState.options, 'bounced']);

/** A key to an offer for one person. */
export const OfferLink = z.object({
  link_id: z.number(),
  recipient: z.string(),
  name: z.string(),
  state: OfferLinkState,
  /** The address of whoever passed it on; null: it was sent from here. */
  forwarded_from: text,
  /** Of the newest mail of this offer to this address; null: there is none. */
  delivery: z.nullable(LinkDelivery),
  delivery_reason: text,
  /** Instants. */
  created_at: z.string(),
  opened_at: text,
  openings: z.number(),
  /** When somebody last decided by it. */
  used_at: text,
  revoked_at: text,
});
export type OfferLink = z.infer<typeof OfferLink>;

const offerShape = {
  version: z.number(),
  currency: z.string(),
  /** Decimal text; null: a line has no price. */
  total: text,
  /** The last day on which all of it can be decided. */
  valid_until: z.string(),
  lines: z.array(OfferedLine),
};

export const SentOffer = z.object({
  ...offerShape,
  offer_id: z.number(),
  created_at: z.string(),
  /** Null: the reminders. */
  created_by: text,
  /** When another version took its place; null: it is the one that counts. */
  replaced_at: text,
  links: z.array(OfferLink),
});
export type SentOffer = z.infer<typeof SentOffer>;

/** Why somebody is asked; `contact`: nobody has said what they are. */
export const OfferRecipientKind = z.enum(['buyer', 'payer', 'technician', 'contact', 'company', 'reseller']);
export type OfferRecipientKind = z.infer<typeof OfferRecipientKind>;

export const OfferRecipient = z.object({ address: z.string(), name: z.string(), as: OfferRecipientKind });
export type OfferRecipient = z.infer<typeof OfferRecipient>;

const MOST_LINES = 50;
const renewal_ids = z.array(id).check(z.minLength(1, 'Choose a renewal'), z.maxLength(MOST_LINES));
const message = z.optional(paragraph(2_000));

/** What is offered in place of the present of a renewal; null: that stays. The price is of a seat for the whole term. */
export const Proposal = z.object({
  renewal_id: id,
  seats: z.nullable(wishedSeats),
  plan_name: z.nullable(z.enum(PROPOSED_PLANS)),
  unit_price: z.nullable(amount),
});
export type Proposal = z.infer<typeof Proposal>;

/** Of a renewal that is not named, what an earlier version proposed still is. */
const proposals = z.optional(z.array(Proposal).check(z.maxLength(MOST_LINES)));

const staff = { audience: 'staff', screens: RENEWAL_SCREENS, rows: 'all' } as const;
const NO_RENEWAL = 'No Data Present';
const OF_ONE = 'An offer is for one customer. Choose renewals of one alone.';

export const offers = {
  /** The offers that have a line for a renewal, the newest version first, and by which links they were opened and decided. */
  list: call({
    path: 'adminpanel/list_offers/',
    ...staff,
    body: body({ renewal_id: id }),
    reply: z.object({ offers: z.array(SentOffer) }),
    refusals: { 404: NO_RENEWAL },
  }),
  /** Dry: the offer as it would be made and sent now. Writes nothing. */
  preview: call({
    path: 'adminpanel/preview_offer/',
    ...staff,
    body: body({ renewal_ids, message, proposals }),
    reply: z.object({
      company_name: z.string(),
      /** Null: nothing of it can be decided any more. */
      offer: z.nullable(
        z.object({
          ...offerShape,
          /** Of a version that is there and says the same; null: another one is made. */
          offer_id: z.nullable(z.number()),
          /** Renewals whose line stays as the customer decided about it: nothing else is offered of them. */
          decided: z.array(z.number()),
        }),
      ),
      /** Who can be asked, first first. */
      recipients: z.array(OfferRecipient),
      /** Other renewals of the customer that end in the same month and can be decided. */
      others: z.array(
        z.object({ renewal_id: z.number(), domain_name: z.string(), sku_name: z.string(), renewal_date: z.string() }),
      ),
      /** Why it cannot be sent, in sentences; none: it can. */
      problems: z.array(z.string()),
      /** What to know before it is sent. */
      notes: z.array(z.string()),
      /**
       * Who wrote about these renewals and waits for an answer, the first first. `received_at` is an instant; `recipient` their address among
       * those who can be asked, null: they are none of them.
       */
      waiting: z.array(z.object({ from: z.string(), text: z.string(), received_at: z.string(), recipient: text })),
      /** The mail to the first of them, without the link; null: there is nothing to send. */
      subject: text,
      text,
    }),
    refusals: { 404: NO_RENEWAL, 422: OF_ONE },
  }),
  /** Makes the offer, a link for each recipient, and their mails. Recipients must be among those who can be asked. */
  send: call({
    path: 'adminpanel/send_offer/',
    ...staff,
    body: body({
      renewal_ids,
      recipients: z.array(line(254)).check(z.minLength(1, 'Choose a recipient'), z.maxLength(50)),
      message,
      proposals,
      /** The offer is the answer that who wrote waits for; else their messages stay in somebody's day. */
      is_answer: z._default(z.boolean(), false),
    }),
    reply: z.object({ offer_id: z.number(), version: z.number(), queued: z.number() }),
    refusals: {
      404: NO_RENEWAL,
      409: 'This offer was already sent to these recipients today.',
      410: 'This can not be decided any more: its last safe day has passed, or it is closed.',
      422: 'Choose renewals of one customer, and recipients who can be asked about them; offer seats that can be had.',
    },
    writes: true,
  }),
  /** Whoever has the link gets the page of a link that is not valid, with a way to ask for a new one. */
  revokeLink: call({
    path: 'adminpanel/revoke_offer_link/',
    ...staff,
    body: body({ link_id: id }),
    reply: z.object({}),
    refusals: { 404: 'No Data Present', 409: 'This link opens nothing any more.' },
    writes: true,
  }),
  /** The quote of an offer, as it was made. */
  document: call({
    path: 'adminpanel/get_offer_document/',
    ...staff,
    body: body({ offer_id: id }),
    reply: z.object({}),
    document: 'application/pdf',
    refusals: {
      404: 'No Data Present',
      409: 'This quote can no longer be made as it was. Send a new offer.',
    },
  }),
};
