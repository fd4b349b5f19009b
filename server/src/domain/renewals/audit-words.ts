import type { Change } from '../../platform/db/tables/audit.ts';

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

const isKeyOfARow = (field: string): boolean => /(?:_id|Id)$/.test(field) && field !== 'external_id';

/** The instant of a day that is told beside it. */
const isShownAsDay = (field: string): boolean => field === 'term_end_at';

/** An audit entry as people say it; keys of other rows tell nobody anything. */
export function auditedInWords(parts: Record<string, unknown>) {
  const { action, changes, ...beside } = parts as { action: string; changes: readonly Change[] };
  const shown = changes.filter(({ field }) => !isKeyOfARow(field) && !isShownAsDay(field));
  return {
    ...beside,
    what: actionLabel(action),
    changes: shown.map((change) => ({ ...change, field: fieldLabel(change.field) })),
  };
}
