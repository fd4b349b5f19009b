import { useEffect, useState } from 'react';

/** So long a pause in typing counts as an end of it. */
const PAUSE_MS = 350;

/** What was typed last, once somebody pauses: for what is asked of a server with each change. Told apart by its JSON. */
export function useSettled<Value>(value: Value): { settled: Value; isSettled: boolean } {
  const key = JSON.stringify(value);
  const [last, setLast] = useState({ key, value });
  const isSettled = last.key === key;
  useEffect(() => {
    if (isSettled) return undefined;
    const timer = setTimeout(() => setLast({ key, value: JSON.parse(key) as Value }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isSettled, key]);
  return { settled: last.value, isSettled };
}
