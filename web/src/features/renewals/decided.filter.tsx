import * as z from 'zod/mini';
import { filterOf, type ControlProps } from '../../kit/filter/list-filters.tsx';
import { SegmentedControl } from '../../kit/filter/segmented-control.tsx';

const OPTIONS = { undecided: 'Undecided', decided: 'Decided', all: 'All, with suspended' } as const;

const DecidedControl = ({ value, onChange }: ControlProps) => (
  <SegmentedControl label="Show" options={OPTIONS} value={value as keyof typeof OPTIONS} onChange={onChange} />
);

/** What is still to be worked on, what is settled, or both and what is suspended. */
export const decidedFilter = filterOf({
  field: 'decided',
  reads: z.catch(z.enum(['undecided', 'decided', 'all']), 'undecided'),
  none: 'all',
  control: DecidedControl,
});
