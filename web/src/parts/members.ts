import { renewals } from '@desk/contract/renewals';
import { useMemo } from 'react';
import { useCall } from '../api/hooks.ts';

const MINUTE_MS = 60_000;

/** Those to whom a renewal can be assigned, by e-mail; first '' for nobody. */
export function useMembers() {
  const { data } = useCall(renewals.members, {}, { fresh: MINUTE_MS });
  const options = useMemo(
    () => [
      { value: '', label: 'Unassigned' },
      ...(data?.members ?? []).map(({ email }) => ({ value: email, label: email })),
    ],
    [data],
  );
  return { options };
}
