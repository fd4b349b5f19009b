import { makeStore, useStore } from '../browser/store.ts';

/** `done` is read when convenient and goes by itself; `failed` interrupts and stays until it is dismissed. */
export type SayKind = 'done' | 'failed';

export interface Said {
  readonly id: number;
  readonly kind: SayKind;
  readonly text: string;
  /** How often the same was said while it stood. */
  readonly count: number;
  readonly retry?: () => void;
}

const AT_ONCE = 3;
const toasts = makeStore<readonly Said[]>([]);
let last = 0;

/** Tells the user something, seen and heard; the same text again counts up instead of piling up. */
export function say(kind: SayKind, text: string, { retry }: { retry?: () => void } = {}): void {
  const before = toasts.get();
  const same = before.find((said) => said.kind === kind && said.text === text);
  last += 1;
  const said: Said = { id: last, kind, text, count: (same?.count ?? 0) + 1, ...(retry && { retry }) };
  toasts.set([...before.filter((other) => other !== same), said].slice(-AT_ONCE));
}

export const dismiss = (id: number): void => toasts.set(toasts.get().filter((said) => said.id !== id));

export const silence = (): void => toasts.set([]);

export const useSaid = (): readonly Said[] => useStore(toasts, (all) => all);
