import { crmRefusal } from './refusal.ts';
import type { ZohoAnswer, ZohoRequest } from './wire.ts';

/** Pages by number end here; further on only tokens lead. */
const MOST_BY_NUMBER = 2000;
const MOST_PER_PAGE = 200;

const wholeOf = (text: string | null, otherwise: number) => (text === null ? otherwise : Number(text));

function startOf(query: URLSearchParams, perPage: number): number {
  const token = query.get('page_token');
  const page = wholeOf(query.get('page'), 1);
  if (token === null) {
    if (!Number.isInteger(page) || page < 1) throw crmRefusal(400, 'INVALID_DATA', 'invalid page');
    if (page * perPage > MOST_BY_NUMBER)
      throw crmRefusal(400, 'DISCRETE_PAGINATION_LIMIT_EXCEEDED', 'use page_token to get more than 2000 records');
    return (page - 1) * perPage;
  }
  if (query.has('page')) throw crmRefusal(400, 'AMBIGUITY_DURING_PROCESSING', 'page and page_token cannot go together');
  const start = Number(Buffer.from(token, 'base64url').toString());
  if (!Number.isInteger(start) || start < 1) throw crmRefusal(400, 'INVALID_DATA', 'invalid page_token');
  return start;
}

const SORTED_BY = ['id', 'Created_Time', 'Modified_Time'];

/** Rows that were made in the order in which they lie; another order where one is asked for. */
function sorted(rows: readonly object[], query: URLSearchParams): readonly object[] {
  const [by, order = 'desc'] = [query.get('sort_by'), query.get('sort_order') ?? undefined];
  if (by === null) return rows;
  if (!SORTED_BY.includes(by)) throw crmRefusal(400, 'INVALID_DATA', 'invalid sort_by', { param_name: 'sort_by' });
  if (order !== 'asc' && order !== 'desc')
    throw crmRefusal(400, 'INVALID_DATA', 'invalid sort_order', { param_name: 'sort_order' });
  const value = (row: object) => String((row as Record<string, unknown>)[by]);
  const ascending = rows.toSorted(
    (one, other) => Number(value(one) > value(other)) - Number(value(one) < value(other)),
  );
  return order === 'asc' ? ascending : ascending.reverse();
}

/** A single record, the whole of it or the fields that are named; without a body (204) where there is none. */
export function crmRecord(row: object | undefined, { id, query }: ZohoRequest): ZohoAnswer {
  if (!/^\d+$/.test(id)) throw crmRefusal(400, 'INVALID_DATA', 'the id given seems to be invalid', { id });
  if (!row) return { status: 204 };
  const fields = fieldsOf(query);
  return { status: 200, body: { data: [fields.length === 0 ? row : only(row, ['id', ...fields])] } };
}

const fieldsOf = (query: URLSearchParams) => (query.get('fields') ?? '').split(',').filter((field) => field !== '');

/** One page as CRM v8 gives it, without a body (204) where there is nothing. */
export function crmPage(rows: readonly object[], query: URLSearchParams): ZohoAnswer {
  const fields = fieldsOf(query);
  if (fields.length === 0)
    throw crmRefusal(400, 'REQUIRED_PARAM_MISSING', 'fields is missing', { param_name: 'fields' });
  const perPage = wholeOf(query.get('per_page'), MOST_PER_PAGE);
  if (!Number.isInteger(perPage) || perPage < 1 || perPage > MOST_PER_PAGE)
    throw crmRefusal(400, 'INVALID_DATA', 'per_page is 1 to 200');
  const start = startOf(query, perPage);
  const shown = sorted(rows, query).slice(start, start + perPage);
  if (shown.length === 0) return { status: 204 };
  const end = start + shown.length;
  const more = end < rows.length;
  const info = {
    per_page: perPage,
    count: shown.length,
    page: Math.floor(start / perPage) + 1,
    more_records: more,
    next_page_token: more ? Buffer.from(String(end)).toString('base64url') : null,
    previous_page_token: null,
    page_token_expiry: null,
    sort_by: query.get('sort_by') ?? 'id',
    sort_order: query.get('sort_order') ?? 'desc',
  };
  return { status: 200, body: { data: shown.map((row) => only(row, ['id', ...fields])), info } };
}

const only = (row: object, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name)));
