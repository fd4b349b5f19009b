import { number } from '../../kit/text/format.ts';

/** To these plans a count of seats says nothing. */
const BLANK = { licensed_seats: 'FREE', max_seats: 'FREE', number_of_seats: 'FLEXIBLE' } as const;

/** A count of seats in words, blank for the plan to which it says nothing. */
export const seatsOf = <Field extends keyof typeof BLANK>(
  row: { readonly plan_name: string | null } & Readonly<Record<Field, number | null>>,
  field: Field,
): string => (row.plan_name === BLANK[field] ? '' : number(row[field]));
