import { useState } from 'react';
import { businessMonth } from '../../kit/text/clock.ts';
import { filterOf, type ControlProps } from '../../kit/filter/list-filters.tsx';
import { FilterSelect } from '../../kit/filter/filters.tsx';
import { month as monthWords, stepMonth } from '../../kit/text/format.ts';
import { searchMonth } from '../../parts/renewal/renewal-filter.ts';

const MONTHS_AROUND = 24;

function MonthControl({ value, onChange }: ControlProps) {
  const [months] = useState(() =>
    Array.from({ length: 2 * MONTHS_AROUND + 1 }, (_, at) => stepMonth(businessMonth(), at - MONTHS_AROUND)),
  );
  const all = value === '' || months.includes(value) ? months : [value, ...months].toSorted();
  return (
    <FilterSelect
      label="Month"
      value={value}
      options={all.map((month) => ({ value: month, label: monthWords(month) }))}
      onChange={onChange}
    />
  );
}

/** A month to narrow a list to, or none. */
export const monthFilter = filterOf({
  field: 'month',
  reads: searchMonth(''),
  control: MonthControl,
  chip: 'Month',
  words: monthWords,
});
