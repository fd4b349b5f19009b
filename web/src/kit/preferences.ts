import { useMemo } from 'react';
import { makeStore, useStore } from './store.ts';

let owner = '';
const kept = makeStore<ReadonlyMap<string, unknown>>(new Map());

/** Whose preferences these are: each person on a shared machine has their own. */
export function preferencesOf(person: string): void {
  if (person === owner) return;
  owner = person;
  kept.set(new Map());
}

const placeOf = (name: string) => `desk:${owner}:${name}`;

function readStored(name: string): unknown {
  const known = kept.get();
  if (known.has(name)) return known.get(name);
  try {
    return JSON.parse(localStorage.getItem(placeOf(name)) ?? 'null');
  } catch {
    return null;
  }
}

/** Kept in this browser per person. `read` decides what a stored value is worth; what it does not know is the fallback. */
export function usePreference<Value>(name: string, read: (stored: unknown) => Value): [Value, (next: Value) => void] {
  const stored = useStore(kept, () => JSON.stringify(readStored(name)));
  const value = useMemo(() => read(JSON.parse(stored)), [read, stored]);
  const change = (next: Value) => {
    try {
      localStorage.setItem(placeOf(name), JSON.stringify(next));
    } catch {
      // A full or forbidden storage costs the memory of a preference, not the preference.
    }
    kept.set(new Map(kept.get()).set(name, next));
  };
  return [value, change];
}
