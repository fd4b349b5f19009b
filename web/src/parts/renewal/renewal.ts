import { annualValue } from '@desk/contract/rules/annual-value';
import { spelled } from '@desk/contract/words/lists';
import type { RenewalRow } from '@desk/contract/renewals';
import { businessDayOf } from '../../kit/text/clock.ts';
import { age, money, number, shown } from '../../kit/text/format.ts';
import type { SortValue } from '../../kit/table/types.ts';
import type { RowIdentity } from '../../kit/edit/row-identity.ts';

export const renewalIdentity: RowIdentity<RenewalRow> = {
  key: (row) => row.renewal_id,
  name: (row) => row.domain_name,
};

/** The fields of a row that the dialogs on a renewal need, whatever list it stands on. */
export type RenewalKey = Pick<RenewalRow, 'renewal_id' | 'domain_name' | 'subscription_id' | 'renewal_date'>;

/** "12 %"; N/A where the business is not new. */
export const marginOf = (row: RenewalRow): string =>
  row.margin === null || row.margin === '' ? 'N/A' : `${number(row.margin)} %`;

/** The task's state, or why there is nothing to do. */
export const taskOf = (row: RenewalRow): string => shown(row.task_status ?? row.reason);

const PRICE_TYPES: Readonly<Record<string, string>> = { price: 'Price', split_price: 'Split price' };
export const priceTypeOptions = Object.entries(PRICE_TYPES).map(([value, label]) => ({ value, label }));
export const priceTypeOf = (row: RenewalRow): string => shown(PRICE_TYPES[row.priceType ?? '']);

/** In which all amounts of a renewal are. */
export const currencyOf = ({ currency }: RenewalRow): string => currency;

/** A support charge is an amount, or the words for a managed service (Paid, Un Paid). */
const isCharge = ({ assign }: RenewalRow): boolean => assign !== null && !Number.isNaN(Number(assign));
export const supportChargeOf = (row: RenewalRow): string =>
  isCharge(row) ? money(row.assign, row.currency) : shown(row.assign);
export const supportChargeInOrder = (row: RenewalRow): SortValue =>
  isCharge(row) ? [row.currency, Number(row.assign)] : row.assign;

export const suspensionOf = (row: RenewalRow): string => spelled(shown(row.suspension_reason));

export const NO_PRICE = 'No price';
/** What a renewal is worth a year. */
export const valueOf = (row: RenewalRow): string => {
  const value = annualValue(row);
  return value === undefined ? NO_PRICE : money(value, row.currency);
};

/** What was said last, and on which day it was: its age first, "3 days · Sent offers". */
export function lastFollowUp({ followup_comments: comment, followed_up_at: at }: RenewalRow, today: string): string {
  if (comment === null) return 'Never contacted';
  return at ? `${age(businessDayOf(at), today)} · ${comment}` : comment;
}
