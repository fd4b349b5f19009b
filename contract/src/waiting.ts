import * as z from 'zod/mini';
import { call } from './call.ts';
import { body } from './fields.ts';

/** The screens on which something may wait for a person. */
export const WAITING_SCREENS = ['approve_users', 'approve_domain', 'mail_log', 'jobs'] as const;
export type WaitingScreen = (typeof WAITING_SCREENS)[number];

/** What waits for the caller, for the menu beside each screen. */
export const waiting = {
  /**
   * Of the screens that the caller has; where nothing waits, none. People and domains to approve, messages that are held,
   * work that was given up. `is_late`: the longest has waited for more than two days, or nothing goes on without a person.
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
