import { SegmentedControl } from '../../kit/filter/segmented-control.tsx';
import type { ListFilter } from '../../parts/renewal/renewal-filter.ts';

const OPTIONS = { undecided: 'Undecided', decided: 'Decided', all: 'All, with suspended' } as const;

interface Props {
  value: ListFilter['decided'];
  onChange: (decided: ListFilter['decided']) => void;
}

/** What is still to be worked on, what is settled, or both and what is suspended. */
export function DecidedFilter({ value, onChange }: Props) {
  return <SegmentedControl label="Show" options={OPTIONS} value={value} onChange={onChange} />;
}
