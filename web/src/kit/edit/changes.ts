import { now } from '../text/clock.ts';
import { shown } from '../text/format.ts';
import { toast } from '../feedback/toast.ts';
import { makeStore, useStore } from '../browser/store.ts';

/** An entry of Recent changes; with `from` and `to` where a value was replaced. */
export interface Recorded {
  readonly what: string;
  readonly from?: string;
  readonly to?: string;
  /** Takes it back; rejects, with a sentence, where that cannot be done. Left out for what cannot be taken back. */
  readonly undo?: () => Promise<unknown>;
  /** It took something back. */
  readonly isUndo?: true;
}

export interface Change extends Recorded {
  readonly id: number;
  /** When, an instant. */
  readonly at: string;
  /** Where it was done, and is seen: path and search. */
  readonly address: string;
}

const MOST_CHANGES = 20;
const changes = makeStore<readonly Change[]>([]);
let last = 0;

const store = (all: readonly Change[]) =>
  changes.set(all.toSorted((one, other) => other.id - one.id).slice(0, MOST_CHANGES));

/** Puts a change into Recent changes, where the newest stands first; the answer is for a toast that takes it back as well. */
export function recordChange(recorded: Recorded): Change {
  last += 1;
  const address = `${window.location.pathname}${window.location.search}`;
  const change = { id: last, at: new Date(now()).toISOString(), address, ...recorded };
  store([change, ...changes.get()]);
  return change;
}

/** What is taken back, or is about to be: a second button for it does nothing. */
const undone = new WeakSet<Change>();
const remove = (id: number) => changes.set(changes.get().filter((change) => change.id !== id));

/**
 * Takes a change back; it leaves the list, and what undoing it saved comes in as a change of its own. One that could not
 * be taken back stands there again, and why is said.
 */
export async function undo(change: Change): Promise<void> {
  if (!change.undo || undone.has(change)) return;
  undone.add(change);
  remove(change.id);
  try {
    await change.undo();
  } catch (error) {
    undone.delete(change);
    store([...changes.get(), change]);
    toast('failed', `${change.what} is not undone. ${(error as Error).message}`);
  }
}

type Value = string | number | boolean | null;

/** The changed fields in words, before ("Zone N/A, Flag Red") and after. Undefined: none changed. */
export function differences<Field extends string>(
  labels: Readonly<Record<Field, string>>,
  was: Readonly<Partial<Record<Field, Value>>>,
  now: Readonly<Partial<Record<Field, Value>>>,
): { readonly from: string; readonly to: string } | undefined {
  const fields = (Object.keys(labels) as Field[]).filter(
    (field) => field in now && String(was[field] ?? '') !== String(now[field] ?? ''),
  );
  const words = (of: typeof was) => fields.map((field) => `${labels[field]} ${wordOf(of[field])}`).join(', ');
  return fields.length === 0 ? undefined : { from: words(was), to: words(now) };
}
const wordOf = (value: Value | undefined): string =>
  typeof value === 'boolean'
    ? value
      ? 'yes'
      : 'no'
    : shown(value === undefined || value === null ? null : String(value));

/** The newest change that took nothing back. */
export const lastChange = (): Change | undefined => changes.get().find(({ isUndo }) => isUndo !== true);

export const forgetChanges = (): void => changes.set([]);

export const useChanges = (): readonly Change[] => useStore(changes, (all) => all);
