import { imports, type ImportKind, type ImportedRow } from '@desk/contract/imports';
import { addMonths, dayIn } from '../../platform/time/days.ts';
import { kindOf } from '../../platform/files/columns/cells.ts';
import { sheetOf, type Sheet, type SheetColumn } from '../../platform/files/sheet.ts';
import { implement } from '../../platform/http/implement.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { COLUMNS_OF } from '../../domain/imports/read-file.ts';
import { checkImport, confirmImport } from './commands.ts';
import { checkedFile } from './queries.ts';
import { ERROR_HEADER, errorCells, sampleRows } from './rules.ts';

function templateOf(kind: ImportKind, today: string, currency: string): Sheet {
  const columns = Object.entries(COLUMNS_OF[kind]).filter(([, { isOnlyExported = false }]) => !isOnlyExported);
  const rows = sampleRows(kind, { start: addMonths(today, -2), end: addMonths(today, 10), currency });
  return sheetOf(
    columns.map(([, { names, read }]) => ({ label: names[0], kind: kindOf(read) })),
    rows.map((row) => columns.map(([key]) => row[key] ?? '')),
  );
}
const ERROR_COLUMNS: readonly SheetColumn[] = ERROR_HEADER.map((label, at) => ({
  label,
  kind: at === 0 ? 'number' : 'text',
}));

export const importsRoutes = implement(imports, {
  check: checkImport,
  confirm: confirmImport,
  errors: async ({ import_id }, { db }) => {
    const file = await checkedFile(db, import_id);
    if (!file) return refuse(imports.errors, 404);
    const wrong = (file.verdicts as ImportedRow[]).filter((row) => row.verdict === 'wrong');
    return sheetOf(ERROR_COLUMNS, wrong.map(errorCells));
  },
  template: ({ kind }, { config, now }) =>
    Promise.resolve(templateOf(kind, dayIn(config.BUSINESS_TIME_ZONE, now()), config.BUSINESS_CURRENCY)),
});
