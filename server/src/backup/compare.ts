import type { ClientBase } from 'pg';
import type { Manifest } from './manifest.ts';
import { BackupProblem } from './problem.ts';
import { readTable } from './read-table.ts';
import { LEFT_OUT, type Table } from './tables.ts';

const shapeOf = ({ name, columns }: Pick<Table, 'name' | 'columns'>) => `${name} (${[...columns].sort().join(', ')})`;

/**
 * The schema and the backup must have the same tables: rows of a table that does not exist would be lost silently, and so
 * would a table that the backup only says it left out.
 */
export function compareTables(there: readonly Table[], { tables, left_out }: Manifest): void {
  const isLeftOut = (name: string) => left_out.includes(name) && LEFT_OUT.has(name);
  const expected = there.filter(({ name }) => !isLeftOut(name)).map(shapeOf);
  const kept = tables.map(shapeOf);
  const odd = [
    ...kept.filter((shape) => !expected.includes(shape)),
    ...expected.filter((shape) => !kept.includes(shape)),
  ];
  if (odd[0] !== undefined)
    throw new BackupProblem(`The tables of the backup are not those of its last migration: ${odd[0]}.`);
}

/** Every row must have come back as it was: the text of all of them is read anew and measured. */
export async function compareRows(
  client: ClientBase,
  there: readonly Table[],
  { tables }: Manifest,
  signal: AbortSignal,
): Promise<void> {
  const keys = new Map(there.map(({ name, key }) => [name, key]));
  for (const { name, columns, rows, content_sha256 } of tables) {
    const read = await readTable(client, { name, columns, key: keys.get(name) ?? [] }, signal);
    if (read.rows !== rows)
      throw new BackupProblem(`The table ${name} has ${read.rows} rows, the backup says ${rows}.`);
    if (read.content_sha256 !== content_sha256)
      throw new BackupProblem(`The rows of the table ${name} are not those of the backup.`);
  }
}
