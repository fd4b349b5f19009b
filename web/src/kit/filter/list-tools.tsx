import { Button } from '../button/button.tsx';
import { useCallback, type ReactNode } from 'react';
import { FilterPills } from './filter-pills.tsx';
import { FilterChips } from './filters.tsx';
import type { ListFilter } from './list-filters.tsx';
import type { AnySearch } from './list-search.ts';
import { Toolbar } from '../layout/toolbar.tsx';

export interface ResetProps {
  /** The words of a button that is always there and takes the filters away, in place of the chips' own. */
  reset?: string | undefined;
}

interface Props extends ResetProps {
  search: AnySearch;
  /** Beside the filters: buttons, an export. */
  children?: ReactNode;
}

/** The filters of a list in their order, and the chips of those that hold. */
export function ListTools({ search, reset, children }: Props) {
  const { filters, holding, active } = search;
  const controls = Object.entries(filters).filter(([, filter]) => 'control' in filter);
  const pills = controls.filter(([, filter]) => isPill(filter));
  const isSet = (name: string) => search.values[name] !== '';
  const draw = (name: string, filter: AnySearch['filters'][string]) => (
    <Control key={name} name={name} filter={filter as ListFilter} search={search} />
  );
  const hasChips = Object.values(filters).some((filter) => 'chip' in filter);
  return (
    <>
      {(controls.length > 0 || children !== undefined) && (
        <Toolbar holding={holding}>
          {controls.flatMap(([name, filter]) => (isPill(filter) ? [] : [draw(name, filter)]))}
          {pills.length > 0 && (
            <FilterPills
              pills={Object.fromEntries(pills.map(([name, filter]) => [name, draw(name, filter)]))}
              isSet={isSet}
              // Where there are chips or a button for all, these take the pills away too.
              onClear={
                reset === undefined && active.length === 0 && pills.some(([name]) => isSet(name))
                  ? search.reset
                  : undefined
              }
            />
          )}
          {reset !== undefined && (
            <Button variant="default" onClick={search.reset}>
              {reset}
            </Button>
          )}
          {children}
        </Toolbar>
      )}
      {hasChips && <FilterChips active={active} {...(reset === undefined && { onClear: search.reset })} />}
    </>
  );
}

const isPill = (filter: AnySearch['filters'][string]) => 'isPill' in filter && filter.isPill === true;

function Control({ name, filter, search }: { name: string; filter: ListFilter; search: AnySearch }) {
  const { values, set } = search;
  const onChange = useCallback((value: string) => set({ [name]: value }), [set, name]);
  const Field = filter.control;
  return Field && <Field value={String(values[name] ?? '')} onChange={onChange} />;
}
