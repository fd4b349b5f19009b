import { escapeIdentifier, type ClientBase } from 'pg';
import type { Manifest } from './manifest.ts';
import { BackupProblem } from './problem.ts';
import { LEFT_OUT, type Table } from './tables.ts';

const shapeOf = ({ name, columns }: Pick<Table, 'name' | 'columns'>) => `${name} (${[...columns].sort().join(', ')})`;

/**
 * The schema and the backup must have the same tables: what finds no place would be lost without a word, and so would a
 * table that the backup only says it left out.
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

export async function compareCounts(client: ClientBase, { tables }: Manifest): Promise<void> {
  for (const { name, rows: expected } of tables) {
    const { rows } = await client.query<{ rows: string }>(
      `select count(*) as rows from public.${escapeIdentifier(name)}`,
    );
    if (Number(rows[0]?.rows) !== expected)
      throw new BackupProblem(`The table ${name} has ${rows[0]?.rows ?? ''} rows, the backup says ${expected}.`);
  }
}
