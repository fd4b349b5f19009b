import type { ReactNode } from 'react';
import classes from './stack.module.css';

/** The pieces of a screen, one below the other. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={classes.stack}>{children}</div>;
}
