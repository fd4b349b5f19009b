import * as z from 'zod/mini';
import { call } from '../call.ts';
import { body, done, id, line } from '../fields.ts';
import { AssignmentChoice } from '../rules/next-action.ts';
import { RENEWAL_SCREENS } from '../rules/pages.ts';
import { Segment, Zone } from '../words/lists.ts';

const person = z.object({ account_id: z.number(), name: z.string() });
const seats = z._default(z.nullable(z.int('Enter a whole number of seats').check(z.gte(0), z.lte(999_999))), null);
export const MOST_RULES = 100;
const MOST_PEOPLE = 50;

interface Band {
  readonly seats_from?: number | null | undefined;
  readonly seats_to?: number | null | undefined;
  readonly choice: AssignmentChoice;
  readonly people: readonly number[];
}

/** Which new renewals it is about, and who gets them; a condition that is null matches all. */
const Rule = z
  .strictObject({
    zone: z._default(z.nullable(Zone), null),
    segment: z._default(z.nullable(Segment), null),
    /** Both ends are inside. */
    seats_from: seats,
    seats_to: seats,
    reseller_id: z._default(z.nullable(id), null),
    /** The SKU's name. */
    product: z._default(z.nullable(line(200, 'Choose a product')), null),
    choice: AssignmentChoice,
    people: z.array(id).check(z.minLength(1, 'Choose at least one'), z.maxLength(MOST_PEOPLE)),
  })
  .check(
    z.check<Band>((ctx) => {
      const { seats_from: from = null, seats_to: to = null, choice, people } = ctx.value;
      const fault = (message: string, path: string) =>
        ctx.issues.push({ code: 'custom', message, path: [path], input: ctx.value });
      if (from !== null && to !== null && from > to) fault('The most cannot be less than the least.', 'seats_to');
      if (choice === 'person' && people.length !== 1) fault('Choose one person', 'people');
    }),
  );
export type AssignmentRule = z.output<typeof Rule>;

const managing = { audience: 'staff', screens: ['manager_renewal_team'], roles: ['ADMIN'] } as const;
/** Whoever looks at the work of a team sees by what it is given. */
const looking = { audience: 'staff', screens: [...RENEWAL_SCREENS, 'manager_renewal_team'] } as const;
const NOT_YOURS = 'This is the work of somebody else.';
const rules = z.array(Rule).check(z.maxLength(MOST_RULES));

/** So many resellers are offered for what is typed. */
export const MOST_RESELLERS = 10;

export const assignmentRules = {
  /** In their order: the first one that matches holds. */
  list: call({
    path: 'adminpanel/get_assignment_rules/',
    ...looking,
    body: body({}),
    reply: z.object({
      rules: z.array(
        z.object({
          rule_id: z.number(),
          zone: z.nullable(Zone),
          segment: z.nullable(Segment),
          seats_from: z.nullable(z.number()),
          seats_to: z.nullable(z.number()),
          reseller_id: z.nullable(z.number()),
          reseller: z.nullable(z.string()),
          product: z.nullable(z.string()),
          choice: AssignmentChoice,
          people: z.array(person),
          /** Of those who cannot be given anything now; where nobody is left the rule is passed over. */
          passed_over: z.nullable(z.string()),
        }),
      ),
      /** Who can be named. */
      people: z.array(person),
      /** Products of open renewals, and those that the rules name. */
      products: z.array(z.string()),
      /** Only an administrator changes them. */
      may_save: z.boolean(),
    }),
    refusals: { 403: NOT_YOURS },
  }),
  /** Resellers whose company or e-mail contains the text, the first of them by name. */
  resellers: call({
    path: 'adminpanel/get_assignment_resellers/',
    ...managing,
    body: body({ search: line(200, 'Enter what to search for') }),
    reply: z.object({
      resellers: z.array(z.object({ reseller_id: z.number(), company_name: z.string(), email: z.string() })),
    }),
  }),
  /** All of them, in their order. `seen`: the rules that the form started from. */
  save: call({
    path: 'adminpanel/save_assignment_rules/',
    ...managing,
    body: body({ rules, seen: z.array(id) }),
    reply: done,
    refusals: {
      409: 'Somebody has changed the rules meanwhile. Look at them again.',
      422: 'Choose active colleagues with a screen of renewals, and a reseller that there is.',
    },
    writes: true,
  }),
  /** Who would get what is nobody's now, by these rules. Writes nothing. */
  preview: call({
    path: 'adminpanel/preview_assignment_rules/',
    ...looking,
    rows: 'all',
    body: body({ rules }),
    reply: z.object({
      people: z.array(z.extend(person, { count: z.number() })),
      /** Matched by none. */
      unassigned: z.number(),
    }),
    refusals: { 403: NOT_YOURS },
  }),
};
