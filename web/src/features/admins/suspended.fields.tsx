import { handOver } from '@desk/contract/renewal-work/hand-over';
import { useCall } from '../../api/hooks.ts';
import { useMayCall } from '../../api/may-call.ts';
import { counted } from '../../kit/text/format.ts';

const GOES = 'who covers for them, else to their manager, else to nobody. You see it then, and can change it.';

/** What suspending somebody does, before it is done: where their renewals go, and how many there are. */
export function WhatSuspendingDoes({ id }: { id: number }) {
  const may = useMayCall(handOver.list);
  const { data } = useCall(handOver.list, {}, { enabled: may });
  const count = data && (data.owners.find(({ account_id }) => account_id === id)?.count ?? 0);
  return (
    <div role="status">
      <p>Saving this logs the admin out everywhere.</p>
      <p>{wordsOf(count)}</p>
    </div>
  );
}

/** @param count undefined: it is not known */
function wordsOf(count: number | undefined): string {
  if (count === 0) return 'They have no open renewals.';
  return count === undefined
    ? `Open renewals of theirs go to ${GOES}`
    : `Their ${counted(count, 'open renewal')} go to ${GOES}`;
}
