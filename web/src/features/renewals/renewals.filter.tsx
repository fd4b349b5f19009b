import { Flag, LicenceBand, RenewalStatus, Segment, Zone } from '@desk/contract/words/lists';
import { useCallback } from 'react';
import { FilterPills, SelectPill, TextPill } from '../../kit/filter/pills.tsx';
import { SearchBox } from '../../kit/filter/search-box.tsx';
import type { Option } from '../../kit/form/edit-select.tsx';
import { useMembers } from '../../parts/renewal/members.ts';
import { NONE, type RenewalFilter } from '../../parts/renewal/renewal-filter.ts';

interface Props {
  filter: RenewalFilter;
  /** As the address may say it: a word that no filter knows falls back to none. */
  onFilter: (change: Partial<Record<keyof RenewalFilter, string>>) => void;
  /** Given while some hold. */
  onClear: (() => void) | undefined;
}

const without = (label: string): Option => ({ value: NONE, label });
const CHOICES = [
  ['size', 'Licence size', LicenceBand.options],
  ['segment', 'Segment', Segment.options],
  ['zone', 'Zone', [...Zone.options, without('No zone')]],
  ['flag', 'Flag', [...Flag.options, without('No flag')]],
  ['status', 'Confirmation', [...RenewalStatus.options, without('No status')]],
  [
    'reseller',
    'Reseller',
    [
      { value: 'Y', label: 'By a reseller' },
      { value: 'N', label: 'Direct' },
    ],
  ],
  [
    'notified',
    'Notified',
    [
      { value: 'sent', label: 'Sent' },
      { value: 'queued', label: 'Queued' },
      { value: 'failed', label: 'Failed' },
      without('Not yet'),
    ],
  ],
] as const satisfies readonly (readonly [keyof RenewalFilter, string, readonly Option[]])[];

/** Domain or company, and what narrows a month, each a pill. */
export function RenewalsFilter({ filter, onFilter, onClear }: Props) {
  const { holders } = useMembers();
  const setQuery = useCallback((q: string) => onFilter({ q }), [onFilter]);
  return (
    <>
      <SearchBox label="Search domain or company" value={filter.q} onSearch={setQuery} isInline />
      <FilterPills onClear={onClear}>
        <SelectPill
          label="Assigned to"
          value={filter.assigned}
          options={holders.map((one) => (one.value === '' ? { ...one, value: NONE } : one))}
          onChange={(assigned) => onFilter({ assigned })}
        />
        {CHOICES.map(([name, label, options]) => (
          <SelectPill
            key={name}
            label={label}
            value={filter[name]}
            options={options}
            onChange={(value) => onFilter({ [name]: value })}
          />
        ))}
        <TextPill label="Company" value={filter.company} onChange={(company) => onFilter({ company })} />
      </FilterPills>
    </>
  );
}
