import { useRouter, type RouterHistory } from '@tanstack/react-router';
import { useEffect, type RefObject } from 'react';
import { putEntryBelow } from '../browser/entry-below.ts';
import { stepsOf } from '../browser/steps-back.ts';
import { useStable } from '../browser/use-stable.ts';
import { dialogOnTop } from './behind.ts';

/** Some tests draw a dialog alone. */
const useOwnRouter = (): { readonly history: RouterHistory } | undefined => useRouter({ warn: false });

/**
 * Back closes the dialog on top, as Escape does, and the screen stays. An open dialog has no entry in the history: the way back
 * is stopped instead, so that whatever closes it, a link in it or a reload leaves nothing behind that one would go back through.
 */
export function useBackCloses(box: RefObject<HTMLElement | null>, onClose: () => void): void {
  const history = useOwnRouter()?.history;
  const close = useStable(() => {
    if (dialogOnTop()?.contains(box.current) === true) onClose();
  });
  useEffect(() => {
    if (!history) return undefined;
    putEntryBelow(history);
    return history.block({
      blockerFn: (way) => {
        if (stepsOf(way) >= 0 || dialogOnTop()?.contains(box.current) !== true) return false;
        // The router puts back the entry that was left. A dialog of the address goes back itself, which has to come after that.
        window.addEventListener('popstate', close, { once: true });
        return true;
      },
      enableBeforeUnload: false,
    });
  }, [history, box, close]);
}
