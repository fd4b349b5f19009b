import * as z from 'zod/mini';
import { call } from '../call.ts';
import { body, id, line } from '../fields.ts';
import { NextActionKind, WaitingFor, WorkAct, WorkGroup, WorkKind, WorkProduct } from '../rules/next-action.ts';
import { ADD_ON_SCREEN, RENEWAL_SCREENS } from '../rules/pages.ts';
import { RenewalStatus } from '../words/lists.ts';
import { DAY_OUTSIDE, LONGEST_REASON, NextStep } from './next-step.ts';

const text = z.nullable(z.string());
const person = z.object({ account_id: z.number(), name: z.string() });

/** Sums by currency, the largest first: dollars are never added to rupees. Decimal text. */
export const Sums = z.array(z.object({ currency: z.string(), value: z.string() }));
export type Sums = z.infer<typeof Sums>;

/** What a renewal asks of somebody. Days are `yyyy-mm-dd`. */
export const WorkItem = z.object({
  renewal_id: z.number(),
  /** Of `approve` and `confirm`: on what a word is asked. */
  instruction_id: z.nullable(z.number()),
  /** The mail of the customer, or the one that bounced, that asks for it; null: none does. */
  inbound_id: z.nullable(z.number()),
  inbound_kind: z.nullable(z.enum(['reply', 'bounce'])),
  domain_name: z.string(),
  company_name: z.string(),
  /** What is renewed: a domain may have several things. */
  product: WorkProduct,
  sku_name: z.string(),
  kind: WorkKind,
  act: WorkAct,
  group: WorkGroup,
  waiting_for: z.nullable(WaitingFor),
  /** Why, and what comes next, in a sentence. */
  sentence: z.string(),
  /** On which it is to be done, and the time of it where one was agreed. */
  day: z.string(),
  time: text,
  /** So many days ago it should have been done; null: it is not overdue. */
  days_late: z.nullable(z.number()),
  renewal_date: z.string(),
  /** The last day on which what follows the term can safely be changed; null: no provider acts by itself. */
  last_safe_day: text,
  /** Of a year, decimal text; null: no price is known. */
  value: text,
  currency: z.string(),
  /** Where Workspace and its add-ons at this domain come apart with their next terms, in sentences. */
  differences: z.array(z.string()),
  /** Who has the renewal; null: nobody. */
  owner: z.nullable(person),
  /** How the renewal stands for who plans what is next: it is sent along with that. */
  seen: z.string(),
  /** Somebody planned what is next, with these words; null: it follows from how the renewal stands. */
  planned: z.nullable(z.object({ kind: NextActionKind, day: z.string(), time: text, reason: z.string() })),
});
export type WorkItem = z.infer<typeof WorkItem>;

/** A subscription to the add-on product that is to be renewed by hand: nobody has it, all who have its screen share the list. */
export const AddOn = z.object({
  axima_subscription_id: z.number(),
  domain_name: z.string(),
  /** The company; the customer's name where no company is known. */
  company_name: z.string(),
  product_name: z.string(),
  /** What is to be done, in a sentence. */
  sentence: z.string(),
  renewal_date: z.string(),
  /** So many days ago it should have been renewed; null: it is not overdue. */
  days_late: z.nullable(z.number()),
});
export type AddOn = z.infer<typeof AddOn>;

/** Whose work is looked at: the own, that of somebody whom one covers for, or that of the team. */
export const WorkScope = z.enum(['mine', 'covering', 'team']);
export type WorkScope = z.infer<typeof WorkScope>;

const Group = z.object({ group: WorkGroup, count: z.number(), sums: Sums, items: z.array(WorkItem) });
const Waiting = z.object({ customer: z.number(), approval: z.number(), provider: z.number() });

const staff = { audience: 'staff', screens: RENEWAL_SCREENS, rows: 'all' } as const;
/** So many items of a group come at once. */
export const WORK_PAGE = 25;
/** So many add-ons come at most. */
const MOST_ADD_ONS = 10_000;

