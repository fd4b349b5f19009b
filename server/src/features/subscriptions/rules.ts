/** When the nightly sync starts, in the business time zone. */
export const NIGHTLY_AT = '02:10';

const PAUSES_MS = [30_000, 60_000, 120_000, 240_000];
/** However often a worker died over a run; more than that is no accident. */
const MOST_ATTEMPTS = 10;

/** How long a run rests after its `attempt`-th try failed in a way that may pass; undefined: it is given up. */
export const pauseAfter = (attempt: number): number | undefined => PAUSES_MS[attempt - 1];

export const isHopeless = (attempt: number): boolean => attempt > MOST_ATTEMPTS;

/** Why no other try can save a run, in a sentence for staff. */
export class Stopped extends Error {}

export const SENTENCES = {
  notConfigured: 'The Google Reseller API is not configured.',
  nothingListed: 'Google listed no subscription at all. Nothing was changed. Check GOOGLE_ADMIN_SUBJECT.',
  interrupted: 'The sync was interrupted too often.',
  internal: 'The sync met an error of its own. The log of the server tells more.',
} as const;
