import { useSyncExternalStore } from 'react';

export interface Store<Value> {
  readonly get: () => Value;
  readonly set: (next: Value) => void;
  readonly subscribe: (received: () => void) => () => void;
}

/** A value that lives outside the components that show it. */
export function makeStore<Value>(first: Value): Store<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const events of [...listeners]) events();
    },
    subscribe: (lines) => {
      listeners.add(lines);
      return () => listeners.delete(lines);
    },
  };
}

export const useStore = <Value, Part>(store: Store<Value>, pick: (value: Value) => Part): Part =>
  useSyncExternalStore(store.subscribe, () => pick(store.get()));
