import * as z from 'zod/mini';

/**
 * - `change`: until the term ends, what follows it can be changed. `trial_end`: of a trial that no plan follows.
 * - `finish`: the second step of a wish that takes two is due when the term is over.
 * - `suspension`: a customer of whom all is suspended is moved away by the provider.
 */
export const DeadlineKind = z.enum(['change', 'trial_end', 'finish', 'suspension']);
export type DeadlineKind = z.infer<typeof DeadlineKind>;

/** `void`: the provider has another date by now, or nothing of it is left. */
export const DeadlineState = z.enum(['open', 'met', 'missed', 'void']);
export type DeadlineState = z.infer<typeof DeadlineState>;

/**
 * Days before the last safe day on which the owner is told, then the owner's manager, and on the day itself everybody of the team; and beside
 * them, within the last three days, that what was decided cannot be set, and whoever may approve it that it waits for them.
 */
export const AlertStep = z.enum(['30', '10', '3', 'manager', 'team', 'blocked', 'approve']);
export type AlertStep = z.infer<typeof AlertStep>;

/**
 * What somebody can still do about a deadline; without one of these nobody is told of it.
 * - `decide`: nobody has. `approve`: a wish waits for a second person. `set_plan`: of a trial. `reduce`: it was decided, and seats that
 *   nobody uses are renewed all the same.
 * - `unblock`: a wish cannot be placed as things stand, or could not be so far. `settle`: somebody changed at the provider what was placed.
 * - `finish`: the second step. `restore`: the suspension is to end, or the customer is let go.
 */
export const DeadlineStep = z.enum([
  'decide',
  'approve',
  'set_plan',
  'reduce',
  'unblock',
  'settle',
  'finish',
  'restore',
]);
export type DeadlineStep = z.infer<typeof DeadlineStep>;
