import * as z from 'zod/mini';
import { call } from './call.ts';
import { body } from './fields.ts';

/** The screens on which something may wait for a person. */
export const WAITING_SCREENS = [
  'my_day',
  'deadlines',
  'mail_in',
  'approve_users',
  'approve_domain',
  'mail_log',
  'jobs',
] as const;
export type WaitingScreen = (typeof WAITING_SCREENS)[number];

/** What waits for the caller, for the menu beside each screen. */
export const waiting = {
  /**
   * Of the screens that the caller has; where nothing waits, none. What the caller has to do until this week is over, for who works on
   * the add-on product with the add-ons to renew, with which of the own deadlines something is to be done within a week, which mail the
   * caller has to see to (`mine` of Mail in), people and domains to approve, messages that are held, work that was given up. `is_late`: the
   * longest has waited for more than two days, a day has passed, or nothing goes on without a person.
   * Told to browsers as `waiting`, `mail` and `jobs`.
   */
  counts: call({
    path: 'adminpanel/get_waiting_counts/',
    audience: 'staff',
    body: body({}),
    reply: z.object({
      waiting: z.array(z.object({ screen: z.enum(WAITING_SCREENS), count: z.number(), is_late: z.boolean() })),
    }),
  }),
};
