import { dayMonthYear } from '../../platform/time/days.ts';
import type { Change } from '../../platform/db/tables/audit.ts';
import type { Facts } from './known.ts';

/** The columns of a file by which people know the facts. */
const LABELS: Record<keyof Facts, string> = {
  domain: 'Domain',
  skuName: 'SKU',
  skuId: 'SKU Id',
  planName: 'Plan',
  status: 'Status',
  numberOfSeats: 'Seats',
  maximumSeats: 'Max Seats',
  licensedSeats: 'Used Seats',
  termStart: 'Term Start',
  ownRenewalDate: 'Renewal Date',
  price: 'Price',
  currency: 'Currency',
  margin: 'Margin',
};

const asText = (value: string | number | null | undefined) =>
  value === null || value === undefined ? null : String(value);

export const changesOf = (old: Facts | undefined, next: Facts): Change[] =>
  (Object.keys(LABELS) as (keyof Facts)[])
    .map((fact) => ({ field: LABELS[fact], old: asText(old?.[fact]), new: asText(next[fact]) }))
    .filter((change) => change.old !== change.new);

const DAY = /^\d{4}-\d\d-\d\d$/;
const shown = (value: string | null) => (value !== null && DAY.test(value) ? dayMonthYear(value) : (value ?? 'none'));

/** `Seats 25 → 30; Price none → 1500.00` */
export const inWords = (changes: readonly Change[]): string =>
  changes.map((change) => `${change.field} ${shown(change.old)} → ${shown(change.new)}`).join('; ');

/** `Kept from Google: Seats 25 (the file says 30)` */
export const keptInWords = (refused: readonly Change[]): string =>
  `Kept from Google: ${refused.map((one) => `${one.field} ${shown(one.old)} (the file says ${shown(one.new)})`).join(', ')}`;
