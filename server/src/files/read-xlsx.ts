import { InvalidSpreadsheetError, readSheet } from 'read-excel-file/node';
import { FileProblem } from './file-problem.ts';
import type { Limits } from './limits.ts';
import { type Table, tableBuilder } from './table.ts';
import { checkedWorkbook } from './unpack.ts';

type Value = string | number | boolean | Date | null;

const plainNumber = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 });

/** The first sheet; a formula gives the value that the spreadsheet program stored with it. */
export async function readXlsx(bytes: Buffer, limits: Limits): Promise<Table> {
  const builder = tableBuilder('xlsx', limits);
  const sheet = await firstSheet(checkedWorkbook(bytes, limits));
  sheet.forEach((values, at) => builder.add(at + 1, values.map(textOf)));
  return builder.table();
}

async function firstSheet(workbook: Buffer): Promise<Value[][]> {
  try {
    // The package's type says `typeof Date` where it means a Date.
    return (await readSheet(workbook, { trim: false })) as unknown as Value[][];
  } catch (error) {
    throw inPlainWords(error);
  }
}

/** Whatever stops the reader is in the file: its size and its wholeness were checked before. */
function inPlainWords(error: unknown): FileProblem {
  const cell = error instanceof InvalidSpreadsheetError && /row (\d+), col (\d+)/.exec(error.message);
  if (!cell) return new FileProblem('This XLSX file cannot be read. Save it again, or save it as CSV.');
  const [, row = '', column = ''] = cell;
  const reason = `The cell in row ${row}, column ${column} cannot be read. Write a plain value into it.`;
  return new FileProblem(reason, { line: Number(row) });
}

function textOf(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'number') return numberText(value);
  return value instanceof Date ? dateText(value) : value;
}

function numberText(value: number): string {
  const text = String(value);
  return text.includes('e') ? plainNumber.format(value) : text;
}

/** Dates come as midnights in UTC; one that no calendar has is shown as spreadsheets show it. */
function dateText(value: Date): string {
  return Number.isNaN(value.getTime()) ? '########' : value.toISOString().slice(0, 10);
}
