import type { ImportedRow } from '@desk/contract/imports';
import { columnsOf } from '../../kit/table/columns.tsx';

export const importRowIdentity = {
  key: (row: ImportedRow) => row.line,
  name: (row: ImportedRow) => `line ${String(row.line)}`,
};

const column = columnsOf<ImportedRow>(importRowIdentity);

// As cells of their own they wrap: why a row is wrong is to be read, not guessed from its beginning.
const columnOf = (row: ImportedRow) => row.column ?? '';
const reasonOf = (row: ImportedRow) => row.reason ?? '';

export const IMPORT_ROW_COLUMNS = [
  column.number('line', 'Line', { width: 72 }),
  column.badge('verdict', 'Verdict', { width: 112 }),
  column.text('subject', 'Domain, subscription or SKU', { width: 232 }),
  column.of('Column', { text: columnOf, cell: columnOf, sort: columnOf }),
  column.of('Reason', { text: reasonOf, cell: reasonOf, sort: reasonOf, width: 480 }),
];
