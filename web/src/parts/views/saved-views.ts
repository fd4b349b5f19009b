import type { ReplyOf } from '@desk/contract/call';
import { isOfCustomers } from '@desk/contract/rules/pages';
import { views, type SavedView } from '@desk/contract/views';
import { useMatch, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type * as z from 'zod/mini';
import { useCall } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { useStable } from '../../kit/browser/use-stable.ts';
import { useStillHere } from '../../kit/browser/use-still-here.ts';
import { rememberFilters } from '../../kit/filter/last-filters.ts';
import { WITHIN, writtenSearch } from '../../kit/filter/screen-search.ts';
import type { PageSizing } from '../../kit/table/page-size.ts';

/** Search parameters as the address has them. */
export type Address = Readonly<Record<string, string>>;

type Values = Readonly<Record<string, string | number>>;
interface Place {
  readonly cols: string;
  readonly rows: string;
  readonly view: string;
}

/** The address of a list, whatever its filters are. */
export interface ViewedSearch {
  readonly schema: z.ZodMiniType<Values & Place>;
  readonly values: Place;
  readonly set: (change: Partial<Place>) => void;
}

export interface SavedViewOptions {
  /** How the rows of a page are chosen, where they can be. */
  size?: PageSizing;
  /** Search parameters that stay when another view is opened and belong to none, such as the month. */
  shared?: readonly string[];
  /** The parameter that names the list, where a screen has several: each shows its own views only. */
  per?: string;
}

interface Columns {
  /** Whether they are the columns of a view that is built in. */
  readonly isNamed: boolean;
  readonly choice: string;
  readonly usual: string;
  readonly known: (choice: string) => string;
}

/** For so long the views of a screen are not asked for again; the server tells when there are others. */
const FRESH_MS = 300_000;
const NOT_SAVED = ['page', 'view'];
const NONE: readonly string[] = [];

/** The address of the list's own screen: the page's is that of the next one, while that is on its way. */
const useOwnPath = () => useMatch({ strict: false, select: ({ pathname }) => pathname });

/** The staff's screen that the list stands on, by its route. */
function useScreen(): string | undefined {
  const path = useOwnPath();
  const role = useSession()?.role;
  const route = /^\/home\/([\w-]+)$/.exec(path)?.[1];
  return route === undefined || role === 'CUSTOMER' || isOfCustomers(route) ? undefined : route;
}

const textOf = (address: Address): string =>
  new URLSearchParams(Object.entries(address).toSorted(([one], [other]) => (one < other ? -1 : 1))).toString();
const addressIn = (text: string): Address => Object.fromEntries(new URLSearchParams(text));
const only = (address: Address, isWanted: (name: string) => boolean): Address =>
  Object.fromEntries(Object.entries(address).filter(([name]) => isWanted(name)));

/** What an address says of a list, written so that the same is always the same text. */
function writerOf({ schema }: ViewedSearch, columns: Columns, { size, shared = NONE, per }: SavedViewOptions) {
  const content = (values: Values & Place): Address => ({
    ...only(writtenSearch(values, schema), (name) => !NOT_SAVED.includes(name) && !shared.includes(name)),
    cols: columns.known(values.cols === '' ? columns.usual : values.cols),
    ...(size && { rows: String(size.known(values.rows) ?? size.usual) }),
  });
  const read = (address: Address) => schema.parse(address);
  /** Whether a view is one of this list; a screen may have several lists. */
  const isHere = (view: SavedView, values: Values) =>
    per === undefined || read(addressIn(view.search))[per] === values[per];
  const sharedOf = (values: Values): Address => only(writtenSearch(values, schema), (name) => shared.includes(name));
  /** Where a view leads: to what there still is of it. What belongs to another list is read there. */
  const addressOf = (view: SavedView, values: Values & Place): Address => ({
    ...sharedOf(values),
    ...(isHere(view, values) ? content(read(addressIn(view.search))) : addressIn(view.search)),
    view: String(view.view_id),
  });
  return { content, read, isHere, sharedOf, addressOf };
}

/** Other addresses of the screen, and the way there. */
function useMoves() {
  const navigate = useNavigate();
  const path = useOwnPath();
  const isHere = useStillHere();
  const go = useStable((address: Address, how: 'replace' | 'push' = 'push') => {
    if (!isHere()) return;
    rememberFilters(path, address);
    void navigate({
      to: '.',
      search: address as never,
      state: { [WITHIN]: true } as never,
      replace: how === 'replace',
    });
  });
  return { go, hrefOf: (address: Address) => `${path}?${new URLSearchParams(address).toString()}` };
}

interface FirstView {
  shared: readonly string[] | undefined;
  open: (view: SavedView) => void;
}

/**
 * Opens the view that a screen begins with: the default where it came from the menu, the named one where an address has nothing but
 * its name. Once, and never for what stands in a link or was cleared on the screen itself.
 */
function useFirstView(known: { readonly views: readonly SavedView[] } | undefined, { shared = NONE, open }: FirstView) {
  const here = useRouterState({ select: ({ location }) => location.search as Address });
  const isWithin = useRouterState({ select: ({ location }) => WITHIN in location.state });
  const begin = useStable((all: readonly SavedView[]) => {
    const names = Object.keys(here);
    const isNamedAlone = names.every((name) => name === 'view' || shared.includes(name));
    const first = all.find(({ is_default, view_id }) =>
      names.length === 0 ? is_default : isNamedAlone && String(view_id) === here['view'],
    );
    if (first && !isWithin) open(first);
  });
  const begun = useRef(false);
  useEffect(() => {
    if (!known || begun.current) return;
    begun.current = true;
    begin(known.views);
  }, [known, begin]);
}

const NOT_THERE: ReplyOf<typeof views.list> = { views: [], may_share_with_all: false };

/** The saved views of the list that is on screen, which of them is open, and whether what is shown still is what it says. */
export function useSavedViews(search: ViewedSearch, columns: Columns, options: SavedViewOptions) {
  const values = search.values as Values & Place;
  const screen = useScreen();
  const query = useCall(views.list, { screen: screen ?? '' }, { enabled: screen !== undefined, fresh: FRESH_MS });
  const moves = useMoves();
  const { content, read, isHere, sharedOf, addressOf } = writerOf(search, columns, options);
  const { views: all, may_share_with_all: mayShareWithAll } = query.data ?? NOT_THERE;
  const own = all.filter((view) => isHere(view, values));
  const open = own.find(({ view_id }) => String(view_id) === values.view);
  const { size, per } = options;
  const now = content({ ...values, cols: columns.choice, ...(size && { rows: String(size.size) }) });
  const filters = only(now, (name) => !['cols', 'rows', per].includes(name));

  useFirstView(query.data, { shared: options.shared, open: (view) => moves.go(addressOf(view, values), 'replace') });
  const isChanged = open !== undefined && textOf(now) !== textOf(content(read(addressIn(open.search))));
  /** Nothing is filtered or sorted, and the columns have a name. */
  const isPlain = Object.keys(filters).length === 0 && columns.isNamed;
  return {
    screen,
    query,
    own,
    open,
    mayShareWithAll,
    /** What is shown, as a view keeps it. */
    text: textOf(now),
    isChanged,
    /** What is shown is no view yet. */
    isNew: screen !== undefined && (open ? isChanged : !isPlain),
    addressOf: (view: SavedView) => addressOf(view, values),
    /** The list with other columns; it is left without the filters of the view that was open. */
    addressWith: (cols: string): Address =>
      open
        ? { ...sharedOf(values), ...only(now, (name) => name === per), cols }
        : { ...only(writtenSearch(values, search.schema), (name) => !NOT_SAVED.includes(name)), cols },
    /** The same under the name of another view, or of none. */
    addressAs: (view: string): Address => ({ ...sharedOf(values), ...now, ...(view !== '' && { view }) }),
    ...moves,
  };
}

export type SavedViews = ReturnType<typeof useSavedViews>;
