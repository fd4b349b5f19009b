import { crmRefusal } from './refusal.ts';
import type { ZohoAnswer } from './wire.ts';

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

/** One page as CRM v8 gives it, without a body (204) where there is nothing. */
export function crmPage(rows: readonly object[], query: URLSearchParams): ZohoAnswer {
  const fields = (query.get('fields') ?? '').split(',').filter((field) => field !== '');
  if (fields.length === 0)
    throw crmRefusal(400, 'REQUIRED_PARAM_MISSING', 'fields is missing', { param_name: 'fields' });
  const perPage = wholeOf(query.get('per_page'), MOST_PER_PAGE);
  if (!Number.isInteger(perPage) || perPage < 1 || perPage > MOST_PER_PAGE)
    throw crmRefusal(400, 'INVALID_DATA', 'per_page is 1 to 200');
  const start = startOf(query, perPage);
  const shown = rows.slice(start, start + perPage);
  if (shown.length === 0) return { status: 204 };
  const end = start + shown.length;
  const more = end < rows.length;
  const info = {
    per_page: perPage,
    count: shown.length,
    page: Math.floor(start / perPage) + 1,
    more_records: more,
    next_page_token: more ? Buffer.from(String(end)).toString('base64url') : null,
  };
  return { status: 200, body: { data: shown.map((row) => only(row, ['id', ...fields])), info } };
}

const only = (row: object, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name)));
