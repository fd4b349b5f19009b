import type { ReactNode } from 'react';
import classes from './failure-text.module.css';

/** Why something failed, or how often. */
export function FailureText({ children }: { children: ReactNode }) {
  return <span className={classes.failure}>{children}</span>;
}
