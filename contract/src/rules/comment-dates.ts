import type { CommentForm } from '../follow-up.ts';

/** The dates that a comment's dates are checked against: the day of the renewal and the business day, `yyyy-mm-dd`. */
export interface DateFacts {
  renewal_date: string;
  today: string;
}
type DateField = 'com_next_renewal_date' | 'extension_date' | 'managed_service_start_date' | 'managed_service_end_date';
interface DateFault {
  path: [DateField];
  message: string;
}

/** The same day `years` later; of 29 February the 28th. */
const yearsOn = (day: string, years: number): string =>
  `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4) === '-02-29' ? '-02-28' : day.slice(4)}`;
const later = (one: string, other: string): string => (one > other ? one : other);
const shown = (day: string): string => day.split('-').reverse().join('-');

type Bounds = readonly [first: string, last: string];
/** The first and the last day that each date may be. The longest renewal type is three years, a service may run longer. */
const BOUNDS: Record<DateField, (facts: DateFacts) => Bounds> = {
  com_next_renewal_date: ({ renewal_date }) => [renewal_date, yearsOn(renewal_date, 5)],
  extension_date: ({ renewal_date, today }) => [later(renewal_date, today), yearsOn(later(renewal_date, today), 2)],
  managed_service_start_date: ({ renewal_date }) => [yearsOn(renewal_date, -2), yearsOn(renewal_date, 5)],
  managed_service_end_date: ({ renewal_date }) => [yearsOn(renewal_date, -1), yearsOn(renewal_date, 10)],
};
const NAMES: Record<DateField, string> = {
  com_next_renewal_date: 'next renewal date',
  extension_date: 'extension date',
  managed_service_start_date: 'start of the service',
  managed_service_end_date: 'end of the service',
};
const fields = Object.keys(BOUNDS) as DateField[];

/** Dates of a filled form that lie where no such date can be, each with a sentence that names the bounds. */
export const dateFaults = (form: Pick<CommentForm, DateField>, facts: DateFacts): DateFault[] =>
  fields.flatMap((field) => {
    const day = form[field];
    const [first, last] = BOUNDS[field](facts);
    // A term of no day is none.
    const isAfter = field === 'com_next_renewal_date' ? day > first : day >= first;
    if (day === '' || (isAfter && day <= last)) return [];
    const from = field === 'com_next_renewal_date' ? `after ${shown(first)},` : `from ${shown(first)}`;
    return [{ path: [field], message: `Choose the ${NAMES[field]} ${from} up to ${shown(last)}.` }];
  });
