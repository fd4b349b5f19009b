import { makeStore, useStore } from '../browser/store.ts';

/** `done` is read when convenient and goes by itself; `failed` interrupts and stays until it is dismissed. */
export type ToastKind = 'done' | 'failed';

export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
  /** How often the same was said while it stood. */
  readonly count: number;
  /** One thing that can be done about it; it goes with the toast. */
  readonly action?: { readonly words: 'Retry' | 'Undo'; readonly press: () => void };
}

interface Actions {
  retry?: () => void;
  /** Takes back what was done. Such a toast stays longer, with a line of the time that is left. */
  undo?: () => void;
}

function actionOf({ retry, undo }: Actions): Pick<Toast, 'action'> {
  if (undo) return { action: { words: 'Undo', press: undo } };
  return retry ? { action: { words: 'Retry', press: retry } } : {};
}

const AT_ONCE = 3;
/** No more than a few at once: the oldest success goes, one that can still be undone after the others. What failed stays. */
function fewOf(before: readonly Toast[], entry: Toast): readonly Toast[] {
  const done = before.filter(({ kind }) => kind === 'done');
  const leaving = [...done.filter(({ action }) => !action), ...done.filter(({ action }) => action)];
  const gone = new Set(leaving.slice(0, Math.max(0, before.length + 1 - AT_ONCE)));
  return [...before.filter((one) => !gone.has(one)), entry];
}

const toastStore = makeStore<readonly Toast[]>([]);
let last = 0;

/** Tells the user something, seen and heard; the same text again counts up instead of piling up. */
export function toast(kind: ToastKind, text: string, actions: Actions = {}): void {
  const before = toastStore.get();
  // Of two that can be undone each is undone by its own button.
  const same = actions.undo ? undefined : before.find((toast) => toast.kind === kind && toast.text === text);
  last += 1;
  const entry: Toast = { id: last, kind, text, count: (same?.count ?? 0) + 1, ...actionOf(actions) };
  toastStore.set(
    fewOf(
      before.filter((other) => other !== same),
      entry,
    ),
  );
}

export const dismiss = (id: number): void => toastStore.set(toastStore.get().filter((one) => one.id !== id));

export const dismissAll = (): void => toastStore.set([]);

export const useToasts = (): readonly Toast[] => useStore(toastStore, (all) => all);
