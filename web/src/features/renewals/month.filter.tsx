import { useState } from 'react';
import { businessMonth } from '../../kit/text/clock.ts';
import { FilterSelect } from '../../kit/filter/filters.tsx';
import { month as monthWords, stepMonth } from '../../kit/text/format.ts';

const MONTHS_AROUND = 24;

interface Props {
  /** `yyyy-mm`; '' for all months. */
  value: string;
  onChange: (month: string) => void;
}

/** A month to narrow a list to, or none. */
export function MonthFilter({ value, onChange }: Props) {
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
