import * as z from 'zod/mini';
import { call } from '../call.ts';
import { body, id, version } from '../fields.ts';
import { RENEWAL_SCREENS } from '../rules/pages.ts';
import { Segment, Zone } from '../words/lists.ts';

const person = z.object({ account_id: z.number(), name: z.string() });
const Sums = z.array(z.object({ currency: z.string(), value: z.string() }));

/** Somebody was suspended, and the work went by itself; or it was given. */
export const HandOverReason = z.enum(['suspended', 'given']);
/** Which come first: the most urgent, or those that have time. */
export const HandOverOrder = z.enum(['most_urgent', 'least_urgent']);
export type HandOverOrder = z.infer<typeof HandOverOrder>;
/** Each to who has the least open value then, or one after the other. */
export const HandOverShare = z.enum(['least_value', 'round_robin']);
export type HandOverShare = z.infer<typeof HandOverShare>;

/** For so long a hand-over can be undone. */
export const HAND_OVER_UNDO_HOURS = 24;
/** So many renewals at once. */
export const MOST_HANDED_OVER = 15_000;
const MOST_PEOPLE = 50;

/** Of somebody, of nobody (0), or what an earlier hand-over moved and nobody has assigned since. */
const From = z.union(
  [z.strictObject({ account_id: z.int().check(z.gte(0), z.lte(2_147_483_647)) }), z.strictObject({ hand_over_id: id })],
  'Choose whose renewals',
);
export type HandOverFrom = z.infer<typeof From>;

/** What was left where it is, and why. `absent`: its former assignee is suspended, or has no screen of renewals. */
const Left = z.object({
  renewal_id: z.number(),
  domain_name: z.string(),
  why: z.enum(['changed', 'reassigned', 'closed', 'absent']),
});
export type LeftRenewal = z.infer<typeof Left>;
/** The first of those that were left, and how many there are. */
const left = { left: z.array(Left), left_count: z.number() };

export const HandOver = z.object({
  hand_over_id: z.number(),
  /** Whose work it was; null: nobody's. */
  from: z.nullable(person),
  why: HandOverReason,
  at: z.string(),
  by: z.string(),
  count: z.number(),
  /** Who got how many, the most first; of null they became nobody's. */
  to: z.array(z.object({ account: z.nullable(person), count: z.number() })),
  /** How many are open and still assigned as it left them: these can be spread, or given back. */
  standing: z.number(),
  undone: z.nullable(z.object({ at: z.string(), by: z.string() })),
  /** It is not too late, and there is something to give back to somebody who is there. */
  may_undo: z.boolean(),
});
export type HandOver = z.infer<typeof HandOver>;

const staff = {
  audience: 'staff',
  screens: [...RENEWAL_SCREENS, 'manager_renewal_team', 'get_all_admin'],
  rows: 'all',
} as const;
const NOT_YOURS = 'Only an administrator, or a manager of theirs, hands over the work of somebody.';
const UNKNOWN = 'There is no such colleague or hand-over.';
const RECEIVERS = 'Choose active colleagues with a screen of renewals, other than whose work it is.';

export const handOver = {
  /** Recent hand-overs, the last one first; whose renewals the caller may hand over, and who can get them. */
  list: call({
    path: 'adminpanel/get_hand_overs/',
    ...staff,
    body: body({}),
    reply: z.object({
      hand_overs: z.array(HandOver),
      /** With how many open renewals each; account 0 is nobody. */
      owners: z.array(z.extend(person, { count: z.number() })),
      receivers: z.array(z.extend(person, { count: z.number(), away_until: z.nullable(z.string()) })),
    }),
    refusals: { 403: NOT_YOURS },
  }),
  /** Who would get what. Writes nothing. */
  preview: call({
    path: 'adminpanel/preview_hand_over/',
    ...staff,
    body: body({
      from: From,
      order: z._default(HandOverOrder, 'most_urgent'),
      /** The first so many in that order; null: all. */
      count: z._default(
        z.nullable(z.int('Enter how many').check(z.positive('Enter how many'), z.lte(MOST_HANDED_OVER))),
        null,
      ),
      zone: z._default(z.nullable(Zone), null),
      segment: z._default(z.nullable(Segment), null),
      people: z.array(id).check(z.minLength(1, 'Choose at least one'), z.maxLength(MOST_PEOPLE)),
      share: z._default(HandOverShare, 'least_value'),
    }),
    reply: z.object({
      /** How many there are, of these zones and segments. */
      open: z.number(),
      /** How many of the chosen ones stay with who has them, who is among those who get some. */
      stay: z.number(),
      people: z.array(
        z.extend(person, {
          /** Who is away today gets them all the same: their cover sees them. */
          away_until: z.nullable(z.string()),
          count: z.number(),
          sums: Sums,
          /** What they have already. */
          has: z.object({ count: z.number(), sums: Sums }),
        }),
      ),
      /** All of them, to be sent to `hand_over/` as they are. */
      rows: z.array(z.object({ renewal_id: z.number(), version: z.number(), account_id: z.number() })),
      /** The first of them, to be looked at. Values of a year as decimal text; null: no price is known. */
      shown: z.array(
        z.object({
          renewal_id: z.number(),
          domain_name: z.string(),
          company_name: z.string(),
          renewal_date: z.string(),
          value: z.nullable(z.string()),
          currency: z.string(),
          to: z.string(),
        }),
      ),
    }),
    refusals: { 403: NOT_YOURS, 404: UNKNOWN, 422: RECEIVERS },
  }),
  /** Gives the rows of a preview; those that changed since stay, and are told. */
  give: call({
    path: 'adminpanel/hand_over/',
    ...staff,
    body: body({
      from: From,
      rows: z
        .array(z.strictObject({ renewal_id: id, version, account_id: id }))
        .check(z.minLength(1, 'Choose at least one'), z.maxLength(MOST_HANDED_OVER)),
    }),
    reply: z.object({
      hand_over_id: z.number(),
      count: z.number(),
      to: z.array(z.extend(person, { count: z.number() })),
      ...left,
    }),
    refusals: {
      403: NOT_YOURS,
      404: UNKNOWN,
      409: 'Somebody has changed all of these renewals meanwhile. Look at the preview again.',
      422: RECEIVERS,
    },
    writes: true,
  }),
  /** Gives back what is open and still assigned as the hand-over left it. What is left is told; of nothing given back nothing is written. */
  undo: call({
    path: 'adminpanel/undo_hand_over/',
    ...staff,
    body: body({ hand_over_id: id }),
    reply: z.object({ given_back: z.number(), ...left }),
    refusals: {
      403: NOT_YOURS,
      404: UNKNOWN,
      409: 'This hand-over is undone already.',
      410: 'A hand-over can be undone for a day. Hand the renewals over anew.',
    },
    writes: true,
  }),
};
