import type { HistoryState, RouterHistory } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Nothing but a step for Back: whoever arrives is led on. */
    isBelow?: boolean;
    hasBelow?: boolean;
  }
}

interface Entry extends HistoryState {
  readonly __TSR_key?: string;
  readonly __TSR_index: number;
}

/** Of the prototype: the router has put its own in the place of the others, and would draw the page anew. */
const native = History.prototype;

const needsOne = ({ isBelow = false, hasBelow = false, __TSR_index: at }: Entry): boolean =>
  isBelow || (at === 0 && !hasBelow);

/**
 * The first page of a tab gets an entry below it, of the same address, before Back is to close a dialog: else Back would leave
 * the document, which no script can stop. The page's own entry stays what it was: its key, its place, its state.
 */
export function putEntryBelow(history: RouterHistory): void {
  history.flush();
  const entry = window.history.state as Entry | null;
  // The histories of most tests are none of the browser.
  if (entry?.__TSR_key === undefined || entry.__TSR_key !== history.location.state.__TSR_key) return;
  if (!needsOne(entry)) return;
  native.replaceState.call(window.history, { ...entry, isBelow: true, __TSR_index: entry.__TSR_index - 1 }, '');
  native.pushState.call(window.history, { ...entry, isBelow: false, hasBelow: true }, '');
}

/** One press of Back leaves the first page also where it has an entry below it. */
export const leaveEntryBelow = (history: RouterHistory): (() => void) =>
  history.subscribe(({ location, action }) => {
    if (location.state.isBelow === true && (action.type === 'BACK' || action.type === 'GO')) window.history.back();
  });
