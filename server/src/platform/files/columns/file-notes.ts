import type { IgnoredColumn } from './pick-columns.ts';
import type { Table } from '../table.ts';

const SHOWN = 40;
const LONGEST = 60;
const quoted = (name: string): string => `'${name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name}'`;
const listed = (names: readonly string[]): string =>
  names.length > SHOWN
    ? `${names.slice(0, SHOWN).map(quoted).join(', ')} and ${String(names.length - SHOWN)} more`
    : names.map(quoted).join(', ');

/** That only one sheet of several was read. */
export function sheetNotes({ sheet }: Pick<Table, 'sheet'>): string[] {
  if (!sheet || sheet.others.length === 0) return [];
  return [`Only the first sheet is read, ${quoted(sheet.name)}. Not read: ${listed(sheet.others)}.`];
}

/** Which columns of a file are not read, and what the header of each may have meant. */
export function columnNotes(columns: readonly IgnoredColumn[]): string[] {
  const others = columns.filter(({ meant }) => meant === null).map(({ column }) => column);
  return [
    ...columns.flatMap(({ column, meant }) =>
      meant === null ? [] : [`The column ${quoted(column)} is not known and is not read. Did you mean '${meant}'?`],
    ),
    ...(others.length > 0 ? [`Columns that are not read: ${listed(others)}.`] : []),
  ];
}
