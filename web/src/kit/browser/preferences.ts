import { useMemo } from 'react';
import { browserStorage } from './browser-storage.ts';
import { makeStore, useStore } from './store.ts';

let owner = '';
/** Counts the changes, so that whoever shows a preference reads it again. */
const changes = makeStore(0);

/** Whose preferences these are: each person on a shared machine has their own. */
export function preferencesOf(person: string): void {
  owner = person;
}

const placeOf = (name: string) => `desk:${owner}:${name}`;

/**
 * Kept in this browser per person. `read` decides what a stored value is worth (null: nothing is stored); what it does not
 * know is the fallback. Undefined takes the preference away.
 */
export function usePreference<Value>(name: string, read: (stored: unknown) => Value): [Value, (next: Value) => void] {
  const stored = useStore(changes, () => JSON.stringify(browserStorage.read(placeOf(name))));
  const value = useMemo(() => read(JSON.parse(stored)), [read, stored]);
  const change = (next: Value) => {
    browserStorage.keep(placeOf(name), next);
    changes.set(changes.get() + 1);
  };
  return [value, change];
}
