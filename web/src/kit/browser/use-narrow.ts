import { useCallback, useSyncExternalStore } from 'react';

/** A screen under so many pixels, 640 where nothing else is said: sheets instead of side bars and wide rows. */
export function useNarrow(below = 640): boolean {
  const query = `(max-width: ${below - 1}px)`;
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
