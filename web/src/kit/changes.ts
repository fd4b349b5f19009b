import { makeStore, useStore } from './store.ts';

/** Something the user changed: what, from which value to which, and how to take it back. */
export interface Change {
  readonly id: number;
  readonly what: string;
  readonly from: string;
  readonly to: string;
  readonly undo?: () => Promise<unknown>;
}

const KEPT = 20;
const changes = makeStore<readonly Change[]>([]);
let last = 0;

/** Puts a change into Recent changes; the newest stands first. */
export function recordChange(change: Omit<Change, 'id'>): void {
  last += 1;
  changes.set([{ id: last, ...change }, ...changes.get()].slice(0, KEPT));
}

const forget = (id: number) => changes.set(changes.get().filter((change) => change.id !== id));

/** Takes a change back; it leaves the list, and what undoing it saved comes in as a change of its own. */
export async function undo(change: Change): Promise<void> {
  if (!change.undo) return;
  forget(change.id);
  await change.undo();
}

export const lastUndoable = (): Change | undefined => changes.get().find((change) => change.undo !== undefined);

export const forgetChanges = (): void => changes.set([]);

export const useChanges = (): readonly Change[] => useStore(changes, (all) => all);
