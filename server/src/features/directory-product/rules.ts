import type { DirectoryRenewal } from '@desk/contract/directory-product';
import { addMonths } from '../../platform/time/days.ts';

/** Columns of data.csv in the order of the screen; `typed`: somebody wrote it, it may be a formula. */
export const EXPORT_COLUMNS: readonly { label: string; name: keyof DirectoryRenewal; typed?: true }[] = [
  { label: 'Customer Domain', name: 'domain_name', typed: true },
  { label: 'Company Name', name: 'company_name', typed: true },
  { label: 'Organisation', name: 'customer_name', typed: true },
  { label: 'Plan', name: 'plan_name', typed: true },
  { label: 'Status', name: 'customer_status' },
  { label: 'Licence', name: 'no_of_lic' },
  { label: 'Contract Licence', name: 'contract_licences' },
  { label: 'Renewal Date', name: 'end_date' },
  { label: 'Price', name: 'price' },
  { label: 'Currency', name: 'currency' },
  { label: 'Zone', name: 'zone' },
  { label: 'Segments', name: 'segments' },
  { label: 'Follow Up Comments', name: 'followup_comments', typed: true },
  { label: 'Highlighted Case', name: 'highlight_case' },
  { label: 'Confirmation Status', name: 'confirmation_status' },
  { label: 'Agreement Status', name: 'agreement_status' },
  { label: 'Price Type', name: 'priceType' },
  { label: 'Upto 20', name: 'upto20' },
  { label: 'Above 20', name: 'above20' },
  { label: 'Price Per User', name: 'price_per_user' },
  { label: 'Special Comment', name: 'special_comments', typed: true },
  { label: 'Task Status', name: 'task_status' },
  { label: 'Reason', name: 'reason' },
  { label: 'Renewed Licence', name: 'renewed_lic' },
  { label: 'Extension Date', name: 'extension_date' },
  { label: 'Support Charge', name: 'assign', typed: true },
  { label: 'Suspension Reason', name: 'suspension_reason' },
  { label: 'Customer Email', name: 'customer_email', typed: true },
  { label: 'Assigned To', name: 'assigned_to', typed: true },
  { label: 'Subscription Id', name: 'subscription_id', typed: true },
  { label: 'Closed Because', name: 'closed_because' },
];

/** As the database writes an amount, so that equal amounts are equal texts. */
export const inMoney = (amount: string): string => Number(amount).toFixed(2);

/** A contract that ended longer ago is history; one that ends later is a slip of the keyboard. */
export const isPlausibleEnd = (day: string, today: string): boolean =>
  day >= addMonths(today, -12) && day <= addMonths(today, 120);

/** Organisations between two marks of how far a run is: each costs a call. */
export const BATCH = 50;

/** Where a run is: in the list, or with those that the list did not show. */
export type Place = { stage: 'listed'; skip: number } | { stage: 'missing' };

/** As the run keeps it: `listed:150`. */
export const tokenOf = (place: Place): string => (place.stage === 'listed' ? `listed:${place.skip}` : place.stage);

export function placeOfToken(token: string | undefined): Place {
  if (token === 'missing') return { stage: 'missing' };
  return { stage: 'listed', skip: Number(token?.split(':')[1] ?? 0) };
}

/** Result of the request for one organisation: it is there, there is none, or its answer cannot be used. */
export type Answer<T> =
  | { id: string; how: 'told'; record: T }
  /** `name`: what the list calls it, if it was listed. */
  | { id: string; how: 'unreadable'; name: string | undefined }
  | { id: string; how: 'gone' };

export const NOT_CONFIGURED = 'JumpCloud is not configured.';
export const NONE_READABLE =
  'JumpCloud lists organisations, but none of them could be read. Check what JUMPCLOUD_API_KEY may see.';
