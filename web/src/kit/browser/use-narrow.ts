import { useSyncExternalStore } from 'react';

const NARROW = '(max-width: 639px)';

function subscribe(heard: () => void) {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', heard);
  return () => query.removeEventListener('change', heard);
}

/** A screen under 640 px: sheets instead of side bars and wide rows. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
