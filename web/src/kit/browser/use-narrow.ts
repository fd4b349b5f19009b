import { useSyncExternalStore } from 'react';

const NARROW = '(max-width: 639px)';

function subscribe(listener: () => void) {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** A screen under 640 px: sheets instead of side bars and wide rows. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
