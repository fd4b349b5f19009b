import { Button } from '../button/button.tsx';
import { useCallback, type ReactNode } from 'react';
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
  const hasChips = Object.values(filters).some((filter) => 'chip' in filter);
  return (
    <>
      {(controls.length > 0 || children !== undefined) && (
        <Toolbar holding={holding}>
          {controls.map(([name, filter]) => (
            <Control key={name} name={name} filter={filter as ListFilter} search={search} />
          ))}
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

function Control({ name, filter, search }: { name: string; filter: ListFilter; search: AnySearch }) {
  const { values, set } = search;
  const onChange = useCallback((value: string) => set({ [name]: value }), [set, name]);
  const Field = filter.control;
  return Field && <Field value={String(values[name] ?? '')} onChange={onChange} />;
}
