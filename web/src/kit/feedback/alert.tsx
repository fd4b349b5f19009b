import type { ReactNode } from 'react';
import classes from './alert.module.css';

/** A failure where it happened; it stays. `wide` where it stands among the buttons of a dialog. */
export function Alert({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <div role="alert" className={wide ? `${classes.alert ?? ''} ${classes.wide ?? ''}` : classes.alert}>
      {children}
    </div>
  );
}
