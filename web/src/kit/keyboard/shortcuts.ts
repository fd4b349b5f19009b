import { useEffect } from 'react';
import { makeStore, useStore } from '../browser/store.ts';
import { useStable } from '../browser/use-stable.ts';
import { isSingleLetters, useSingleLetters } from './single-letters.ts';

export interface Shortcut {
  /** As people read it: "Ctrl+K", "[", "g r". */
  readonly keys: string;
  readonly label: string;
}

interface RegisteredShortcut extends Shortcut {
  readonly press: () => void;
}

const SEQUENCE_MS = 1000;
const registered = makeStore<readonly RegisteredShortcut[]>([]);

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** Where Ctrl+Z takes typed letters back, and nothing that was saved. */
const isText = (target: EventTarget | null) =>
  isTyping(target) &&
  !(target instanceof HTMLSelectElement) &&
  !(target instanceof HTMLInputElement && NO_TEXT.has(target.type));
const UNDO = 'Ctrl+Z';
const NO_TEXT: ReadonlySet<string> = new Set(['checkbox', 'radio', 'button', 'submit', 'file']);

const keyNameOf = (event: KeyboardEvent) => {
  const held = event.ctrlKey || event.metaKey ? 'Ctrl+' : '';
  return held + (event.key.length === 1 && held !== '' ? event.key.toUpperCase() : event.key);
};

/** What a tick or a radio button does nothing with is not its own: it has the focus because it was pressed. */
const takes = (key: string, target: EventTarget | null) =>
  isTyping(target) && !(isSingleLetters(key) && target instanceof HTMLInputElement && NO_TEXT.has(target.type));

/** A button or a link that has the focus is what Enter is for, and the space bar. */
const isPressed = (key: string, target: EventTarget | null) =>
  [' ', 'Enter'].includes(key) &&
  target instanceof Element &&
  target.closest('a, button, summary, [role=tab]') !== null;

/** While something is typed a key is the field's, while a dialog stands the dialog's; what is held with Ctrl reaches through. */
function isForThePage(key: string, target: EventTarget | null): boolean {
  if (key.startsWith('Ctrl+') && key !== UNDO) return true;
  const isOfField = key === UNDO ? isText(target) : takes(key, target) || isPressed(key, target);
  return !isOfField && !document.querySelector('[data-modal]');
}

/** A key for the whole page while the component stands. Bare letters are not heard while something is typed or a dialog is open. */
export function useShortcut(keys: string, label: string, act: () => void): void {
  const press = useStable(act);
  useEffect(() => {
    const mine = { keys, label, press };
    registered.set([...registered.get(), mine]);
    return () => registered.set(registered.get().filter((one) => one !== mine));
  }, [keys, label, press]);
}

/** Listens once for all shortcuts; the layout calls it. */
export function useShortcutKeys(): void {
  const [hasLetters] = useSingleLetters();
  useEffect(() => {
    let before = '';
    let at = 0;
    const receive = (event: KeyboardEvent) => {
      const key = keyNameOf(event);
      if (event.defaultPrevented || event.altKey || !isForThePage(key, event.target)) return;
      if (!hasLetters && isSingleLetters(key)) return;
      const sequence = event.timeStamp - at < SEQUENCE_MS ? `${before} ${key}` : key;
      [before, at] = [key, event.timeStamp];
      const found =
        registered.get().findLast((one) => one.keys === sequence) ??
        registered.get().findLast((one) => one.keys === key);
      if (!found) return;
      event.preventDefault();
      // Held, it would do to what comes next what was meant for one.
      if (!event.repeat) found.press();
    };
    document.addEventListener('keydown', receive);
    return () => document.removeEventListener('keydown', receive);
  }, [hasLetters]);
}

export const useShortcuts = (): readonly Shortcut[] => useStore(registered, (all) => all);
