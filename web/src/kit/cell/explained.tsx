import type { ReactNode } from 'react';
import classes from './cells.module.css';

/** A state in a cell, and in one line why it is so; `null` where nothing is to be said of it. */
export const Explained = ({ why, children }: { why: string | null; children: ReactNode }) => (
  <span className={classes.explained}>
    {children}
    {why !== null && (
      <span className={classes.hint} title={why}>
        {why}
      </span>
    )}
  </span>
);
