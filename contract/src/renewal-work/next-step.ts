import * as z from 'zod/mini';
import { day, line } from '../fields.ts';
import { NextActionKind } from '../rules/next-action.ts';

export const LONGEST_REASON = 300;
const time = z._default(z.nullable(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time'))), null);

/** What is next on a renewal, and when. `time`: `hh:mm`, where one was agreed; without a reason the comment it comes with tells why. */
export const NextStep = z.strictObject({
  kind: NextActionKind,
  day,
  time,
  reason: z.optional(line(LONGEST_REASON, 'Enter Reason')),
});
export type NextStep = z.infer<typeof NextStep>;

/** So many days ahead something may be put off. */
export const LONGEST_AHEAD = 366;
export const DAY_OUTSIDE = 'Choose a day from today on, within a year.';
