import type * as z from 'zod/mini';
import { parseAnswer } from './http.ts';

/** A row of a list that cannot be understood. */
export interface OddRow {
  /** Where that much can be read of it. */
  readonly id: string | undefined;
  readonly reason: string;
}
export interface Rows<T> {
  readonly rows: readonly T[];
  readonly odd: readonly OddRow[];
}

/** So many rows of which none is understood are no accident: Zoho speaks otherwise than we know. */
const MANY = 10;

function idOf(row: unknown, field: string): string | undefined {
  const id = typeof row === 'object' && row !== null ? (row as Record<string, unknown>)[field] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/** Row by row, so that an odd one does not cost the others. `idField` names what tells which one it is. */
export function readRows<S extends z.ZodMiniType>(
  schema: S,
  given: readonly unknown[],
  idField: string,
): Rows<z.output<S>> {
  const rows: z.output<S>[] = [];
  const odd: OddRow[] = [];
  for (const row of given) {
    const { success, data, error } = schema.safeParse(row);
    if (success) rows.push(data);
    else odd.push({ id: idOf(row, idField), reason: error.issues[0]?.path.join('.') ?? '' });
  }
  if (rows.length === 0 && given.length >= MANY) parseAnswer(schema, given[0]);
  return { rows, odd };
}