export const myDay = {
  /**
   * What there is to do, by group, the most urgent first. `group` and `from` ask for more of one group: it alone comes then.
   * `account_id`: of `covering` who is covered for, of `team` whose work; 0: nobody's.
   */
  list: call({
    path: 'adminpanel/get_my_day/',
    ...staff,
    body: body({
      scope: z._default(WorkScope, 'mine'),
      account_id: z.optional(z.int().check(z.gte(0), z.lte(2_147_483_647))),
      group: z.optional(WorkGroup),
      from: z.optional(z.int().check(z.gte(0), z.lte(1_000_000))),
    }),
    reply: z.object({
      today: z.string(),
      /** To be done until this week is over, and what is at stake in it. */
      count: z.number(),
      sums: Sums,
      groups: z.array(Group),
      waiting: Waiting,
      /** When something that waits is looked at next. */
      waiting_until: text,
      covering: z.array(z.extend(person, { count: z.number() })),
      /** How many are nobody's; null: the caller has not the work of a team to look at. */
      unassigned: z.nullable(z.number()),
      /** Who has the caller's work meanwhile, while the caller is away; null: the caller is not. */
      away: z.nullable(z.object({ to: z.string(), cover: text })),
    }),
    refusals: { 403: 'This is the work of somebody else.' },
  }),
  /** Who has how much, the most first. */
  people: call({
    path: 'adminpanel/get_work_by_person/',
    ...staff,
    body: body({}),
    reply: z.object({
      people: z.array(
        z.object({
          /** Null: what is nobody's. */
          account: z.nullable(person),
          away_until: text,
          /** To do by the end of this week. */
          count: z.number(),
          overdue: z.number(),
          /** All that is open, whenever it is due. */
          all: z.number(),
          sums: Sums,
          /** The day of what has waited longest. */
          oldest: text,
          /** They have licences to renew themselves, whoever sees them, and the caller may give these to others. */
          may_hand_over: z.boolean(),
        }),
      ),
    }),
    refusals: { 403: 'This is the work of somebody else.' },
  }),
  /** Add-ons whose renewal is near or overdue, the first to renew first; a list of its own, in nobody's day. `most`: so many of them. */
  addOns: call({
    path: 'adminpanel/get_add_ons_to_renew/',
    audience: 'staff',
    screens: [ADD_ON_SCREEN],
    rows: 'all',
    body: body({ most: z._default(z.int().check(z.gte(1), z.lte(MOST_ADD_ONS)), WORK_PAGE) }),
    reply: z.object({
      today: z.string(),
      /** Of all of them. */
      count: z.number(),
      /** They count with what the caller has to do: not where others alone may enter anything about them. */
      is_own_work: z.boolean(),
      items: z.array(AddOn),
    }),
  }),
  /**
   * What would be next on a renewal once somebody had spoken today and left it in a status (without one: the one it has). Writes
   * nothing. Null: it is closed, and nothing is next.
   */
  nextAfter: call({
    path: 'adminpanel/get_next_action/',
    ...staff,
    body: body({ renewal_id: id, status: z.optional(RenewalStatus) }),
    reply: z.object({
      next: z.nullable(
        z.object({
          kind: NextActionKind,
          day: z.string(),
          time: text,
          waiting_for: z.nullable(WaitingFor),
          sentence: z.string(),
          /** Somebody planned it: it does not follow from how the renewal stands. */
          is_planned: z.boolean(),
        }),
      ),
      /** Holidays of the days ahead to which something is usually put off; nobody works at weekends either. */
      days_off: z.array(z.string()),
    }),
    refusals: { 404: 'No Data Present' },
  }),
  /**
   * Says what is next on a renewal, in place of what follows from how it stands; null: that again. `seen`: how it stood when the form was
   * opened, as `list` says; where a mail, a decision or something that cannot be set has come since, 409. `was`: what stood there.
   */
  setNext: call({
    path: 'adminpanel/set_next_action/',
    ...staff,
    body: body({
      renewal_id: id,
      next: z.nullable(z.extend(NextStep, { reason: line(LONGEST_REASON, 'Enter Reason') })),
      seen: z.optional(z.string().check(z.maxLength(60))),
    }),
    reply: z.object({
      was: z.nullable(z.object({ kind: NextActionKind, day: z.string(), time: text, reason: z.string() })),
    }),
    refusals: {
      404: 'No Data Present',
      409: 'Something has come about this renewal since you opened this, or it is closed. Look at it again before you put it off.',
      422: DAY_OUTSIDE,
    },
    writes: true,
  }),
};
