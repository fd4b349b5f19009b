import type { MouseEvent } from 'react';

/** A click with a modifier key, or with another button, is the browser's: it opens the link beside. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
