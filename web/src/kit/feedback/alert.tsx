import type { ReactNode } from 'react';
import classes from '../form/form.module.css';

/** A failure where it happened; it stays. */
export function Alert({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={classes.alert}>
      {children}
    </div>
  );
}
