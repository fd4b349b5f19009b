import type { AccountStatus } from '@desk/contract/words/lists';
import type * as z from 'zod/mini';
import { choiceFilter } from '../../kit/filter/list-filters.tsx';

type Status = z.infer<typeof AccountStatus>;

const WORDS: Readonly<Record<Status, string>> = {
  PENDING: 'Pending',
  ACTIVE: 'Active',
  REJECTED: 'Rejected',
  SUSPENDED: 'Suspended',
};

/** A status of an account or a domain in the words of the screens. */
export const statusWord = (status: Status): string => WORDS[status];

/** The choices of a status, without the one that holds now. */
export const statusOptions = (statuses: readonly Status[], current?: Status) =>
  statuses.filter((status) => status !== current).map((value) => ({ value, label: WORDS[value] }));

/** Any status. */
export const statusFilter = choiceFilter('Status', {
  field: 'status',
  values: ['PENDING', 'ACTIVE', 'REJECTED', 'SUSPENDED'],
  words: WORDS,
});

/** Whatever was decided: what waits has a list of its own. */
export const decidedFilter = choiceFilter('Status', {
  field: 'status',
  values: ['ACTIVE', 'REJECTED', 'SUSPENDED'],
  words: WORDS,
});
