import * as z from 'zod/mini';
import { call } from './call.ts';
import { DOMAIN_SCREENS } from './domain-page.ts';
import { body, id, line } from './fields.ts';
import { DeliveryState } from './notifications.ts';
import { RenewalRow } from './renewals.ts';
import { IfNobodyActs } from './rules/if-nobody-acts.ts';
import { Decision, Flag, NotificationType, RenewalStatus } from './words/lists.ts';
import { InboundKind, ReminderChannel, ReminderPurpose, StopCause } from './words/reach.ts';

const text = z.nullable(z.string());
const count = z.nullable(z.number());

export const TimelineKind = z.enum([
  'comment',
  'message',
  'reminder',
  'opening',
  'inbound',
  'decision',
  'order',
  'ticket',
  'invoice',
  'sync',
  'edit',
]);
export type TimelineKind = z.infer<typeof TimelineKind>;

/** The renewal that an entry is about, told apart from the others of its domain. */
const about = z.nullable(z.object({ renewal_date: z.string(), sku_name: z.string() }));
const changes = z.array(z.object({ field: z.string(), old: text, new: text }));

/** Of what: a renewal, or the product of a subscription; both null: of the domain or its customer. */
const changed = { renewal: about, product: text };

const entry = <Kind extends TimelineKind, Parts extends z.core.$ZodLooseShape>(kind: Kind, parts: Parts) =>
  z.object({
    kind: z.literal(kind),
    /** The kind and what tells it from others of its kind; `before` takes it, with `at`. */
    key: z.string(),
    /** An instant; of an invoice the beginning of its day. */
    at: z.string(),
    /** The e-mail of who did it, or `system`; null: it came from a service. */
    by: text,
    ...parts,
  });

export const TimelineEntry = z.discriminatedUnion('kind', [
  /** Flag and status are those that the comment form set. */
  entry('comment', { text: z.string(), flag: z.nullable(Flag), status: z.nullable(RenewalStatus), renewal: about }),
  entry('message', {
    channel: NotificationType,
    recipient: z.string(),
    subject: text,
    state: DeliveryState,
    reason: text,
    finished_at: text,
  }),
  /** A reminder to the customer that a rule stopped; of several that one cause stopped the first. */
  entry('reminder', {
    cause: StopCause,
    purpose: ReminderPurpose,
    channel: ReminderChannel,
    recipient: z.string(),
    reason: z.string(),
    renewal: about,
  }),
  /** Somebody opened a version of an offer by their link, and how often since. */
  entry('opening', { name: z.string(), version: z.number(), openings: z.number() }),
  /** A mail that came in; `text` is what they wrote themselves, of a bounce what became of the mail that came back. */
  entry('inbound', { mail: InboundKind, subject: z.string(), text: z.string() }),
  /** What the customer wants of the next term. */
  entry('decision', { decision: Decision, seats: count, plan: text, reason: text, text: z.string(), renewal: about }),
  entry('order', {
    added_seats: z.number(),
    sku_name: z.string(),
    state: z.enum(['queued', 'unknown', 'done', 'refused']),
    seats_before: count,
    seats_after: count,
    reason: text,
  }),
  entry('ticket', {
    number: z.string(),
    subject: z.string(),
    department: z.enum(['support', 'deployment']),
    status: z.string(),
    closed_at: text,
  }),
  /** `total` and `balance`: decimal text in `currency`. */
  entry('invoice', {
    number: z.string(),
    status: z.string(),
    total: z.string(),
    balance: z.string(),
    currency: z.string(),
    plan: text,
  }),
  /** What a sync, a file or the calendar changed. */
  entry('sync', { what: z.string(), changes, ...changed }),
  /** What somebody changed. */
  entry('edit', { what: z.string(), changes, ...changed }),
]);
export type TimelineEntry = z.infer<typeof TimelineEntry>;

