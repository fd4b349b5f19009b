import { actionLabel, fieldLabel, valueLabel } from '@desk/contract/words/audit-words';
import type { Change } from '../../platform/db/tables/audit.ts';

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
    changes: shown.map(({ field, old, new: now }) => ({
      ...{ field: fieldLabel(field), old: valueLabel(field, old), new: valueLabel(field, now) },
    })),
  };
}
