import type { BoardRow } from '@desk/contract/boards';

export const MONTH = '2026-11';

export const boardRow = (change: Partial<BoardRow> = {}): BoardRow => ({
  renewal_id: 7,
  domain_name: 'acme.example',
  company_name: 'Acme Tools',
  plan_name: 'ANNUAL',
  sku_name: 'Google Workspace Business Plus',
  seats: 120,
  renewal_date: '2026-11-21',
  extension_date: null,
  closed_because: null,
  assigned_to: 'asha@desk.example',
  segments: 'SMB',
  agreement_status: 'Signed',
  highlight_case: 'Green',
  confirmation_status: 'In Discussion',
  ...change,
});

/** That many renewals, a.1.example and on. */
export const boardRows = (count: number): BoardRow[] =>
  Array.from({ length: count }, (_, at) => boardRow({ renewal_id: at, domain_name: `a${String(at)}.example` }));

/** The page of a list that was asked for, as the server answers it: 15 rows, part of a domain. */
export function pageOf(
  rows: readonly BoardRow[],
  { search = '', page = 1 }: { search?: string | undefined; page?: number | undefined },
) {
  const found = rows.filter(({ domain_name }) => domain_name.includes(search));
  return { page: found.slice((page - 1) * 15, page * 15), total: found.length };
}
