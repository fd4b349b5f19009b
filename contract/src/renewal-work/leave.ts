import * as z from 'zod/mini';
import { call } from '../call.ts';
import { body, day, done, id } from '../fields.ts';
import { RENEWAL_SCREENS } from '../rules/pages.ts';

const person = z.object({ account_id: z.number(), name: z.string() });

/** Business days, first and last, on which somebody is away, and who has the work meanwhile. */
export const LeaveRow = z.object({
  leave_id: z.number(),
  person,
  from: z.string(),
  to: z.string(),
  cover: person,
  /** Whether the caller may end it. */
  may_end: z.boolean(),
});
export type LeaveRow = z.infer<typeof LeaveRow>;

const staff = { audience: 'staff', screens: RENEWAL_SCREENS } as const;
const NOT_YOURS = 'Only an administrator, or a manager, enters the leave of others.';

export const leave = {
  /** Leaves that are not over, first to begin first; whom the caller may enter one for, and who can cover. */
  list: call({
    path: 'adminpanel/get_leave/',
    ...staff,
    body: body({}),
    reply: z.object({
      leaves: z.array(LeaveRow),
      people: z.array(person),
      covers: z.array(person),
      /** The caller's own number. */
      own: z.number(),
    }),
  }),
  /** Without `account_id` the caller's own. */
  add: call({
    path: 'adminpanel/add_leave/',
    ...staff,
    body: body({ account_id: z.optional(id), from: day, to: day, cover_id: id }),
    reply: z.object({ leave_id: z.number() }),
    refusals: {
      403: NOT_YOURS,
      404: 'There is no such colleague.',
      409: 'Choose a last day that is not before the first one, and not over yet.',
      422: 'Choose an active colleague with a screen of renewals, who is not away in those days.',
    },
    writes: true,
  }),
  /** From today on the person is there again; a leave that has not begun is gone. */
  end: call({
    path: 'adminpanel/end_leave/',
    ...staff,
    body: body({ leave_id: id }),
    reply: done,
    refusals: { 403: NOT_YOURS, 404: 'This leave is over already.' },
    writes: true,
  }),
};
