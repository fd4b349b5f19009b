import type { ReactNode } from 'react';
import classes from './action-bar.module.css';
import { useRestoredFocus } from '../keyboard/use-restored-focus.ts';

/** Holds the bars that stay in sight at the bottom of a screen, one above the other. */
export function ActionBars({ children }: { children: ReactNode }) {
  const box = useRestoredFocus<HTMLDivElement>();
  return (
    <div ref={box} className={classes.bars}>
      {children}
    </div>
  );
}

/** Actions on several rows at once. */
export function ActionBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className={classes.bar}>
      {children}
    </div>
  );
}
