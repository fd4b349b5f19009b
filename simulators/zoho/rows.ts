import { crmRefusal } from './refusal.ts';
import type { ZohoAnswer } from './wire.ts';

const BY = { name: 'Portal', id: '555000000000001' };

export const ADDED = 'record added';
export const UPDATED = 'record updated';

/** The answer to a row that was written. */
export const written = (
  message: string,
  { id, Created_Time, Modified_Time }: { id: string; Created_Time: string; Modified_Time: string },
) => ({
  code: 'SUCCESS',
  details: { id, Created_Time, Modified_Time, Created_By: BY, Modified_By: BY },
  message,
  status: 'success',
});

/** The answers to rows that were not. */
const failed = (code: string, message: string, details: object) => ({ code, details, message, status: 'error' });
export const invalid = (field: string) =>
  failed('INVALID_DATA', 'invalid data', { api_name: field, json_path: `$.data[0].${field}` });
export const missing = (field: string) =>
  failed('MANDATORY_NOT_FOUND', 'required field not found', { api_name: field, json_path: `$.data[0].${field}` });

/** The answer to a change of a record that is none. */
export const unknownId = (id: string): ZohoAnswer => ({
  status: 400,
  body: { data: [failed('INVALID_DATA', 'the id given seems to be invalid', { id })] },
});

export type Fields = Partial<Record<string, unknown>>;

const MOST_ROWS = 100;

/** Each row of a write is done or refused on its own; the status tells whether any was refused. */
export function eachRow(
  body: unknown,
  write: (row: Fields) => { status: string; message: string },
): { status: number; body: object } {
  const rows = (body as { data?: unknown } | undefined)?.data;
  if (!Array.isArray(rows) || rows.length === 0)
    throw crmRefusal(400, 'MANDATORY_NOT_FOUND', 'required field not found', { api_name: 'data' });
  if (rows.length > MOST_ROWS)
    throw crmRefusal(400, 'LIMIT_EXCEEDED', 'Record count exceeded', { limit: MOST_ROWS, api_name: 'data' });
  const data = rows.map((row: unknown) =>
    typeof row === 'object' && row !== null ? write(row) : failed('INVALID_DATA', 'invalid data', {}),
  );
  if (data.some(({ status }) => status === 'error')) return { status: 207, body: { data } };
  return { status: data.some(({ message }) => message === ADDED) ? 201 : 200, body: { data } };
}

/** An upsert that names no field of its own goes by the module's. */
export function knownBy(body: unknown, standard: string): string {
  const fields = (body as { duplicate_check_fields?: unknown }).duplicate_check_fields ?? [standard];
  const [field, ...more] = Array.isArray(fields) ? (fields as unknown[]) : [];
  if (field === standard && more.length === 0) return standard;
  throw crmRefusal(400, 'INVALID_DATA', 'invalid data', { api_name: 'duplicate_check_fields' });
}

const FORMS: Record<'Email' | 'Phone' | 'Mobile', RegExp> = {
  Email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  Phone: /^\+?[\d\s-]{1,30}$/,
  Mobile: /^\+?[\d\s-]{1,30}$/,
};
/** How a person is reached. */
export const REACHED_BY = ['Email', 'Phone', 'Mobile'] as const;

/** The first of these fields that the CRM does not take as it stands. */
export const badField = (row: Fields) =>
  REACHED_BY.find((field) => typeof row[field] === 'string' && !FORMS[field].test(row[field]));
