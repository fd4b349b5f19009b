import { renewals } from '@desk/contract/renewals';
import { useMemo } from 'react';
import { useCall } from '../../api/hooks.ts';

const MINUTE_MS = 60_000;

interface Member {
  readonly email: string;
  readonly name: string;
}

/** Each by name; by the address too where two have the same. */
function namesOf(all: readonly Member[]): ReadonlyMap<string, string> {
  const isShared = ({ email, name }: Member) => all.some((other) => other.name === name && other.email !== email);
  const wordsOf = (one: Member) => (isShared(one) ? `${one.name} (${one.email})` : one.name);
  return new Map(all.map((one) => [one.email, one.name === '' ? one.email : wordsOf(one)]));
}

/**
 * Those to whom a renewal can be assigned: their values are e-mails, first '' for nobody. `holders` are those and who has some
 * yet, but can be given none any more.
 */
export function useMembers() {
  const { data } = useCall(renewals.members, {}, { fresh: MINUTE_MS });
  return useMemo(() => {
    const { members = [], former = [] } = data ?? {};
    const names = namesOf([...members, ...former]);
    const nameOf = (email: string) => names.get(email) ?? email;
    const options = [
      { value: '', label: 'Unassigned' },
      ...members.map(({ email }) => ({ value: email, label: nameOf(email) })),
    ];
    const gone = former.map(({ email }) => ({ value: email, label: `${nameOf(email)} (not active)` }));
    return { options, holders: [...options, ...gone], nameOf };
  }, [data]);
}
