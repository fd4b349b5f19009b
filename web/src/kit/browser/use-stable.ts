import { useCallback, useLayoutEffect, useRef } from 'react';

/** A callback that never changes identity and always runs what was rendered last; for memoised rows and long-lived stores. */
export function useStable<Args extends readonly unknown[], Result>(act: (...args: Args) => Result) {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: Args): Result => latest.current(...args), []);
}
