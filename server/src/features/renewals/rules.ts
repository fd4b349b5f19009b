import type { BodyOf } from '@desk/contract/call';
import type { RenewalRow, renewals } from '@desk/contract/renewals';
import { addMonths } from '../../platform/time/days.ts';

/** The day of the next renewal for an annual term and the two longer ones. */
export const nextRenewalDates = (termEnd: string) => ({
  annual: addMonths(termEnd, 12),
  months24: addMonths(termEnd, 24),
  months36: addMonths(termEnd, 36),
});

/** Columns of data.csv in the order of the screen; of several names the first that holds anything counts. */
export const EXPORT_COLUMNS: readonly (readonly [
  label: string,
  ...names: [keyof RenewalRow, ...(keyof RenewalRow)[]],
])[] = [
  ['Customer Domain', 'domain_name'],
  ['Reseller', 'resellerType'],
  ['Company Name', 'company_name'],
  ['Plan', 'plan_name'],
  ['Status', 'status'],
  ['Users', 'licensed_seats'],
  ['Licence', 'number_of_seats'],
  ['SKU', 'sku_name'],
  ['New Business Margin', 'margin'],
  ['Renewal Date', 'renewal_date'],
  ['Zone', 'zone'],
  ['Provider Renewal Date', 'provider_renewal_date'],
  ['Price', 'price'],
  ['Currency', 'currency'],
  ['Segments', 'segments'],
  ['Follow Up Comments', 'followup_comments'],
  ['Highlighted Case', 'highlight_case'],
  ['Confirmation Status', 'confirmation_status'],
  ['Agreement Status', 'agreement_status'],
  ['Price Type', 'priceType'],
  ['Upto 20', 'upto20'],
  ['Above 20', 'above20'],
  ['Price Per User', 'price_per_user'],
  ['Special Comment', 'special_comments'],
  ['Task Status', 'task_status', 'reason'],
  ['Renewed Licence', 'renewed_lic'],
  ['Extension Date', 'extension_date'],
  ['Support Charge', 'assign'],
  ['Suspension Reason', 'suspension_reason'],
  ['Customer Email', 'customer_email'],
  ['Assigned To', 'assigned_to'],
  ['Subscription Id', 'subscription_id'],
  ['Closed Because', 'closed_because'],
  ['Last Safe Day', 'last_safe_day'],
  ['If Nobody Acts', 'if_nobody_acts'],
  ['Seats If Nobody Acts', 'seats_if_nobody_acts'],
  ['Instruction', 'instruction'],
  ['Wanted', 'wanted'],
  ['Wanted Seats', 'wanted_seats'],
];

export type Details = NonNullable<BodyOf<typeof renewals.updateDetails>['was']>;

const sameText = (one: string | null, other: string | null) => one?.toLowerCase() === other?.toLowerCase();

/**
 * What stands after a change from `was` to `wanted` where by now it stands as in `now`: what the change left alone stays as
 * it is now. Undefined where somebody else has set anew what would be replaced.
 */
export function replaced(now: Details, { was, wanted }: { was: Details; wanted: Details }): Details | undefined {
  const fields = (['zone', 'segments', 'assigned_to'] as const).filter((field) => !sameText(was[field], wanted[field]));
  if (fields.some((field) => !sameText(now[field], was[field]) && !sameText(now[field], wanted[field])))
    return undefined;
  return { ...now, ...Object.fromEntries(fields.map((field) => [field, wanted[field]])) };
}
