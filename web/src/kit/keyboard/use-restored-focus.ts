import { useEffect, useRef, type RefObject } from 'react';
import { useStable } from '../browser/use-stable.ts';

/** The dialog on top, else the whole page. */
const onTop = (): ParentNode => [...document.querySelectorAll('[data-modal]')].at(-1) ?? document;

/** The focus goes to the table of the dialog on top, else of the screen: to the cell that had it last. */
export const toGrid = (): void => onTop().querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();

/** Where the focus goes when what had it is gone: to the dialog on top, else to the table, else to the screen's heading. */
export const toWhatIsLeft = (): void => {
  const place = onTop();
  if (place === document && document.querySelector('[role="grid"]')) toGrid();
  else place.querySelector<HTMLElement>(place === document ? 'h1' : 'h2')?.focus();
};

/** The heading of the part that something stands in takes the focus; where there is none, what is left. */
export const toHeading = (from: Element): void => {
  const part = from.closest('section[aria-labelledby]');
  const heading = part && document.getElementById(part.getAttribute('aria-labelledby') ?? '');
  if (heading) heading.focus();
  else toWhatIsLeft();
};

/** Where a control goes away as it is used, the focus it had goes to the table instead of nowhere. */
export function useRestoredFocus<Box extends HTMLElement>(): RefObject<Box | null> {
  const ref = useRef<Box>(null);
  useEffect(() => {
    const box = ref.current;
    if (!box) return undefined;
    let inside = false;
    const came = () => {
      inside = true;
    };
    const left = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if ((target as Element).isConnected && !box.contains(document.activeElement)) inside = false;
      });
    const changes = new MutationObserver(() => {
      if (!inside || document.activeElement !== document.body) return;
      inside = false;
      toGrid();
    });
    box.addEventListener('focusin', came);
    box.addEventListener('focusout', left);
    changes.observe(box, { childList: true, subtree: true });
    return () => {
      changes.disconnect();
      box.removeEventListener('focusin', came);
      box.removeEventListener('focusout', left);
    };
  }, []);
  return ref;
}

/** The focus stays in a dialog: where what had it is taken away, and nothing else takes it, its heading does. */
export function useHeldFocus(dialog: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = dialog.current;
    if (!box) return undefined;
    const changes = new MutationObserver(() => {
      const stage = onTop();
      if (document.activeElement === document.body && stage !== document && stage.contains(box)) toWhatIsLeft();
    });
    changes.observe(box, { childList: true, subtree: true });
    return () => changes.disconnect();
  }, [dialog]);
}

/** Keys that are pressed while nothing has the focus belong to the dialog on top. */
export function useStrayKeys(dialog: RefObject<HTMLElement | null>, receive: (event: KeyboardEvent) => void): void {
  const handler = useStable(receive);
  useEffect(() => {
    const stray = (event: KeyboardEvent) => {
      if (event.target === document.body && dialog.current && onTop().contains(dialog.current)) handler(event);
    };
    document.addEventListener('keydown', stray);
    return () => document.removeEventListener('keydown', stray);
  }, [dialog, handler]);
}
