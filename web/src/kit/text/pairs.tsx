import type { ReactNode } from 'react';
import classes from './pairs.module.css';

/** Names and values (`dt` and `dd`) beside each other, below each other on a small screen. */
export function Pairs({ children }: { children: ReactNode }) {
  return <dl className={classes.pairs}>{children}</dl>;
}
