import * as z from 'zod/mini';
import { filterOf, type ControlProps } from '../../kit/filter/list-filters.tsx';
import { SegmentedControl } from '../../kit/filter/segmented-control.tsx';

const OPTIONS = { undecided: 'Undecided', decided: 'Decided', all: 'All, with suspended' } as const;

const DecidedControl = ({ value, onChange }: ControlProps) => (
  <SegmentedControl label="Show" options={OPTIONS} value={value as keyof typeof OPTIONS} onChange={onChange} />
);

/** Open renewals, settled ones, or all with the suspended ones. */
export const decidedFilter = filterOf({
  field: 'decided',
  reads: z.catch(z.enum(['undecided', 'decided', 'all']), 'undecided'),
  none: 'all',
  control: DecidedControl,
});
