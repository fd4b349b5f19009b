/** Where people say a field otherwise than its name does, by the name without `_` in lower case. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  segment: 'Segments',
  highlightcase: 'Highlighted Case',
  followupcomment: 'Follow Up Comments',
  followupcomments: 'Follow Up Comments',
  aggrement: 'Agreement Status',
  upto20: 'Upto 20',
  above20: 'Above 20',
  specialcomments: 'Special Comment',
  renewedlic: 'Renewed Licence',
  addlic: 'License Added',
  plannedsku: 'Plan Name',
  complanname: 'Plan Name',
  nextrenewaldate: 'Next Renewal Date',
  comnextrenewaldate: 'Next Renewal Date',
  assign: 'Support Charge',
  suspensiontext: 'Suspension Text',
  termend: 'Renewal Date',
  skuname: 'SKU',
  numberofseats: 'Licence',
  licensedseats: 'Users',
  maximumseats: 'Maximum Licence',
  externalid: 'Subscription Id',
  resellertype: 'Reseller',
  closedbecause: 'Closed Because',
};

const words = (name: string): string[] => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').split(/[_ ]+/);
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A field of an audit entry as people say it: `highlight_case` and `highlightCase` are both 'Highlighted Case'. */
export const fieldLabel = (field: string): string =>
  FIELD_NAMES[field.replaceAll('_', '').toLowerCase()] ?? words(field).map(capital).join(' ');

/** An action of an audit entry as people say it: `zone_changed` is 'Zone changed'. */
export const actionLabel = (action: string): string => capital(words(action).join(' ').toLowerCase());

/** Values that are codes, by the name of their field without `_` in lower case. */
const CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  pricetype: { price: 'Price', split_price: 'Split price' },
  supporttype: { support: 'Support', managed_service: 'Managed service' },
};

/** A value of an audit entry as people say it: the price type `split_price` is 'Split price'. */
export const valueLabel = (field: string, value: string | null): string | null =>
  value === null ? null : (CODES[field.replaceAll('_', '').toLowerCase()]?.[value] ?? value);
