import { useRef } from 'react';
import { useStable } from '../browser/use-stable.ts';

/** For the button of each row: a second press on a row for which `act` is under way does nothing; other rows do not wait. */
export function useOncePerRow<Row>(keyOf: (row: Row) => string | number, act: (row: Row) => Promise<unknown>) {
  const underWay = useRef(new Set<string | number>());
  return useStable((row: Row): void => {
    const key = keyOf(row);
    if (underWay.current.has(key)) return;
    underWay.current.add(key);
    void act(row).finally(() => underWay.current.delete(key));
  });
}
