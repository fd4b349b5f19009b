import type { BoardCount, BoardRow } from '@desk/contract/boards';
import type { RenewalRow } from '@desk/contract/renewals';
import { monthRange, addDays } from '../../platform/time/days.ts';

/** Each word of a list, or what was found by name, with its count; those without any come last. */
export function countsOf(found: readonly BoardCount[], words?: readonly string[]): BoardCount[] {
  const counts = new Map(found.map(({ key, count }) => [key, count]));
  const named = words ?? [...counts.keys()].filter((key) => key !== '').sort((one, other) => one.localeCompare(other));
  return [...named, ''].map((key) => ({ key, count: counts.get(key) ?? 0 }));
}

export interface Days {
  month: string;
  start_day?: number | undefined;
  end_day?: number | undefined;
}
/** The first and the last calendar day that is asked for; none lies outside the month. */
export function daysOf({ month, start_day = 1, end_day = 31 }: Days): { from: string; to: string } {
  const { from, to } = monthRange(month);
  const last = addDays(from, end_day - 1);
  return { from: addDays(from, start_day - 1), to: last < to ? last : to };
}

/** Columns of export_data.csv; `typed` ones hold what somebody wrote somewhere. */
export const EXPORT_COLUMNS: readonly { label: string; name: keyof BoardRow; typed?: true }[] = [
  { label: 'Customer Domain', name: 'domain_name', typed: true },
  { label: 'Company Name', name: 'company_name', typed: true },
  { label: 'Plan', name: 'plan_name', typed: true },
  { label: 'SKU', name: 'sku_name', typed: true },
  { label: 'Licence', name: 'seats' },
  { label: 'Renewal Date', name: 'renewal_date' },
  { label: 'Assigned To', name: 'assigned_to', typed: true },
  { label: 'Segments', name: 'segments' },
  { label: 'Agreement Status', name: 'agreement_status' },
  { label: 'Highlighted Case', name: 'highlight_case' },
  { label: 'Confirmation Status', name: 'confirmation_status' },
];

/** Further columns of export_data.csv: with them the file can be sent back to bulk assignment and to the imports. */
export const EXPORTED_BESIDE: readonly { label: string; name: keyof RenewalRow; typed?: true }[] = [
  { label: 'Provider Renewal Date', name: 'provider_renewal_date' },
  { label: 'Subscription Id', name: 'subscription_id', typed: true },
  { label: 'Closed Because', name: 'closed_because' },
];
