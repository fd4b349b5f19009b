import type { Role } from '@desk/contract/call';
import { AXIMA_EDITORS, termDays, type AximaChanges, type AximaField } from '@desk/contract/rules/axima-fields';
import type { BillingFrequency } from '@desk/contract/words/lists';
import { addDays, addMonths } from '../../platform/time/days.ts';

/** When a subscription renews: a term after its start; after today where it has not started. */
export const renewalDate = (startDate: string | null, frequency: BillingFrequency, today: string): string =>
  addDays(startDate ?? today, termDays(frequency));

/** Whether a start date may be meant: at most a year back or ahead. */
export const isLikelyStart = (day: string, today: string): boolean =>
  day >= addMonths(today, -12) && day <= addMonths(today, 12);

type Known = Readonly<Record<AximaField, string | number | null>>;

/** The fields to which the wish gives another value; null and the empty text are the same. */
export const changedFields = (known: Known, changes: AximaChanges): AximaField[] =>
  (Object.keys(changes) as AximaField[]).filter(
    (field) => changes[field] !== undefined && changes[field] !== (known[field] ?? ''),
  );

/** Whether somebody of that role may change the field. */
export function mayChange(role: Role, field: AximaField): boolean {
  const editors: Partial<Record<Role, readonly AximaField[]>> = AXIMA_EDITORS;
  return editors[role]?.includes(field) ?? false;
}

/** Whether somebody of that role sees what a subscription is bought and sold for. */
export const seesPrices = (role: Role): boolean => role === 'SALESC' || role === 'ADMIN';

const PRICES: readonly AximaField[] = ['selling_price', 'buying_price', 'margin_percent'];

/** Whether somebody who sees no prices sends one: an answer that tells right from wrong would give it away. */
export const guessesPrices = (role: Role, changes: AximaChanges): boolean =>
  !seesPrices(role) && PRICES.some((field) => changes[field] !== undefined);