const isInstant = (at: string): boolean => {
  const time = new Date(at);
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 19) === at.slice(0, 19);
};
const cursor = z.object({
  at: z.string().check(
    z.regex(/^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/, 'Not the time of an entry'),
    z.refine((at) => isInstant(at), 'Not the time of an entry'),
  ),
  key: z
    .string()
    .check(
      z.regex(
        /^(?:(?:comment|message|reminder|decision|order|sync|edit|opening|inbound):\d{1,15}|(?:ticket|invoice):[\w-]{1,100})$/,
        'Not the key of an entry',
      ),
    ),
});
export type TimelineCursor = z.infer<typeof cursor>;

/** So many entries are told at a time. */
export const TIMELINE_PAGE = 50;

const reading = { audience: 'staff', screens: DOMAIN_SCREENS, rows: 'all' } as const;
const NOT_FOUND = { 404: 'No Domain Found' } as const;
const domain_name = line(253, 'Choose a domain');

export const DomainRenewal = z.extend(RenewalRow, {
  /** What its provider does by itself when the term ends, and the last day on which that can safely be changed; null: the term is over. */
  by_itself: z.nullable(z.object({ outcome: IfNobodyActs, seats: count, last_safe_day: text })),
});
export type DomainRenewal = z.infer<typeof DomainRenewal>;

export const DomainSummary = z.object({
  domain_name: z.string(),
  company_name: z.string(),
  /** Of its subscriptions that have not ended: ACTIVE where one is, and the plans that there are. */
  status: text,
  plans: z.array(z.string()),
  /** The day on which the first of its open terms ends. */
  renews_on: text,
  seats_used: count,
  seats_bought: count,
  /** In rupees, decimal text; null: nothing is owed. */
  owes: text,
  /** When somebody last wrote a comment or a message about its renewals; null: never, or not for the caller. */
  last_contact: z.nullable(z.object({ at: z.string(), by: z.string(), kind: z.enum(['comment', 'message']) })),
  /**
   * Whom to speak to: who answered and waits, else who is asked first. `of`: whose number it is, theirs or that of their company. Null:
   * nobody can be reached.
   */
  speak_to: z.nullable(
    z.object({ name: z.string(), phone: z.nullable(z.object({ number: z.string(), of: z.string() })) }),
  ),
  /** Of each section, how much there is in it. */
  counts: z.object({
    plans: z.number(),
    invoices: z.number(),
    outstanding: z.number(),
    contacts: z.number(),
    renewals: z.number(),
    deployment_tickets: z.number(),
    support_tickets: z.number(),
  }),
  /** The open ones, those that nobody has decided, and the one that was asked for; first to end first. None for who has no screen of renewals. */
  renewals: z.array(DomainRenewal),
});
export type DomainSummary = z.infer<typeof DomainSummary>;

/** The page of a domain beside its sections, which are in `domainPage`. */
export const timeline = {
  summary: call({
    path: 'adminpanel/get_domain_summary/',
    ...reading,
    /** `renewal_id`: one that is to be among the renewals though its term is over, if it is of this domain. */
    body: body({ domain_name, renewal_id: z.optional(id) }),
    reply: DomainSummary,
    refusals: NOT_FOUND,
  }),
  /** Newest first, `TIMELINE_PAGE` of them; `before` is the last entry that was seen. `counts` has all kinds, whatever `kind` says. */
  entries: call({
    path: 'adminpanel/get_domain_timeline/',
    ...reading,
    body: body({ domain_name, kind: z.optional(TimelineKind), before: z.optional(cursor) }),
    reply: z.object({
      entries: z.array(TimelineEntry),
      more: z.boolean(),
      counts: z.object({
        comment: z.number(),
        message: z.number(),
        reminder: z.number(),
        opening: z.number(),
        inbound: z.number(),
        decision: z.number(),
        order: z.number(),
        ticket: z.number(),
        invoice: z.number(),
        sync: z.number(),
        edit: z.number(),
      }),
    }),
    refusals: NOT_FOUND,
  }),
};
