import { dayIn } from '../../platform/time/days.ts';

/** A department of the help desk is one of two to us, by its name. */
export const departmentOf = (name: string): 'deployment' | 'support' =>
  /deploy/i.test(name) ? 'deployment' : 'support';

/**
 * Where a run is: among the tickets changed since an instant (from the first ones: null), so many rows on. `isWhole`: it began
 * with the first ones.
 */
export interface Place {
  since: Date | null;
  from: number;
  isWhole: boolean;
}

/** As the run keeps it: `2026-11-21T06:00:00.000Z 100 whole`. */
export const tokenOf = ({ since, from, isWhole }: Place): string =>
  `${since?.toISOString() ?? '-'} ${from}${isWhole ? ' whole' : ''}`;

export function placeOf(token: string): Place {
  const [since = '-', from = '0', whole] = token.split(' ');
  return { since: since === '-' ? null : new Date(since), from: Number(from), isWhole: whole !== undefined };
}

interface Page {
  rows: readonly { modifiedAt: Date | null }[];
  nextFrom?: number | undefined;
}

/**
 * Where the run goes on: from the last change on, so that none is missed whose turn moves because somebody works on it, a
 * thousandth earlier in case the help desk leaves out the instant itself. Where that leads no further, by rows.
 */
export function placeAfter({ since, isWhole }: Place, { rows, nextFrom }: Page): Place | undefined {
  if (nextFrom === undefined) return undefined;
  const last = rows.at(-1)?.modifiedAt?.getTime();
  if (last !== undefined && last - 1 > (since?.getTime() ?? Number.NEGATIVE_INFINITY))
    return { since: new Date(last - 1), from: 0, isWhole };
  return { since, from: nextFrom, isWhole };
}

const STARTS_WITH_A_DAY = /^\d{4}-\d\d-\d\d/;

/** The day of a field that may be a day or an instant; null where it is neither. */
export function dayOf(value: unknown, timeZone: string): string | null {
  if (typeof value !== 'string' || !STARTS_WITH_A_DAY.test(value)) return null;
  const instant = new Date(value);
  if (Number.isNaN(instant.getTime())) return null;
  return value.length === 'yyyy-mm-dd'.length ? dayIn('UTC', instant) : dayIn(timeZone, instant);
}

/** Of a ticket that the help desk does not list any more: it was deleted, merged into another, or is spam. */
export const REMOVED = 'Removed';
export const NO_STATUS = 'No status';

/** The host of an e-mail address. */
export const hostOf = (email: string | null): string => email?.split('@')[1] ?? '';

export const NOT_CONFIGURED = 'Zoho Desk is not configured.';
