import { useEffect, type RefObject } from 'react';

/**
 * Makes a region a stop of Tab while it scrolls and holds no other: else the keyboard could not scroll it in every browser.
 */
export function useScrollStop(region: RefObject<HTMLElement | null>, stopsIn: (inside: ParentNode) => unknown[]): void {
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const look = () => {
      const isStop = element.scrollHeight > element.clientHeight && stopsIn(element).length === 0;
      if (isStop) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    };
    const resized = new ResizeObserver(look);
    const changed = new MutationObserver(look);
    resized.observe(element);
    changed.observe(element, { childList: true, subtree: true, characterData: true });
    return () => {
      resized.disconnect();
      changed.disconnect();
    };
  }, [region, stopsIn]);
}
