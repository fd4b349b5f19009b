import { AgreementStatus, Flag, LicenceBand, RenewalStatus, Segment, Zone } from '@desk/contract/words/lists';
import { NONE } from '@desk/contract/renewals';
import { useCallback, type ReactNode } from 'react';
import { FilterPills } from '../../kit/filter/filter-pills.tsx';
import { ChoicesPill, SelectPill, TextPill } from '../../kit/filter/pills.tsx';
import { SearchBox } from '../../kit/filter/search-box.tsx';
import type { Option } from '../../kit/form/edit-select.tsx';
import { useMembers } from '../../parts/renewal/members.ts';
import type { RenewalFilter } from '../../parts/renewal/renewal-filter.ts';

interface Props {
  filter: RenewalFilter;
  /** As the address may say it: a word that no filter knows falls back to none. */
  onFilter: (change: Partial<Record<keyof RenewalFilter, string>>) => void;
  /** Given while some hold. */
  onClear: (() => void) | undefined;
}

const without = (label: string): Option => ({ value: NONE, label });
type Choice = readonly [name: keyof RenewalFilter, label: string, options: readonly Option[]];
const CHOICES: readonly Choice[] = [
  ['segment', 'Segment', Segment.options],
  ['zone', 'Zone', [...Zone.options, without('No zone')]],
  ['flag', 'Flag', [...Flag.options, without('No flag')]],
  ['agreement', 'Agreement', [...AgreementStatus.options, without('No agreement')]],
  [
    'contact',
    'Last contact',
    [
      { value: '7', label: 'Untouched for 7 days' },
      { value: '14', label: 'Untouched for 14 days' },
      { value: '30', label: 'Untouched for 30 days' },
      { value: 'never', label: 'Never' },
    ],
  ],
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
];

/** Domain or company, and what narrows a month, each a pill. */
export function RenewalsFilter({ filter, onFilter, onClear }: Props) {
  const { holders } = useMembers();
  const setQuery = useCallback((q: string) => onFilter({ q }), [onFilter]);
  const of = (name: keyof RenewalFilter, label: string) => ({
    ...{ label, value: filter[name] },
    onChange: (value: string) => onFilter({ [name]: value }),
  });
  const members = holders.map((one) => (one.value === '' ? { ...one, value: NONE } : one));
  const pills: Readonly<Partial<Record<keyof RenewalFilter, ReactNode>>> = {
    assigned: <SelectPill {...of('assigned', 'Assigned to')} options={members} />,
    size: <ChoicesPill {...of('size', 'Licence size')} options={LicenceBand.options} />,
    ...Object.fromEntries(
      CHOICES.map(([name, label, options]) => [name, <SelectPill key={name} {...of(name, label)} options={options} />]),
    ),
    company: <TextPill {...of('company', 'Company')} />,
  };
  return (
    <>
      <SearchBox label="Search domain or company" value={filter.q} onSearch={setQuery} isInline />
      <FilterPills pills={pills} isSet={(name) => filter[name as keyof RenewalFilter] !== ''} onClear={onClear} />
    </>
  );
}
