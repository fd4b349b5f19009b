import { useEffect, useRef, type RefObject } from 'react';
import { useStable } from '../browser/use-stable.ts';

/** What a key does while the focus is within an element; the element gets the ref. */
export function useKeysWithin<Box extends HTMLElement>(
  act: (event: KeyboardEvent, box: HTMLElement) => void,
): RefObject<Box | null> {
  const box = useRef<Box>(null);
  const press = useStable(act);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const receive = (event: KeyboardEvent) => press(event, element);
    element.addEventListener('keydown', receive);
    return () => element.removeEventListener('keydown', receive);
  }, [press]);
  return box;
}
