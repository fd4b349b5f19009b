import { useEffect, useState, type RefObject } from 'react';

/** Whether the focus is within an element; still so while another window has the keys. */
export function useFocusWithin(box: RefObject<HTMLElement | null>): boolean {
  const [isWithin, setIsWithin] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const look = () => setIsWithin(element.contains(document.activeElement));
    element.addEventListener('focusin', look);
    element.addEventListener('focusout', look);
    return () => {
      element.removeEventListener('focusin', look);
      element.removeEventListener('focusout', look);
    };
  }, [box]);
  return isWithin;
}
