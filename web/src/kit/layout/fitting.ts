import { useLayoutEffect, useRef, useState } from 'react';

/** How many children of a box of one line are in sight: those that wrap into a second one are not. Measured anew for other `names`. */
export function useFitting<Box extends HTMLElement>(names: string) {
  const box = useRef<Box>(null);
  const [fits, setFits] = useState(Infinity);
  useLayoutEffect(() => {
    const line = box.current;
    if (!line) return undefined;
    const measure = () => {
      const children = [...line.children] as HTMLElement[];
      const first = children[0]?.offsetTop ?? 0;
      const wrapped = children.findIndex(({ offsetTop }) => offsetTop > first);
      setFits(wrapped === -1 ? Infinity : wrapped);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(line);
    return () => observer.disconnect();
  }, [names]);
  return { box, fits };
}

/** Whether a box has room for so many pixels beside each other: `room` is an attribute that is there, or is not. */
export function useHasRoom<Box extends HTMLElement>(width: number) {
  const box = useRef<Box>(null);
  const [hasRoom, setHasRoom] = useState(false);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    const measure = () => setHasRoom(current.clientWidth >= width);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [width]);
  return { box, room: hasRoom ? '' : undefined };
}
