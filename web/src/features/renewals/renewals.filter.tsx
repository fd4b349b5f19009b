import { LicenceBand, Segment } from '@desk/contract/words/lists';
import { useCallback } from 'react';
import { FilterSelect } from '../../kit/filter/filters.tsx';
import { SearchBox } from '../../kit/filter/search-box.tsx';
import { useMembers } from '../../parts/renewal/members.ts';
import { UNASSIGNED, type RenewalFilter } from '../../parts/renewal/renewal-filter.ts';

interface Props {
  filter: RenewalFilter;
  onFilter: (change: Partial<RenewalFilter>) => void;
}

/** Domain, assignee, licence size and segment. */
export function RenewalsFilter({ filter, onFilter }: Props) {
  const { holders } = useMembers();
  const setQuery = useCallback((q: string) => onFilter({ q }), [onFilter]);
  return (
    <>
      <SearchBox label="Search domain or company" value={filter.q} onSearch={setQuery} />
      <FilterSelect
        label="Assigned to"
        value={filter.assigned}
        options={holders.map((one) => (one.value === '' ? { ...one, value: UNASSIGNED } : one))}
        onChange={(assigned) => onFilter({ assigned })}
      />
      <FilterSelect
        label="Licence size"
        value={filter.size}
        options={LicenceBand.options}
        onChange={(size) => onFilter({ size: LicenceBand.options.find((band) => band === size) ?? '' })}
      />
      <FilterSelect
        label="Segment"
        value={filter.segment}
        options={Segment.options}
        onChange={(segment) => onFilter({ segment: Segment.options.find((one) => one === segment) ?? '' })}
      />
    </>
  );
}
