import type { ReactNode } from 'react';
import classes from './toolbar.module.css';
import { useNarrow } from '../browser/use-narrow.ts';

interface Props {
  /** How many filters hold. */
  holding: number;
  children: ReactNode;
}

/** Filters and buttons above a list; folded away on a small screen, where the fold says how many filters hold. */
export function Toolbar({ holding, children }: Props) {
  const narrow = useNarrow();
  if (!narrow) return <div className={classes.toolbar}>{children}</div>;
  return (
    <details>
      <summary className={classes.fold}>{holding > 0 ? `Filters (${String(holding)})` : 'Filters'}</summary>
      <div className={classes.toolbar}>{children}</div>
    </details>
  );
}
