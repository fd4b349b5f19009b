import type { ImportKind } from '@desk/contract/imports';
import { ignoredColumns } from '../../platform/files/columns/pick-columns.ts';
import { FileProblem } from '../../platform/files/file-problem.ts';
import { columnNotes, sheetNotes } from '../../platform/files/columns/file-notes.ts';
import { readTable } from '../../platform/files/read-table.ts';
import type { Table } from '../../platform/files/table.ts';
import { typedRows, type TypedColumn, type TypedRow } from '../../platform/files/columns/typed-rows.ts';
import {
  contractColumns,
  priceColumns,
  renewalDateColumns,
  subscriptionColumns,
  type ContractValues,
  type PriceValues,
  type RenewalDateValues,
  type SubscriptionValues,
} from './columns.ts';

/** The lines of a file by its kind. */
export type Reading =
  | { kind: 'subscriptions'; rows: TypedRow<SubscriptionValues>[] }
  | { kind: 'renewal_dates'; rows: TypedRow<RenewalDateValues>[] }
  | { kind: 'prices'; rows: TypedRow<PriceValues>[] }
  | { kind: 'directory_contracts'; rows: TypedRow<ContractValues>[] };

/** Where a line may name its thing in one of two columns, the file has one of them at least. */
function needEither<Values>(rows: readonly TypedRow<Values>[], columns: Partial<Record<keyof Values, TypedColumn>>) {
  const names = Object.entries<TypedColumn>(columns as Record<string, TypedColumn>);
  if (names.some(([key]) => rows[0]?.cells[key as keyof Values] !== undefined)) return;
  throw new FileProblem(`The file has ${names.map(([, column]) => `no column '${column.names[0]}'`).join(' and ')}.`);
}

async function readingOf(kind: ImportKind, table: Table, today: string): Promise<Reading> {
  if (kind === 'subscriptions') return { kind, rows: await typedRows(table, subscriptionColumns, today) };
  if (kind === 'directory_contracts') return { kind, rows: await typedRows(table, contractColumns, today) };
  if (kind === 'renewal_dates') {
    const rows = await typedRows(table, renewalDateColumns, today);
    const { subscriptionId, domain } = renewalDateColumns;
    needEither(rows, { subscriptionId, domain });
    return { kind, rows };
  }
  const rows = await typedRows(table, priceColumns, today);
  const { skuId, skuName } = priceColumns;
  needEither(rows, { skuId, skuName });
  return { kind, rows };
}

/** The columns of each kind of file. */
export const COLUMNS_OF: Readonly<Record<ImportKind, Readonly<Record<string, TypedColumn>>>> = {
  subscriptions: subscriptionColumns,
  renewal_dates: renewalDateColumns,
  prices: priceColumns,
  directory_contracts: contractColumns,
};

/**
 * The lines of a file, and sentences about what of it is not read.
 * @throws FileProblem when the file cannot be read at all.
 */
export async function readFile(
  kind: ImportKind,
  bytes: Buffer,
  today: string,
): Promise<{ reading: Reading; notes: string[] }> {
  const table = await readTable(bytes);
  if (table.rows.length === 0) throw new FileProblem('The file has no rows below its header.');
  const reading = await readingOf(kind, table, today);
  return { reading, notes: [...sheetNotes(table), ...columnNotes(ignoredColumns(table, COLUMNS_OF[kind]))] };
}
