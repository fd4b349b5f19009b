import { useCallback, type ReactNode } from 'react';
import { FilterChips } from './filters.tsx';
import type { ListFilter } from './list-filters.tsx';
import type { AnySearch } from './list-search.ts';
import { Toolbar } from '../layout/toolbar.tsx';

interface Props {
  search: AnySearch;
  /** Beside the filters: buttons, an export. */
  children?: ReactNode;
}

/** The filters of a list in their order, and the chips of those that hold. */
export function ListTools({ search, children }: Props) {
  const { filters, holding, active, onClear } = search;
  const controls = Object.entries(filters).filter(([, filter]) => 'control' in filter);
  const hasChips = Object.values(filters).some((filter) => 'chip' in filter);
  return (
    <>
      {(controls.length > 0 || children !== undefined) && (
        <Toolbar holding={holding}>
          {controls.map(([name, filter]) => (
            <Control key={name} name={name} filter={filter as ListFilter} search={search} />
          ))}
          {children}
        </Toolbar>
      )}
      {hasChips && <FilterChips active={active} {...(onClear && { onClear })} />}
    </>
  );
}

function Control({ name, filter, search }: { name: string; filter: ListFilter; search: AnySearch }) {
  const { values, set } = search;
  const onChange = useCallback((value: string) => set({ [name]: value }), [set, name]);
  const Field = filter.control;
  return Field && <Field value={String(values[name] ?? '')} onChange={onChange} />;
}
