import { useEffect } from 'react';
import { makeStore, useStore } from './store.ts';
import { useStable } from './use-stable.ts';

export interface Shortcut {
  /** As people read it: "Ctrl+K", "[", "g r". */
  readonly keys: string;
  readonly label: string;
}

interface Heard extends Shortcut {
  readonly press: () => void;
}

const SEQUENCE_MS = 1000;
const heard = makeStore<readonly Heard[]>([]);

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

const spell = (event: KeyboardEvent) => {
  const held = event.ctrlKey || event.metaKey ? 'Ctrl+' : '';
  return held + (event.key.length === 1 && held !== '' ? event.key.toUpperCase() : event.key);
};

/** A key for the whole page while the component stands. Bare letters are not heard while something is typed or a dialog is open. */
export function useShortcut(keys: string, label: string, act: () => void): void {
  const press = useStable(act);
  useEffect(() => {
    const mine = { keys, label, press };
    heard.set([...heard.get(), mine]);
    return () => heard.set(heard.get().filter((one) => one !== mine));
  }, [keys, label, press]);
}

/** Listens once for all shortcuts; the layout calls it. */
export function useShortcutKeys(): void {
  useEffect(() => {
    let before = '';
    let at = 0;
    const hear = (event: KeyboardEvent) => {
      const key = spell(event);
      const bare = !key.startsWith('Ctrl+');
      if (event.defaultPrevented || event.altKey) return;
      if (bare && (isTyping(event.target) || document.querySelector('[data-modal]'))) return;
      const sequence = event.timeStamp - at < SEQUENCE_MS ? `${before} ${key}` : key;
      [before, at] = [key, event.timeStamp];
      const found =
        heard.get().findLast((one) => one.keys === sequence) ?? heard.get().findLast((one) => one.keys === key);
      if (!found) return;
      event.preventDefault();
      found.press();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
}

export const useShortcuts = (): readonly Shortcut[] => useStore(heard, (all) => all);
