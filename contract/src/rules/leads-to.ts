import type * as z from 'zod/mini';
import type { Decision, RenewalStatus } from '../words/lists.ts';

type Status = z.infer<typeof RenewalStatus>;

/**
 * What the status of a renewal asks the provider for, once a person has confirmed it.
 * - `undecided`: nothing yet. `nothing`: it rests, and nothing is placed.
 * - `renew`: with the seats that are asked for. `flexible`, `end`: as they say; an end is only proposed.
 * - `renew-by-hand`: another product, which somebody orders at the provider.
 * - `order-seats`: seats now, in the middle of the term; the renewal stays undecided.
 */
export type LeadsTo = 'undecided' | 'nothing' | 'renew' | 'flexible' | 'end' | 'renew-by-hand' | 'order-seats';

const BY_STATUS: Readonly<Record<Status, LeadsTo>> = {
  'In Discussion': 'undecided',
  Extension: 'undecided',
  'Mid Term Upgrade': 'order-seats',
  'Confirmation Received': 'renew',
  'Partial Upgrade': 'renew',
  Upgrade: 'renew-by-hand',
  'Confirmation received for flex': 'flexible',
  Suspended: 'nothing',
  Lost: 'end',
  'Moved to O365': 'end',
  'Move To Axima': 'end',
};

/** What a comment of the staff leads to. */
export const statusLeadsTo = (status: Status | null): LeadsTo => (status === null ? 'undecided' : BY_STATUS[status]);

interface Wished {
  readonly decision: Decision;
  readonly plan_name: string | null;
}

/** What a customer's own decision leads to: who wants to talk has not decided. */
export function decisionLeadsTo({ decision, plan_name }: Wished): LeadsTo {
  switch (decision) {
    case 'talk':
      return 'undecided';
    case 'do_not_renew':
      return 'end';
    case 'renew':
      return 'renew';
    case 'change':
      return plan_name === 'FLEXIBLE' ? 'flexible' : 'renew';
  }
}
