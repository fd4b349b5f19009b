import { boards } from '@desk/contract/boards';
import type { ReplyOf } from '@desk/contract/call';
import { directoryProduct } from '@desk/contract/directory-product';
import { renewals, type RenewalRow } from '@desk/contract/renewals';
import { timeline } from '@desk/contract/timeline';
import { INSTRUCTIONS_PATH } from '@desk/contract/rules/instruction';
import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import { useServerEvent } from '../../api/events.ts';
import { useStable } from '../../kit/browser/use-stable.ts';

type Held =
  | ReplyOf<typeof renewals.monthly>
  | ReplyOf<typeof renewals.all>
  | ReplyOf<typeof renewals.mine>
  | ReplyOf<typeof directoryProduct.monthly>;
type Changes = ReadonlyMap<number, Partial<RenewalRow>>;

const LISTS: ReadonlySet<unknown> = new Set([
  renewals.monthly.path,
  renewals.all.path,
  renewals.mine.path,
  directoryProduct.monthly.path,
]);
const isList = (query: Query) => LISTS.has(query.queryKey[0]);
/** The page of a domain tells of its renewals, and what happened to them. */
const PAGES: ReadonlySet<unknown> = new Set(Object.values(timeline).map(({ path }) => path));
const isPage = (query: Query) => PAGES.has(query.queryKey[0]);
/** What is wanted of a renewal: it names no month, and is asked for again with each. */
const isWanted = (query: Query) => query.queryKey[0] === INSTRUCTIONS_PATH;
/** Counts of a month and the lists behind them grow old as the lists do. */
const BOARDS: ReadonlySet<unknown> = new Set(Object.values(boards).map(({ path }) => path));

const changed = <Row extends RenewalRow>(rows: Row[], changes: Changes): Row[] =>
  rows.map((row) => {
    const change = changes.get(row.renewal_id);
    return change ? { ...row, ...change } : row;
  });

function withChanges(held: Held | undefined, changes: Changes): Held | undefined {
  if (!held) return held;
  return 'domains' in held
    ? { ...held, domains: changed(held.domains, changes) }
    : { ...held, customer: changed(held.customer, changes) };
}

/**
 * Puts what was saved into every list of renewals that the browser holds; the other rows stay the same objects. A refresh
 * that is under way may carry the values from before, so it is asked for again.
 */
export function usePutRenewals(): (changes: Changes) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    async (changes) => {
      const refreshing = queries.isFetching({ predicate: isList }) > 0;
      if (refreshing) await queries.cancelQueries({ predicate: isList });
      queries.setQueriesData<Held>({ predicate: isList }, (held) => withChanges(held, changes));
      if (refreshing) void queries.invalidateQueries({ predicate: isList });
      void queries.invalidateQueries({ predicate: (query) => isPage(query) || isWanted(query) });
    },
    [queries],
  );
}

const MonthEvent = z.object({ month: z.string() });
const ListBody = z.object({ month: z.optional(z.string()) });
const PageBody = z.object({ domain_name: z.string() });
type Summary = ReplyOf<typeof timeline.summary>;

/** The domains on screen that have a renewal in one of the months: of what happens in others their pages tell nothing. */
function domainsIn(queries: QueryClient, months: ReadonlySet<string | undefined>): ReadonlySet<string> {
  const pages = queries.getQueriesData<Summary>({ queryKey: [timeline.summary.path] });
  const isTouched = (summary: Summary | undefined) =>
    months.has(undefined) || summary?.renewals.some((one) => months.has(one.renewal_date.slice(0, 7))) === true;
  return new Set(pages.flatMap(([key, summary]) => (isTouched(summary) ? [PageBody.parse(key[1]).domain_name] : [])));
}
const GATHER_MS = 2000;

/** Keeps the lists fresh: what the server says about a month makes the lists that can show it ask anew, gathered. */
export function useFreshRenewals(): void {
  const queries = useQueryClient();
  const months = useRef(new Set<string | undefined>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refresh = useStable(() => {
    const touched = new Set(months.current);
    months.current.clear();
    timer.current = undefined;
    const domains = domainsIn(queries, touched);
    const shows = (query: Query) => {
      if (isWanted(query)) return true;
      if (isPage(query)) return domains.has(PageBody.parse(query.queryKey[1]).domain_name);
      if (!isList(query) && !BOARDS.has(query.queryKey[0])) return false;
      const { month } = ListBody.parse(query.queryKey[1]);
      return month === undefined || touched.has(undefined) || touched.has(month);
    };
    void queries.invalidateQueries({ predicate: shows });
  });
  const onEvent = useStable((event: unknown) => {
    // The line was down: it may have been any month.
    months.current.add(event === undefined ? undefined : MonthEvent.parse(event).month);
    timer.current ??= setTimeout(refresh, GATHER_MS);
  });
  useServerEvent('month', onEvent);
  useEffect(() => () => clearTimeout(timer.current), []);
}
