import { useNavigate, useRouterState } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { rememberFilters } from './last-filters.ts';
import { useStable } from '../browser/use-stable.ts';
import { useStillHere } from '../browser/use-still-here.ts';

type Search = Readonly<Record<string, string>>;

/** A text of the address; '' where it is missing. */
export const searchText = z.catch(z.string(), '');
/** A page number of the address; 1 where it is missing or no number. */
const searchPage = z.catch(z.coerce.number().check(z.int(), z.gte(1)), 1);

/**
 * The search parameters of every list, besides its own filters. `sort` is a column, `-` before it for descending; `cols` are
 * ids of columns or the name of a view, `rows` is how many a page has, `view` names the saved view that is open.
 */
export const tableSearch = {
  ...{ q: searchText, sort: searchText, page: searchPage },
  ...{ cols: searchText, rows: searchText, view: searchText },
};

type Values = Readonly<Record<string, string | number>>;
/** `replace` for typing and choosing, `push` for what Back should undo: month and page. */
type Set<Output> = (change: Partial<Output>, how?: 'replace' | 'push') => void;

/** In the state of an address to which a list led itself: who came from elsewhere came by a link. */
export const WITHIN = 'desk:within';

/** Values as the address has them: what equals its default is left out. */
export function writtenSearch(values: Values, schema: z.ZodMiniType<Values>): Record<string, string> {
  const defaults = schema.parse({});
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === defaults[name] ? [] : [[name, String(value)]])),
  );
}

/**
 * The filters of a screen, in its address: read through `schema`, whose fields each fall back (`z.catch`) to their default.
 * A change of anything but the page goes back to page 1. What equals its default is not written.
 * Once the screen was left nothing is changed: the address is another one's.
 */
export function useScreenSearch<Output extends Values>(schema: z.ZodMiniType<Output>): [Output, Set<Output>] {
  const navigate = useNavigate();
  const search = useRouterState({ select: (state) => state.location.search as Search });
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const isHere = useStillHere();
  const values = schema.parse(search);
  const set = useStable((change: Partial<Output>, how: 'replace' | 'push' = 'replace') => {
    if (!isHere()) return;
    const next = { ...values, ...('page' in values && { page: 1 }), ...change };
    const text = writtenSearch(next, schema);
    rememberFilters(pathname, text);
    // Other search parameters, such as the open dialog, stay.
    const beside = Object.fromEntries(Object.entries(search).filter(([name]) => !(name in values)));
    const to = { search: { ...beside, ...text }, state: { [WITHIN]: true } as never };
    void navigate({ to: '.', ...to, replace: how === 'replace' });
  });
  return [values, set];
}
