import type { ReactNode } from 'react';
import classes from './notice.module.css';

/** Something to know before going on; `live` where it appears while somebody is there. */
export function Notice({ live = false, children }: { live?: boolean; children: ReactNode }) {
  return (
    <p className={classes.notice} role={live ? 'status' : undefined}>
      {children}
    </p>
  );
}
