import { renewals } from '@desk/contract/renewals';
import { useMemo } from 'react';
import { useCall } from '../../api/hooks.ts';

const MINUTE_MS = 60_000;

/**
 * Those to whom a renewal can be assigned, by e-mail; first '' for nobody. `holders` are those and who has some yet, but can be
 * given none any more.
 */
export function useMembers() {
  const { data } = useCall(renewals.members, {}, { fresh: MINUTE_MS });
  return useMemo(() => {
    const options = [
      { value: '', label: 'Unassigned' },
      ...(data?.members ?? []).map(({ email }) => ({ value: email, label: email })),
    ];
    const names = new Map([...(data?.members ?? []), ...(data?.former ?? [])].map(({ email, name }) => [email, name]));
    const former = (data?.former ?? []).map(({ email }) => ({ value: email, label: `${email} (not active)` }));
    const nameOf = (email: string) => names.get(email) ?? email;
    return { options, holders: [...options, ...former], nameOf };
  }, [data]);
}
