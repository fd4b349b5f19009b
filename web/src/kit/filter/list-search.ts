import { useCallback, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import type { ActiveFilter } from './filters.tsx';
import type { ListFilter, ListFilters, ListPlace } from './list-filters.tsx';
import { tableSearch, useScreenSearch } from './screen-search.ts';

type ValueOf<One> = One extends { readonly reads: z.ZodMiniType<infer Value extends string> } ? Value : never;

/** The search parameters of every list beside its filters. */
interface Place {
  readonly page: number;
  readonly sort: string;
  readonly cols: string;
  readonly rows: string;
  readonly view: string;
}
type Values<Filters extends ListFilters> = { readonly [Name in keyof Filters]: ValueOf<Filters[Name]> } & Place;

/** The value that filters nothing. */
type NoneOf<One> = One extends ListFilter<string, string, infer None> ? ('' extends None ? '' : None) : never;

/** The filters that hold, as the server is asked for them. */
export type AskedBy<Filters extends ListFilters> = {
  readonly [Name in keyof Filters as Filters[Name] extends ListFilter<infer Field> ? Field : never]?: Exclude<
    ValueOf<Filters[Name]>,
    '' | NoneOf<Filters[Name]>
  >;
};

interface Search<Filters, Values, Asked> {
  readonly filters: Filters;
  /** Reads its address. */
  readonly schema: z.ZodMiniType<Texts>;
  readonly values: Values;
  readonly set: (change: Partial<Values>, how?: 'replace' | 'push') => void;
  readonly asked: Asked;
  /** A chip for each filter that holds and has one. */
  readonly active: readonly ActiveFilter[];
  /** How many filters of the toolbar hold. */
  readonly holding: number;
  /** Whether nothing holds but what the list begins with, as a switch may. */
  readonly isUsual: boolean;
  /** Takes all filters away, switches too; undefined while none holds. */
  readonly onClear: (() => void) | undefined;
  /** Takes away what is no switch. */
  readonly reset: () => void;
}

/** The filters of a list, as they stand in the address. */
export type ListSearch<Filters extends ListFilters> = Search<Filters, Values<Filters>, AskedBy<Filters>>;
type Texts = Readonly<Record<string, string | number>> & Place;
/** The same of whatever list. */
export type AnySearch = Search<ListFilters, Texts, Readonly<Record<string, string>>>;

/** A search for what draws the filters of whatever list. */
export const ofAnyList = <Filters extends ListFilters>(search: ListSearch<Filters>): AnySearch =>
  search as unknown as AnySearch;

const { page, sort, cols, rows, view } = tableSearch;
const noneOf = ({ none = '' }: ListFilter): string => none;
const isSwitch = ({ none }: ListFilter): boolean => none !== undefined;
const isFilter = (one: ListFilter | ListPlace): one is ListFilter => one.field !== undefined;

/** An address begins with what is searched for. */
function schemaOf(filters: ListFilters) {
  const own = Object.entries<ListFilter | ListPlace>(filters).map(([name, { reads }]) => [name, reads] as const);
  const fields = Object.fromEntries<z.ZodMiniType>([
    ...own.slice(0, 1),
    ...Object.entries({ sort, page, cols, rows, view }),
    ...own.slice(1),
  ]);
  return z.object(fields) as unknown as z.ZodMiniType<Texts>;
}

function searchOf<Filters extends ListFilters>(
  filters: Filters,
  { schema, values, set }: Pick<AnySearch, 'schema' | 'values' | 'set'>,
): ListSearch<Filters> {
  const all = Object.entries<ListFilter | ListPlace>(filters).flatMap(([name, one]) =>
    isFilter(one) ? [[name, one] as const] : [],
  );
  const held = all.flatMap(([name, filter]) => {
    const typed = String(values[name] ?? '');
    const value = filter.wanted?.(typed) ?? typed;
    return value === noneOf(filter) ? [] : [{ name, filter, value }];
  });
  const usual = schema.parse({});
  const without = (some: readonly (readonly [string, ListFilter])[]) =>
    set(Object.fromEntries(some.map(([name, filter]) => [name, noneOf(filter)])));
  const optional = all.filter(([, filter]) => !isSwitch(filter));
  const active = held.flatMap(({ name, filter, value }) => {
    const { chip, words = String } = filter;
    return chip === undefined ? [] : [{ label: chip, value: words(value), clear: () => without([[name, filter]]) }];
  });
  return {
    filters,
    schema,
    values: values as unknown as Values<Filters>,
    set,
    asked: Object.fromEntries(held.map(({ filter: { field }, value }) => [field, value])) as AskedBy<Filters>,
    active,
    holding: held.filter(({ filter }) => filter.control !== undefined && !isSwitch(filter)).length,
    isUsual: held.every(({ name }) => values[name] === usual[name]),
    onClear: held.length === 0 ? undefined : () => without(all),
    reset: () => without(optional),
  };
}

/** Reads the filters of a list from its address. `filters` are declared once, outside of what is drawn. */
export function useListSearch<const Filters extends ListFilters>(filters: Filters): ListSearch<Filters> {
  const schema = useMemo(() => schemaOf(filters), [filters]);
  const [values, set] = useScreenSearch(schema);
  return searchOf(filters, { schema, values, set });
}

/** The same for a list in a dialog, which has no address and forgets its filters when it is closed. */
export function useDialogSearch<const Filters extends ListFilters>(filters: Filters): ListSearch<Filters> {
  const schema = useMemo(() => schemaOf(filters), [filters]);
  const [values, setValues] = useState(() => schema.parse({}));
  const set = useCallback((change: Partial<Texts>) => setValues((was) => ({ ...was, page: 1, ...change })), []);
  return searchOf(filters, { schema, values, set });
}
